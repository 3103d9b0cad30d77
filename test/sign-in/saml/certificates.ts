import 'reflect-metadata';
import { X509CertificateGenerator } from '@peculiar/x509';
import { webcrypto } from 'node:crypto';

const DAY_MS = 86_400_000;

/** With what a provider signs. */
export interface SigningKey {
  /** As PEM. */
  readonly privateKey: string;
  /** As PEM. */
  readonly certificate: string;
  /** Of the certificate, in base 64. */
  readonly base64: string;
}

/** A key and a certificate for it. @param days when the certificate begins and ends, from today on */
export async function signingKey(days: { from?: number; until?: number; bits?: number } = {}): Promise<SigningKey> {
  const { from = -1, until = 30, bits = 2_048 } = days;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };
  const signingAlgorithm = { ...algorithm, modulusLength: bits };
  const keys = await webcrypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const [notBefore, notAfter] = [from, until].map((day) => new Date(Date.now() + day * DAY_MS));
  const made = await X509CertificateGenerator.createSelfSigned(
    { serialNumber: '01', name: 'CN=Provider of a test', notBefore, notAfter, signingAlgorithm, keys },
    webcrypto as Crypto,
  );
  const base64 = Buffer.from(made.rawData).toString('base64');
  const secret = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { base64, certificate: made.toString('pem'), privateKey: pem('PRIVATE KEY', secret) };
}

const pem = (label: string, base64: string): string =>
  [`-----BEGIN ${label}-----`, ...base64.match(/.{1,64}/g)!, `-----END ${label}-----`, ''].join('\n');
