import type { OrganizationId, UserId } from '@app/kernel';
import { avatarUrl, drawnPictureUrl, gravatarUrl, mediumAvatarUrl, Pictured } from './avatar';
import { EMAIL_VISIBILITY } from '../records/email-address';
import { ROLE } from '../roles/role';
import { ANYBODY } from '../records/user';

const account: Pictured = {
  id: 5 as UserId,
  organizationId: 2 as OrganizationId,
  isBot: false,
  email: 'user5@parley.invalid',
  deliveryEmail: 'Ana@Example.org',
  emailAddressVisibility: EMAIL_VISIBILITY.administrators,
  avatarVersion: 3,
  avatarSource: 'G',
  avatarKey: null,
};
const owner = { userId: 9 as UserId, role: ROLE.owner };

describe('the address of a picture', () => {
  it('is the same for all viewers of an uploaded picture, whatever clients can compute', () => {
    const uploaded = { ...account, avatarSource: 'U' as const, avatarKey: 'abc' };
    for (const viewer of [owner, ANYBODY])
      for (const computes of [true, false])
        expect(avatarUrl(uploaded, viewer, computes)).toBe('/user_avatars/2/abc.png');
  });

  it('contains only the id when the server draws the picture', () => {
    const drawn = { ...account, avatarSource: 'J' as const };
    expect(avatarUrl(drawn, owner, true)).toBe('/user_avatars/2/drawn/5.png?version=3');
    expect(avatarUrl(drawn, ANYBODY, true)).toBe('/user_avatars/2/drawn/5.png?version=3');
  });

  it('is left to clients only for pictures of the external service with a visible real address', () => {
    expect(avatarUrl(account, owner, true)).toBeNull();
    expect(avatarUrl(account, ANYBODY, true)).toBe(gravatarUrl('user5@parley.invalid', 3));
  });

  it.each([
    ['/user_avatars/2/abc.png', '/user_avatars/2/abc-medium.png'],
    [`${drawnPictureUrl(2, '5')}?version=3`, '/user_avatars/2/drawn/5-medium.png?version=3'],
    [gravatarUrl('a@b.org', 1), `${gravatarUrl('a@b.org', 1)}&s=500`],
  ])('has a larger picture: %s', (small, medium) => {
    expect(mediumAvatarUrl(small)).toBe(medium);
  });
});
