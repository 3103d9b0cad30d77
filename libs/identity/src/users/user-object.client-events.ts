import type { UserId } from '@app/kernel';
import { avatarUrl, gravatarUrl } from '../pictures/avatar';
import type { ProfileData } from './profile-data';
import { ROLE } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, minutePrecise, roleFlags, UNKNOWN_NAME, User, Viewer } from '../records/user';

/** The user object of the protocol, as one viewer may see it. */
export interface UserObject {
  user_id: number;
  delivery_email: string | null;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  bot_type: number | null;
  /** Only for bots. */
  bot_owner_id?: number | null;
  /** Only for system bots. */
  is_system_bot?: true;
  role: number;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  /** Not for bots, and only if requested. */
  profile_data?: ProfileData;
}

interface UserObjectOptions {
  /** Whether the viewer's client computes the addresses of pictures. */
  clientGravatar: boolean;
  /** The values of custom profile fields; `null`: not requested. */
  profile: ProfileData | null;
}

/** An entry in a list of active or of inactive users, which does not repeat the field. */
export type ListedUser = Omit<UserObject, 'is_active'>;

export const userObject = (user: User, viewer: Viewer, options: UserObjectOptions): UserObject => ({
  ...listedUser(user, viewer, options),
  is_active: user.isActive,
});

/** A single object literal, because each registration builds it for all users of an organization. */
export function listedUser(user: User, viewer: Viewer, { clientGravatar, profile }: UserObjectOptions): ListedUser {
  const { is_owner, is_admin, is_guest } = roleFlags(user.role);
  const listed: ListedUser = {
    user_id: user.id,
    delivery_email: isEmailVisibleTo(user, viewer) ? user.deliveryEmail : null,
    email: user.email,
    full_name: user.fullName,
    date_joined: minutePrecise(user.joinedAt),
    is_owner,
    is_admin,
    is_guest,
    is_bot: user.isBot,
    bot_type: user.botType,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, viewer, clientGravatar),
    avatar_version: user.avatarVersion,
  };
  if (user.isBot) listed.bot_owner_id = user.botOwnerId;
  else if (profile) listed.profile_data = profile;
  if (user.isSystemBot) listed.is_system_bot = true;
  return listed;
}

export type SpectatorUserObject = Omit<UserObject, 'timezone' | 'profile_data'>;

/** The fields that spectators see (docs/protocol/users.md): no time of joining, no time zone, no address. */
export function spectatorUserObject(user: User): SpectatorUserObject {
  const { timezone: _, ...object } = userObject(user, ANYBODY, { clientGravatar: false, profile: null });
  return { ...object, delivery_email: null, date_joined: object.date_joined.slice(0, 'yyyy-mm-dd'.length) };
}

/** Replaces a hidden user in the list of a guest's client that needs all users in it. */
export const unknownUser = (id: UserId, email: string, organizationCreatedAt: number): ListedUser => ({
  user_id: id,
  delivery_email: null,
  email,
  full_name: UNKNOWN_NAME,
  date_joined: minutePrecise(organizationCreatedAt),
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  role: ROLE.member,
  timezone: '',
  avatar_url: gravatarUrl(email, 1),
  avatar_version: 1,
  profile_data: {},
});
