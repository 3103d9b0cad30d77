import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { PasswordIsTooWeak } from '../records/account.errors';

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 100;
/** So many attempts somebody must need who knows what people like to choose, and whose account it is. */
export const PASSWORD_MIN_GUESSES = 10_000;

/** Made when it is needed first: it reads dictionaries. */
let estimator: ZxcvbnFactory | null = null;

/**
 * Length, no words of the account, and hard enough to guess: for every way in which a password is chosen.
 * @throws PasswordIsTooWeak
 */
export function checkPassword(password: string, account: { email: string; fullName: string }): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH)
    throw new PasswordIsTooWeak(`at least ${PASSWORD_MIN_LENGTH} characters are needed`);
  if (length > PASSWORD_MAX_LENGTH)
    throw new PasswordIsTooWeak(`at most ${PASSWORD_MAX_LENGTH} characters are possible`);
  const known = [account.email, account.email.split('@')[0], account.fullName];
  if (known.some((word) => word.toLowerCase() === password.toLowerCase()))
    throw new PasswordIsTooWeak('it is the name or the address of the account');
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = known.flatMap((text) => text.split(/[\s@.]+/)).filter((word) => word !== '');
  if (estimator.check(password, [...known, ...words]).guesses <= PASSWORD_MIN_GUESSES)
    throw new PasswordIsTooWeak('it is easy to guess');
}
