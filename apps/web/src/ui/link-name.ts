/** What a linked file is called: the title of the link, or the end of its address. */
export function linkName({ title, pathname }: HTMLAnchorElement): string {
  const end = pathname.split('/').at(-1) ?? '';
  if (title !== '') return title;
  try {
    return decodeURIComponent(end);
  } catch {
    return end; // a percent sign of its own
  }
}
