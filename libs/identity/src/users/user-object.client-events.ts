import type { UserId } from '@app/kernel';
import { avatarUrl, gravatarUrl } from '../pictures/avatar';
import type { ProfileData } from './profile-data';
import { ROLE } from '../roles/role';
import { ANYBODY, isEmailVisibleTo, minutePrecise, roleFlags, UNKNOWN_NAME, User, Viewer } from '../records/user';

/** The user object of the interface, as one viewer may see it. */
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
  /** Of bots only. */
  bot_owner_id?: number | null;
  /** Of the server's own bots only. */
  is_system_bot?: true;
  role: number;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  /** Of people only, and only where it was asked for. */
  profile_data?: ProfileData;
}

interface UserObjectOptions {
  /** The viewer's client computes addresses of pictures itself. */
  clientGravatar: boolean;
  /** What stands in the custom profile fields; null: it was not asked for. */
  profile: ProfileData | null;
}

/** In a list of active users, or of inactive ones, the entries do not repeat it. */
export type ListedUser = Omit<UserObject, 'is_active'>;

export const userObject = (user: User, viewer: Viewer, options: UserObjectOptions): UserObject => ({
  ...listedUser(user, viewer, options),
  is_active: user.isActive,
});

/** One literal, written once: it is made for everybody in an organization whenever a client registers. */
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

/** What people without an account see (docs/protocol/users.md): neither the hour, nor where, nor mail. */
export function spectatorUserObject(user: User): SpectatorUserObject {
  const { timezone: _, ...object } = userObject(user, ANYBODY, { clientGravatar: false, profile: null });
  return { ...object, delivery_email: null, date_joined: object.date_joined.slice(0, 'yyyy-mm-dd'.length) };
}

/** In place of somebody of whom a guest may not know: for clients that need everybody in their list. */
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
