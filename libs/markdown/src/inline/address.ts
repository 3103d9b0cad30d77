const WITH_HOST = /^(?:https?|ftp):\/\/[^/?#]/i;
const WITHOUT_HOST = /^(?:mailto|tel|sms):./i;
const PORT = /^[\w.-]+:\d+(?:[/?#]|$)/;

/**
 * The `href` for the address of a bracket link as written: relative to this server when it begins with `/` or `#`,
 * `mailto:` or `http:` when the scheme is missing, null when it must not become a link.
 */
export function addressOf(written: string): string | null {
  const address = written.trim().replaceAll(' ', '%20').replaceAll('\\', '%5C');
  if (address === '' || /\p{Cc}/u.test(address)) return null;
  if (address.startsWith('//')) return `http:${address}`;
  if (/^[/#]/.test(address)) return address;
  if (WITH_HOST.test(address) || WITHOUT_HOST.test(address)) return address;
  if (/^[a-z][a-z\d+.-]*:/i.test(address) && !PORT.test(address)) return null;
  if (/^[^/]+@[^/]+$/.test(address)) return `mailto:${address}`;
  return `http://${address}`;
}
