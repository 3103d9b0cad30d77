/** Hands the browser a file. */
export function download(name: string, text: string, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
