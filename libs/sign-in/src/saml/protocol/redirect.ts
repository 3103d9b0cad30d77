import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { XmlIsRefused } from './xml';

const LARGEST_MESSAGE = 64 * 1_024;
const HASHES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
]);

/**
 * The message in the query of an address (HTTP-Redirect), whose signature is in the query, too.
 * @param query as the browser sent it: the signature is about its bytes
 * @throws XmlIsRefused
 */
export function signedMessageIn(query: string, name: 'SAMLRequest', certificates: readonly X509Certificate[]): string {
  const parts = new Map<string, string>();
  for (const part of query.split('&')) {
    const key = part.split('=', 1)[0]!;
    if (parts.has(key)) throw new XmlIsRefused('the query has a parameter twice');
    parts.set(key, part);
  }
  const valueOf = (key: string) => decoded(parts.get(key)?.slice(key.length + 1) ?? '');
  const hash = HASHES.get(valueOf('SigAlg'));
  if (!hash) throw new XmlIsRefused('the query is not signed, or with an algorithm that is not accepted');
  const signed = [name, 'RelayState', 'SigAlg'].flatMap((key) => parts.get(key) ?? []).join('&');
  const signature = Buffer.from(valueOf('Signature'), 'base64');
  const isRight = certificates.some(({ publicKey }) => verify(hash, Buffer.from(signed), publicKey, signature));
  if (!isRight) throw new XmlIsRefused('the signature of the query is wrong');
  return inflated(valueOf(name));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new XmlIsRefused('the query cannot be read');
  }
}

/** @throws XmlIsRefused also for a small text that becomes a large one */
function inflated(base64: string): string {
  try {
    return textOfBytes(inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: LARGEST_MESSAGE }));
  } catch {
    throw new XmlIsRefused('the message cannot be read, or is too large');
  }
}

/** The XML of a message that a form brings. @throws XmlIsRefused */
export function postedMessageIn(base64: string): string {
  const clean = base64.replace(/\s+/g, '');
  if (clean === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(clean)) throw new XmlIsRefused('the message is not in base 64');
  return textOfBytes(Buffer.from(clean, 'base64'));
}

/** @throws XmlIsRefused for bytes that are not UTF-8 */
function textOfBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new XmlIsRefused('the message is not in UTF-8');
  }
}
