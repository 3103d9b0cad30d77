import { PasswordIsTooWeak } from './errors';

export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 100;

/**
 * Length, and nothing that stands beside it in the account.
 * @throws PasswordIsTooWeak
 */
export function checkPassword(password: string, account: { email: string; fullName: string }): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH)
    throw new PasswordIsTooWeak(`at least ${PASSWORD_MIN_LENGTH} characters are needed`);
  if (length > PASSWORD_MAX_LENGTH)
    throw new PasswordIsTooWeak(`at most ${PASSWORD_MAX_LENGTH} characters are possible`);
  const known = [account.email, account.email.split('@')[0], account.fullName].map((word) => word.toLowerCase());
  if (known.includes(password.toLowerCase()))
    throw new PasswordIsTooWeak('it is the name or the address of the account');
  if (new Set(password).size < 3) throw new PasswordIsTooWeak('it repeats one or two characters');
}
