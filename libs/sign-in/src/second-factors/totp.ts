import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32Of } from './base32';

/** The parameters that every authenticator app supports. */
const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Length of a secret, as RFC 4226 recommends for SHA-1. */
export const SECRET_BYTES = 20;
/** Clocks of phones may be wrong by one step. */
const TOLERANCE = 1;

const SHAPE = /^\d{6}$/;

/** The number of the time step of an instant. @param at UNIX milliseconds */
export const stepAt = (at: number): number => Math.floor(at / 1000 / PERIOD_SECONDS);

/** The code of a time step (RFC 6238 with SHA-1, RFC 4226 section 5.3). */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a code belongs to; `null`: the code is wrong, or its step is not later than the last one used.
 * @param at UNIX milliseconds
 * @param lastStep the step of the last accepted code, so that each step is accepted once
 */
export function acceptedStep(secret: Buffer, code: string, at: number, lastStep: number): number | null {
  if (!SHAPE.test(code)) return null;
  const now = stepAt(at);
  let accepted: number | null = null;
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step++) {
    const isEqual = timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code));
    if (isEqual && step > lastStep) accepted ??= step;
  }
  return accepted;
}

/** The address that authenticator apps read from a QR code. */
export function otpauthUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':');
  const parameters = [
    `secret=${base32Of(secret)}`,
    `issuer=${encodeURIComponent(issuer.replaceAll(':', ' '))}`,
    'algorithm=SHA1',
    `digits=${DIGITS}`,
    `period=${PERIOD_SECONDS}`,
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}
