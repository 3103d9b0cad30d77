import { NO_USER, type OrganizationId, type UserId } from '@app/kernel';
import { weakestRoleSeeingEmail } from './email-address';
import { memoized } from '../memoized';
import { isAdministrator, isGuest, isOwner, Role } from '../roles/role';

/**
 * The source of a picture. G: an external service that finds it by e-mail address; U: an upload; J: drawn by the
 * server.
 */
export type AvatarSource = 'G' | 'U' | 'J';

/** The fields of an account that other contexts need. */
export interface UserSummary {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
  /** The address that all users may see: the real one, or a placeholder. */
  readonly email: string;
  /** The real address. `isEmailVisibleTo` decides who may see it. */
  readonly deliveryEmail: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  /** A bot of the server itself. It is in no list of users and no group. */
  readonly isSystemBot: boolean;
  readonly avatarVersion: number;
  readonly avatarSource: AvatarSource;
  /** The key of the uploaded picture; `null`: there is none. */
  readonly avatarKey: string | null;
  readonly emailAddressVisibility: number;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
}

/** An account with all fields of its user object. */
export interface User extends UserSummary {
  readonly botType: number | null;
  readonly botOwnerId: UserId | null;
  /** IANA name; empty: none is set. */
  readonly timezone: string;
}

/** The user who reads. `Actor` has the fields. */
export interface Viewer {
  readonly userId: UserId;
  readonly role: number;
}

/** A viewer without an identity or role, who sees only public values. */
export const ANYBODY: Viewer = { userId: NO_USER, role: Number.MAX_SAFE_INTEGER };

type Addressed = Pick<UserSummary, 'id' | 'isBot' | 'emailAddressVisibility'>;

/** Whether the viewer may see the account's real e-mail address. Those of bots are public. */
export function isEmailVisibleTo(user: Addressed, viewer: Viewer): boolean {
  return user.isBot || user.id === viewer.userId || viewer.role <= weakestRoleSeeingEmail(user.emailAddressVisibility);
}

const minuteText = memoized((minute: number) => `${new Date(minute * 60_000).toISOString().slice(0, 16)}+00:00`);

/** ISO 8601 to the minute, such as `2024-05-01T10:15+00:00`. */
export const minutePrecise = (milliseconds: number): string => minuteText(Math.floor(milliseconds / 60_000));

export const roleFlags = (role: number) => ({
  is_owner: isOwner(role),
  is_admin: isAdministrator(role),
  is_guest: isGuest(role),
});

/** The name that a guest sees for a hidden user. */
export const UNKNOWN_NAME = 'Unknown user';

type Disguisable = Pick<
  UserSummary,
  'fullName' | 'email' | 'deliveryEmail' | 'avatarSource' | 'avatarKey' | 'avatarVersion'
>;

/** The account of a hidden user as a guest sees it. `placeholder`: its placeholder address. */
export const unknownPerson = <Known extends Disguisable>(user: Known, placeholder: string): Known => ({
  ...user,
  fullName: UNKNOWN_NAME,
  email: placeholder,
  deliveryEmail: placeholder,
  avatarSource: 'G',
  avatarKey: null,
  avatarVersion: 1,
});
