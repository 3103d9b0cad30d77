import { createPrivateKey } from 'node:crypto';

/** What is needed of the key file that Google hands out for a service account. */
export interface ServiceAccount {
  readonly projectId: string;
  readonly clientEmail: string;
  /** PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string | null;
  /** Where assertions are exchanged for access tokens. */
  readonly tokenUri: string;
}

/** @throws Error that names the part which is missing or unusable, never its value */
export function readServiceAccount(text: string): ServiceAccount {
  const file = parsed(text);
  if (file.type !== 'service_account') throw new Error('its type is not service_account');
  const account: ServiceAccount = {
    projectId: word(file, 'project_id'),
    clientEmail: word(file, 'client_email'),
    privateKey: word(file, 'private_key'),
    privateKeyId: typeof file.private_key_id === 'string' ? file.private_key_id : null,
    tokenUri: word(file, 'token_uri'),
  };
  if (!/^[a-z0-9:.-]+$/i.test(account.projectId)) throw new Error('its project_id is not one');
  if (!isSafe(account.tokenUri)) throw new Error('its token_uri is not an https address');
  if (!isRsaKey(account.privateKey)) throw new Error('its private_key is no RSA key');
  return account;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON'); // the parser's own words quote the file
  }
  if (typeof value !== 'object' || value === null) throw new Error('it is no object');
  return value as Record<string, unknown>;
}

function word(file: Record<string, unknown>, name: string): string {
  const value = file[name];
  if (typeof value !== 'string' || value === '') throw new Error(`it has no ${name}`);
  return value;
}

/** Encrypted, unless it stays on this machine. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
