import type { DomainError } from '@app/kernel';
import { PasswordLoginIsOff } from './authentication/login.errors';
import { EmailChangesAreDisabled, PasswordsDiffer, SigningUpIsNotPossible } from './confirmations/link.errors';
import { OrganizationIsDeactivated, OrganizationIsUnknown } from './errors';
import { translated } from './page-words';
import { checkPassword, PASSWORD_MAX_LENGTH } from './passwords/password';
import { EmailIsInvalid, EmailIsTaken, FullNameIsTaken } from './records/account.errors';
import { checkedFullName } from './users/full-name';

const german = (text: string): string => translated(text).textIn('de');

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as DomainError).message;
  }
  throw new Error('no error');
}

const ana = { email: 'ana@example.org', fullName: 'Ana Lee' };
const passwords = ['short', 'x'.repeat(PASSWORD_MAX_LENGTH + 1), ana.email, 'password1'];
const names = ['A', 'A'.repeat(101), 'A*B', 'Ana|7', 'everyone'];

describe('Words of the pages before a login', () => {
  it('says in German why a password is refused', () => {
    const said = passwords.map((password) => german(messageOf(() => checkPassword(password, ana))));
    expect(said).toEqual([
      'Das Passwort ist zu schwach: mindestens 6 Zeichen sind nötig',
      'Das Passwort ist zu schwach: höchstens 100 Zeichen sind möglich',
      'Das Passwort ist zu schwach: es ist der Name oder die Adresse des Kontos',
      'Das Passwort ist zu schwach: es ist leicht zu erraten',
    ]);
  });

  it.each([
    ...names.map((name) => messageOf(() => checkedFullName(name))),
    ...[EmailIsInvalid, EmailIsTaken, FullNameIsTaken].map((Type) => new Type().message),
    ...[EmailChangesAreDisabled, PasswordsDiffer, SigningUpIsNotPossible].map((Type) => new Type().message),
    ...[OrganizationIsDeactivated, OrganizationIsUnknown, PasswordLoginIsOff].map((Type) => new Type().message),
    'CSRF check failed: the request did not come from a page of this server',
    'password is too long (limit: 1000 characters)',
  ])('says an error in German: %s', (message) => {
    expect(german(message)).not.toBe(message);
  });
});
