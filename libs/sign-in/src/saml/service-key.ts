import { X509CertificateGenerator } from '@peculiar/x509';
import { randomBytes, webcrypto } from 'node:crypto';

/** With what this server signs what it says to one provider. */
export interface ServiceKey {
  /** PKCS #8, as PEM. */
  readonly privateKey: string;
  /** As PEM. Providers compare it, and look at nothing in it. */
  readonly certificate: string;
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const VALID_YEARS = 10;

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
