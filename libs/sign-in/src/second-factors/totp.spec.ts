import { randomBytes } from 'node:crypto';
import { Secret, TOTP, URI } from 'otpauth';
import { base32Of } from './base32';
import { acceptedStep, codeOf, otpauthUri, SECRET_BYTES, stepAt } from './totp';

const RFC_SECRET = Buffer.from('12345678901234567890');
const AT = 1_111_111_111_000;

describe('time-based one-time passwords', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('gives the code of RFC 6238 at second %d', (seconds, expected) => {
    expect(codeOf(RFC_SECRET, stepAt(seconds * 1000), 8)).toBe(expected);
  });

  it('gives the codes of another implementation', () => {
    for (let turn = 0; turn < 50; turn++) {
      const secret = randomBytes(SECRET_BYTES);
      const at = AT + turn * 1_234_567_000;
      const other = new TOTP({ secret: Secret.fromBase32(base32Of(secret)) });
      expect(codeOf(secret, stepAt(at))).toBe(other.generate({ timestamp: at }));
    }
  });

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('judges the code of %d steps away', (distance, isAccepted) => {
    const step = stepAt(AT) + distance;
    expect(acceptedStep(RFC_SECRET, codeOf(RFC_SECRET, step), AT, 0)).toBe(isAccepted ? step : null);
  });

  it('accepts each step once, and no earlier step afterwards', () => {
    const step = stepAt(AT);
    expect(acceptedStep(RFC_SECRET, codeOf(RFC_SECRET, step), AT, step)).toBeNull();
    expect(acceptedStep(RFC_SECRET, codeOf(RFC_SECRET, step - 1), AT, step)).toBeNull();
    expect(acceptedStep(RFC_SECRET, codeOf(RFC_SECRET, step + 1), AT, step)).toBe(step + 1);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', '12345\u0000', ' 12345'])('refuses %j', (code) => {
    expect(acceptedStep(RFC_SECRET, code, AT, 0)).toBeNull();
  });

  it('names itself so that an app reads the same secret, issuer and account', () => {
    const secret = randomBytes(SECRET_BYTES);
    const read = URI.parse(otpauthUri(secret, { issuer: 'Corp: R&D', account: 'ana+1@example.org' })) as TOTP;
    expect([read.issuer, read.label, read.secret.base32]).toEqual(['Corp  R&D', 'ana+1@example.org', base32Of(secret)]);
    expect([read.algorithm, read.digits, read.period]).toEqual(['SHA1', 6, 30]);
  });
});
