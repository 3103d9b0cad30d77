import type { OrganizationId, UserId } from '@app/kernel';
import { avatarUrl, gravatarUrl } from '../pictures/avatar';
import { EMAIL_VISIBILITY, isEmailAddress, isReservedEmail } from './email-address';
import { ROLE, Role } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, minutePrecise } from './user';

const target = (emailAddressVisibility: number, isBot = false) => ({
  id: 5 as UserId,
  organizationId: 2 as OrganizationId,
  isBot,
  emailAddressVisibility,
  email: 'user5@parley.invalid',
  deliveryEmail: 'Ana@Example.org',
  avatarVersion: 3,
  avatarSource: 'G' as const,
  avatarKey: null,
});
const viewer = (role: Role, userId = 9) => ({ userId: userId as UserId, role });

describe('a real e-mail address', () => {
  it.each([
    ['everyone', [100, 200, 300, 400, 600]],
    ['members', [100, 200, 300, 400]],
    ['moderators', [100, 200, 300]],
    ['administrators', [100, 200]],
    ['nobody', []],
  ] as const)('with visibility for %s is visible to the roles %j', (level, roles) => {
    const seen = Object.values(ROLE).filter((role) => isEmailVisibleTo(target(EMAIL_VISIBILITY[level]), viewer(role)));
    expect(seen).toEqual(roles);
  });

  it('is always visible to its own user, even a guest', () => {
    expect(isEmailVisibleTo(target(EMAIL_VISIBILITY.nobody), viewer(ROLE.guest, 5))).toBe(true);
  });

  it('is public for bots', () => {
    expect(isEmailVisibleTo(target(EMAIL_VISIBILITY.nobody, true), viewer(ROLE.guest))).toBe(true);
  });

  it('is visible to no role if the level is unknown', () => {
    expect(isEmailVisibleTo(target(77), viewer(ROLE.owner))).toBe(false);
  });
});

describe('the address of a picture', () => {
  const hidden = target(EMAIL_VISIBILITY.administrators);

  it('is left to clients that can compute it from the visible address', () => {
    expect(avatarUrl(hidden, viewer(ROLE.owner), true)).toBeNull();
  });

  it('is sent if the real address is hidden, and is computed from the placeholder', () => {
    const placeholder = gravatarUrl('user5@parley.invalid', 3);
    expect(avatarUrl(hidden, viewer(ROLE.member), true)).toBe(placeholder);
    expect(avatarUrl(hidden, viewer(ROLE.member), false)).toBe(placeholder);
    expect(avatarUrl(hidden, ANYBODY, false)).toBe(placeholder);
  });

  it('is computed from the lower-case real address for viewers who see it', () => {
    expect(avatarUrl(hidden, viewer(ROLE.owner), false)).toBe(gravatarUrl('ana@example.org', 3));
  });
});

describe('times and addresses', () => {
  it('has minute precision', () => {
    expect(minutePrecise(Date.UTC(2024, 4, 1, 10, 15, 59, 999))).toBe('2024-05-01T10:15+00:00');
  });

  it.each(['a@b.example', "o'hara+news@mail.example.org", `${'x'.repeat(64)}@example.org`])(
    'accepts %s as an address',
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'ana',
    'ana@',
    '@example.org',
    'a b@example.org',
    'ana@example',
    'ana@example.org\n',
    'ana@exämple.org',
    'a@b@c.example',
    'a\0@b.example',
    `${'x'.repeat(65)}@example.org`,
  ])('refuses %j as an address', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });

  it('reserves the placeholder addresses of accounts', () => {
    expect(isReservedEmail('User5@Parley.invalid', 'parley.invalid')).toBe(true);
    expect(isReservedEmail('notification-bot@parley.invalid', 'parley.invalid')).toBe(true);
    expect(isReservedEmail('user5@example.org', 'parley.invalid')).toBe(false);
    expect(isReservedEmail('ana@parley.invalid', 'parley.invalid')).toBe(false);
  });
});
