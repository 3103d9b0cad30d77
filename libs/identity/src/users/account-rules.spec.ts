import {
  FullNameIsInvalid,
  GuestCannotBecomeAdministrator,
  LastOwnerMustStay,
  PasswordIsTooWeak,
} from '../records/account.errors';
import { checkedFullName } from './full-name';
import { isHost, bareHost } from '../records/organization';
import { checkPassword } from '../passwords/password';
import { ROLE } from '../roles/role';
import { assertRoleMayChange } from '../user-changes/role-change';

describe('a full name', () => {
  it.each([
    ['  Ana Ávila ', 'Ana Ávila'],
    ['李 明', '李 明'],
    ['Zoë 🦊', 'Zoë 🦊'],
    ["O'Hara", "O'Hara"],
  ])('stores %j as %j', (given, kept) => {
    expect(checkedFullName(given)).toBe(kept);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \t '],
    ['one character', 'A'],
    ['invisible characters', '\u200b\u200b\u200b'],
    ['101 characters', 'x'.repeat(101)],
    ['an asterisk', 'Ana*'],
    ['a backtick', '`Ana`'],
    ['a quotation mark', '"Ana"'],
    ['an at sign', '@Ana'],
    ['a backslash', 'An\\a'],
    ['an angle', 'An>a'],
    ['NUL', 'An\0a'],
    ['a line break', 'An\na'],
    ['a turn of direction', 'Ana\u202eavilA'],
    ['half a surrogate pair', 'Ana \ud83e'],
    ['the end of a numbered mention', 'Ana|12'],
  ])('is refused: %s', (_, given) => {
    expect(() => checkedFullName(given)).toThrow(FullNameIsInvalid);
  });

  it('may have 100 characters outside the basic plane', () => {
    expect([...checkedFullName('🦊'.repeat(100))]).toHaveLength(100);
  });
});

describe('a password', () => {
  const account = { email: 'ana@example.org', fullName: 'Ana Ávila' };

  it.each([
    'abc12',
    'x'.repeat(101),
    'aaaaaaaaaa',
    'abababab',
    'ANA@example.org',
    'ana ávila',
    'abc123',
    'password123',
    'qwertyuiop',
    'iloveyou1',
  ])('is too weak: %j', (password) => {
    expect(() => checkPassword(password, account)).toThrow(PasswordIsTooWeak);
  });

  it.each(['blue7fern', 'correct horse battery staple', '🦊🐻🐼🐨🐯🦁'])('is strong enough: %j', (password) => {
    expect(() => checkPassword(password, account)).not.toThrow();
  });
});

describe('a change of role', () => {
  const change = { from: ROLE.owner, to: ROLE.member, activeOwners: 1, countsAsOwner: true };

  it('is refused for the last owner', () => {
    expect(() => assertRoleMayChange(change)).toThrow(LastOwnerMustStay);
  });

  it('is allowed for one of two owners, and for an owner who does not count', () => {
    expect(() => assertRoleMayChange({ ...change, activeOwners: 2 })).not.toThrow();
    expect(() => assertRoleMayChange({ ...change, countsAsOwner: false })).not.toThrow();
  });

  it.each([ROLE.owner, ROLE.administrator])('never gives a guest the role %d', (to) => {
    const attempt = () => assertRoleMayChange({ from: ROLE.guest, to, activeOwners: 1, countsAsOwner: false });
    expect(attempt).toThrow(GuestCannotBecomeAdministrator);
  });

  it('makes a guest a member or a moderator', () => {
    for (const to of [ROLE.member, ROLE.moderator]) {
      expect(() => assertRoleMayChange({ from: ROLE.guest, to, activeOwners: 1, countsAsOwner: false })).not.toThrow();
    }
  });
});

describe('a host', () => {
  it.each(['chat.example.org', 'localhost', '127.0.0.1:9991', '[::1]:9991', 'xn--bcher-kva.example:443'])(
    'accepts %s',
    (host) => {
      expect(isHost(host)).toBe(true);
    },
  );

  it.each([
    '',
    'https://chat.example.org',
    'chat.example.org/',
    'a b',
    'chat..example',
    '-chat.example',
    'chat.example:99999999',
    'CHAT.example',
  ])('refuses %j', (host) => {
    expect(isHost(host)).toBe(false);
  });

  it('is known without its port', () => {
    expect(bareHost('chat.example.org:9991')).toBe('chat.example.org');
    expect(bareHost('[::1]:9991')).toBe('[::1]');
    expect(bareHost('[::1]')).toBe('[::1]');
  });
});
