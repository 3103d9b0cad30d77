import { createHash } from 'node:crypto';
import { remembering } from '../remembering';
import { AvatarSource, isEmailVisibleTo, UserSummary, Viewer } from '../records/user';

/** What of an account decides which picture is shown. */
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
 * The address of an account's picture, relative when the server has it. null where the client can compute it itself: it
 * said so, the picture is the third-party service's, and the viewer knows the real e-mail address (docs/protocol/users.md). The
 * address never betrays more of the e-mail address than the viewer may know.
 */
export function avatarUrl(user: Pictured, viewer: Viewer, clientGravatar: boolean): string | null {
  if (user.avatarSource === 'U') return uploadedAvatarUrl(user);
  if (user.avatarSource === 'J') return drawnAvatarUrl(user);
  const isVisible = isEmailVisibleTo(user, viewer);
  if (clientGravatar && isVisible) return null;
  return gravatarUrl(isVisible ? user.deliveryEmail : user.email, user.avatarVersion);
}

/** Where pictures are served from; below it the organization's id, then the key. */
export const PICTURES = '/user_avatars';

const uploadedAvatarUrl = ({ organizationId, avatarKey }: Pictured): string =>
  `${PICTURES}/${organizationId}/${avatarKey}.png`;

const drawnAvatarUrl = ({ organizationId, id, avatarVersion }: Pictured): string =>
  `${drawnPictureUrl(organizationId, String(id))}?version=${avatarVersion}`;

/** A pattern that follows from the name alone, so that it tells nothing of whom it stands for. */
export const drawnPictureUrl = (organizationId: number, name: string): string =>
  `${PICTURES}/${organizationId}/drawn/${name}.png`;

export const gravatarUrl = (email: string, version: number): string =>
  `https://secure.gravatar.com/avatar/${gravatarHash(email)}?d=identicon&version=${version}`;

const gravatarHash = remembering((email: string) => createHash('md5').update(email.toLowerCase()).digest('hex'));

/** The larger picture beside the one of that address. */
export function mediumAvatarUrl(url: string): string {
  if (!url.startsWith(PICTURES)) return `${url}&s=500`;
  return url.replace(/\.png(?=$|\?)/, '-medium.png');
}

/** The source of pictures that nobody uploaded. */
export const ownAvatarSource = ({ gravatar }: { gravatar: boolean }): AvatarSource => (gravatar ? 'G' : 'J');
