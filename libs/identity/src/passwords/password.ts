import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { PasswordIsTooWeak } from '../records/account.errors';

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 100;
/** The number of guesses that an attacker must need who knows common passwords and the data of the account. */
export const PASSWORD_MIN_GUESSES = 10_000;

/** Created at first use, because it reads dictionaries. */
let estimator: ZxcvbnFactory | null = null;

/**
 * Checks every new password: its length, that it contains no words of the account, and that it is hard to guess.
 * @throws PasswordIsTooWeak
 */
export function checkPassword(password: string, account: { email: string; fullName: string }): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH)
    throw new PasswordIsTooWeak(`at least ${PASSWORD_MIN_LENGTH} characters are needed`);
  if (length > PASSWORD_MAX_LENGTH)
    throw new PasswordIsTooWeak(`at most ${PASSWORD_MAX_LENGTH} characters are possible`);
  const [name = ''] = account.email.split('@');
  const known = [account.email, name, account.fullName];
  if (known.some((word) => word.toLowerCase() === password.toLowerCase()))
    throw new PasswordIsTooWeak('it is the name or the address of the account');
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const words = known.flatMap((text) => text.split(/[\s@.]+/)).filter((word) => word !== '');
  if (estimator.check(password, [...known, ...words]).guesses <= PASSWORD_MIN_GUESSES)
    throw new PasswordIsTooWeak('it is easy to guess');
}
