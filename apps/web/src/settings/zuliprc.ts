interface Account {
  readonly email: string;
  readonly key: string;
}

/** Hands the browser the file that clients of the interface read. */
export function downloadZuliprc({ email, key }: Account): void {
  const text = `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: 'zuliprc' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}
