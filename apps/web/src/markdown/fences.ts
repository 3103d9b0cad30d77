/** Longer than any fence in the text. */
export function fenceFor(source: string): string {
  const longest = Math.max(2, ...Array.from(source.matchAll(/^[ >]*(`{3,}|~{3,})/gm), ([, fence]) => fence!.length));
  return '`'.repeat(longest + 1);
}

/** A text between fences. @param head what stands behind the first of them */
export function fenced(head: string, text: string): string {
  const fence = fenceFor(text);
  return `${fence}${head}\n${text}\n${fence}`;
}
