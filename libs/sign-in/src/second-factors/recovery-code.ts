import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUP = 5;

/** The number of recovery codes of an account. */
export const RECOVERY_CODES = 10;

/** A code of 49 random bits, in two groups that a user can type. */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: 2 * GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, GROUP)}-${characters.slice(GROUP)}`;
}

const SHAPE = new RegExp(`^[${ALPHABET}]{${2 * GROUP}}$`);

/** The characters of a typed recovery code; `null`: it has not the shape of one. */
export function recoveryCodeIn(typed: string): string | null {
  const characters = typed.toLowerCase().replace(/[\s-]/g, '');
  return SHAPE.test(characters) ? characters : null;
}
