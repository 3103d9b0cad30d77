import { createECDH, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { readServiceAccount, ServiceAccount } from './fcm/service-account';

export interface FcmSettings {
  readonly account: ServiceAccount;
  /** Where messages are handed in, without a trailing slash. */
  readonly url: string;
}

export interface ApnsSettings {
  /** The .p8 file's text. */
  readonly key: string;
  readonly keyId: string;
  readonly teamId: string;
  /** Apps that the key may send to; others are not tried. */
  readonly appIds: readonly string[];
  readonly address: string;
  readonly port: number;
  /** PEM of the authority that vouches for the address; null: those that Node knows. */
  readonly authority: string | null;
}

export interface WebPushSettings {
  /** The contact for push services: an https: or mailto: address. */
  readonly subject: string;
  /** Base64url; the public one is what applications subscribe with. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** The operator's own push services, by origin. Only these may have an address that is not public. */
  readonly ownOrigins: readonly string[];
}

/** What notifications travel by; null: not configured. */
export interface TransportSettings {
  readonly fcm: FcmSettings | null;
  readonly apns: ApnsSettings | null;
  readonly webPush: WebPushSettings | null;
}

/** The environment variables read here (docs/push-relay.md). */
export const TRANSPORT_VARIABLES = [
  'PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE',
  'PARLEY_RELAY_FCM_URL',
  'PARLEY_RELAY_APNS_KEY_FILE',
  'PARLEY_RELAY_APNS_KEY_ID',
  'PARLEY_RELAY_APNS_TEAM_ID',
  'PARLEY_RELAY_APNS_APP_IDS',
  'PARLEY_RELAY_APNS_SERVER',
  'PARLEY_RELAY_VAPID_PRIVATE_KEY',
  'PARLEY_RELAY_VAPID_SUBJECT',
  'PARLEY_RELAY_WEB_PUSH_ORIGINS',
] as const;

type Variable = (typeof TRANSPORT_VARIABLES)[number];

const APNS_SERVERS: Record<string, string> = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};

/** Reads the credentials, files and all. What is wrong is added to `faults`, one sentence each; no secret is in them. */
export function readTransportSettings(environment: NodeJS.ProcessEnv, faults: string[]): TransportSettings {
  const values = new Map(TRANSPORT_VARIABLES.map((name) => [name, environment[name]?.trim() || null]));
  const reading = new Reading(values, faults);
  return { fcm: fcm(reading), apns: apns(reading), webPush: webPush(reading) };
}

class Reading {
  constructor(
    private readonly values: ReadonlyMap<Variable, string | null>,
    private readonly faults: string[],
  ) {}

  get(name: Variable): string | null {
    return this.values.get(name) ?? null;
  }

  /** All of them, or null when none is set; a fault when only some are. */
  together<Name extends Variable>(...names: Name[]): Record<Name, string> | null {
    const missing = names.filter((name) => this.get(name) === null);
    if (missing.length === names.length) return null;
    for (const name of missing) this.fault(name, `is missing: ${names.join(', ')} go together`);
    if (missing.length > 0) return null;
    return Object.fromEntries(names.map((name) => [name, this.get(name)])) as Record<Name, string>;
  }

  fault(name: Variable, sentence: string): null {
    this.faults.push(`${name} ${sentence}.`);
    return null;
  }

  file<T>(name: Variable, path: string, parse: (text: string) => T): T | null {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      return this.fault(name, `cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    }
    try {
      return parse(text);
    } catch (error) {
      return this.fault(name, `is not usable: ${(error as Error).message}`);
    }
  }
}

function fcm(reading: Reading): FcmSettings | null {
  const name = 'PARLEY_RELAY_FCM_SERVICE_ACCOUNT_FILE';
  const given = reading.together(name);
  if (!given) return null;
  const account = reading.file(name, given[name], readServiceAccount);
  const url = reading.get('PARLEY_RELAY_FCM_URL') ?? 'https://fcm.googleapis.com';
  if (!isOrigin(url)) return reading.fault('PARLEY_RELAY_FCM_URL', 'must be an https address without a path');
  return account && { account, url: new URL(url).origin };
}

function apns(reading: Reading): ApnsSettings | null {
  const file = 'PARLEY_RELAY_APNS_KEY_FILE';
  const given = reading.together(
    file,
    'PARLEY_RELAY_APNS_KEY_ID',
    'PARLEY_RELAY_APNS_TEAM_ID',
    'PARLEY_RELAY_APNS_APP_IDS',
  );
  if (!given) return null;
  const server = reading.get('PARLEY_RELAY_APNS_SERVER') ?? 'production';
  const url = APNS_SERVERS[server] ?? server;
  if (!isOrigin(url) || !url.startsWith('https:'))
    return reading.fault('PARLEY_RELAY_APNS_SERVER', 'must be production, sandbox or an https address');
  const key = reading.file(file, given[file], signingKey);
  const { hostname, port } = new URL(url);
  if (key === null) return null;
  return {
    key,
    keyId: given.PARLEY_RELAY_APNS_KEY_ID,
    teamId: given.PARLEY_RELAY_APNS_TEAM_ID,
    appIds: listed(given.PARLEY_RELAY_APNS_APP_IDS),
    address: hostname,
    port: port === '' ? 443 : Number(port),
    authority: null,
  };
}

function webPush(reading: Reading): WebPushSettings | null {
  const given = reading.together('PARLEY_RELAY_VAPID_PRIVATE_KEY', 'PARLEY_RELAY_VAPID_SUBJECT');
  if (!given) return null;
  const subject = given.PARLEY_RELAY_VAPID_SUBJECT;
  if (!URL.canParse(subject) || !['https:', 'mailto:'].includes(new URL(subject).protocol))
    return reading.fault('PARLEY_RELAY_VAPID_SUBJECT', 'must be an https: or mailto: address');
  const publicKey = publicKeyOf(given.PARLEY_RELAY_VAPID_PRIVATE_KEY);
  if (!publicKey)
    return reading.fault('PARLEY_RELAY_VAPID_PRIVATE_KEY', 'must be a P-256 private key: 32 bytes, base64url');
  const ownOrigins = listed(reading.get('PARLEY_RELAY_WEB_PUSH_ORIGINS') ?? '');
  if (!ownOrigins.every((origin) => URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)))
    return reading.fault('PARLEY_RELAY_WEB_PUSH_ORIGINS', 'must be addresses separated by commas');
  return {
    subject,
    publicKey,
    privateKey: given.PARLEY_RELAY_VAPID_PRIVATE_KEY,
    ownOrigins: ownOrigins.map((origin) => new URL(origin).origin),
  };
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Encrypted, unless it stays on this machine. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  const isLocal = isIP(hostname) === 4 && hostname.startsWith('127.');
  return pathname === '/' && search === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}

/** @throws Error when it is no key for ES256 */
function signingKey(text: string): string {
  const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text);
  if (asymmetricKeyType !== 'ec' || asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('it holds no P-256 private key');
  return text;
}

function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) return null;
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(bytes);
  } catch {
    return null; // zero, or beyond the order of the curve
  }
  return curve.getPublicKey('base64url');
}
