import { createHash } from 'node:crypto';
import { memoized } from '../memoized';
import { AvatarSource, isEmailVisibleTo, UserSummary, Viewer } from '../records/user';

/** The fields of an account that determine its picture. */
export type Pictured = Pick<
  UserSummary,
  | 'id'
  | 'organizationId'
  | 'isBot'
  | 'email'
  | 'deliveryEmail'
  | 'emailAddressVisibility'
  | 'avatarVersion'
  | 'avatarSource'
  | 'avatarKey'
>;

/**
 * The address of an account's picture, relative if this server has the picture. `null` if the client can compute it:
 * the client asks for that, the picture is from the external service, and the viewer may see the real e-mail address
 * (docs/protocol/users.md). The address never reveals an e-mail address that the viewer may not see.
 */
export function avatarUrl(user: Pictured, viewer: Viewer, clientGravatar: boolean): string | null {
  if (user.avatarSource === 'U') return uploadedAvatarUrl(user);
  if (user.avatarSource === 'J') return drawnAvatarUrl(user);
  const isVisible = isEmailVisibleTo(user, viewer);
  if (clientGravatar && isVisible) return null;
  return gravatarUrl(isVisible ? user.deliveryEmail : user.email, user.avatarVersion);
}

/** The path prefix of pictures; the organization's id and the key follow. */
export const PICTURES = '/user_avatars';

const uploadedAvatarUrl = ({ organizationId, avatarKey }: Pictured): string =>
  `${PICTURES}/${organizationId}/${avatarKey}.png`;

const drawnAvatarUrl = ({ organizationId, id, avatarVersion }: Pictured): string =>
  `${drawnPictureUrl(organizationId, String(id))}?version=${avatarVersion}`;

/** A pattern that depends on the name alone, so that it reveals nothing about the account. */
export const drawnPictureUrl = (organizationId: number, name: string): string =>
  `${PICTURES}/${organizationId}/drawn/${name}.png`;

export const gravatarUrl = (email: string, version: number): string =>
  `https://secure.gravatar.com/avatar/${gravatarHash(email)}?d=identicon&version=${version}`;

const gravatarHash = memoized((email: string) => createHash('md5').update(email.toLowerCase()).digest('hex'));

/** The larger version of the picture. */
export function mediumAvatarUrl(url: string): string {
  if (!url.startsWith(PICTURES)) return `${url}&s=500`;
  return url.replace(/\.png(?=$|\?)/, '-medium.png');
}

/** The source of the picture of an account without an upload. */
export const ownAvatarSource = ({ gravatar }: { gravatar: boolean }): AvatarSource => (gravatar ? 'G' : 'J');
