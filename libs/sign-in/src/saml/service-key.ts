import { X509CertificateGenerator } from '@peculiar/x509';
import { randomBytes, webcrypto } from 'node:crypto';

/** With what this server signs what it says to one provider. */
export interface ServiceKey {
  /** PKCS #8, as PEM. */
  readonly privateKey: string;
  /** As PEM. Providers compare it, and look at nothing in it. */
  readonly certificate: string;
}

/** The key in use, as older nodes know it, and the one that follows while providers learn of it. */
export interface ServiceKeys extends ServiceKey {
  readonly next?: ServiceKey;
}

export const serviceKeysIn = (secret: string): ServiceKeys => JSON.parse(secret) as ServiceKeys;

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const VALID_YEARS = 10;

/** As PEM: what signs now first. */
export const certificatesOf = ({ certificate, next }: ServiceKeys): readonly string[] =>
  next ? [certificate, next.certificate] : [certificate];

/** What an owner does with the key of this server. Providers learn of a new one before it signs. */
export type KeyStep = 'prepare' | 'switch' | 'discard';

export const isKeyStep = (text: string): text is KeyStep => ['prepare', 'switch', 'discard'].includes(text);

/** The keys after a step; `null`: the step cannot be done now. */
export async function keysAfter({ next, ...inUse }: ServiceKeys, step: KeyStep): Promise<ServiceKeys | null> {
  if (step === 'prepare') return next ? null : { ...inUse, next: await newServiceKey() };
  if (!next) return null;
  return step === 'switch' ? next : inUse;
}

export async function newServiceKey(): Promise<ServiceKey> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [notBefore, notAfter] = [new Date(), new Date()];
  notAfter.setFullYear(notAfter.getFullYear() + VALID_YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `00${randomBytes(15).toString('hex')}`,
      name: 'CN=Parley',
      notBefore,
      notAfter,
      signingAlgorithm: ALGORITHM,
      keys,
    },
    webcrypto as Crypto,
  );
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = bytes.toString('base64').match(/.{1,64}/g)!;
  const privateKey = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
  return { privateKey, certificate: certificate.toString('pem') };
}
