import type { OrganizationId, UserId } from '@app/kernel';
import { weakestRoleSeeingEmail } from './email-address';
import { remembering } from '../remembering';
import { isAdministrator, isGuest, isOwner, Role } from '../roles/role';

/** Where a picture comes from: G a service that knows it by the e-mail address, U an upload, J drawn by the server. */
export type AvatarSource = 'G' | 'U' | 'J';

/** What other contexts need to know of an account. */
export interface UserSummary {
  readonly id: UserId;
  readonly organizationId: OrganizationId;
  /** The address that everybody may know: the real one, or a placeholder. */
  readonly email: string;
  /** The real address: for whom, `isEmailVisibleTo` says. */
  readonly deliveryEmail: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  /** The server's own bot: in no list of users, member of no group. */
  readonly isSystemBot: boolean;
  readonly avatarVersion: number;
  readonly avatarSource: AvatarSource;
  /** Of the uploaded picture; null where there is none. */
  readonly avatarKey: string | null;
  readonly emailAddressVisibility: number;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
}

/** An account with all that its user object shows. */
export interface User extends UserSummary {
  readonly botType: number | null;
  readonly botOwnerId: UserId | null;
  /** IANA name; empty: not set. */
  readonly timezone: string;
}

/** Who looks. `Actor` has the fields. */
export interface Viewer {
  readonly userId: UserId;
  readonly role: number;
}

/** Somebody of whom nothing is known: sees what everybody may see. */
export const ANYBODY: Viewer = { userId: 0 as UserId, role: Number.MAX_SAFE_INTEGER };

type Addressed = Pick<UserSummary, 'id' | 'isBot' | 'emailAddressVisibility'>;

/** Whether the viewer may know the account's real e-mail address. Bots' are no secret. */
export function isEmailVisibleTo(user: Addressed, viewer: Viewer): boolean {
  return user.isBot || user.id === viewer.userId || viewer.role <= weakestRoleSeeingEmail(user.emailAddressVisibility);
}

const minuteText = remembering((minute: number) => `${new Date(minute * 60_000).toISOString().slice(0, 16)}+00:00`);

/** ISO 8601 to the minute, such as `2024-05-01T10:15+00:00`. */
export const minutePrecise = (milliseconds: number): string => minuteText(Math.floor(milliseconds / 60_000));

export const roleFlags = (role: number) => ({
  is_owner: isOwner(role),
  is_admin: isAdministrator(role),
  is_guest: isGuest(role),
});

/** The name under which guests see users whom they may not see. */
export const UNKNOWN_NAME = 'Unknown user';

type Disguisable = Pick<
  UserSummary,
  'fullName' | 'email' | 'deliveryEmail' | 'avatarSource' | 'avatarKey' | 'avatarVersion'
>;

/** What stands for an account before a guest who may not know of it; `placeholder`: its placeholder address. */
export const unknownPerson = <Known extends Disguisable>(user: Known, placeholder: string): Known => ({
  ...user,
  fullName: UNKNOWN_NAME,
  email: placeholder,
  deliveryEmail: placeholder,
  avatarSource: 'G',
  avatarKey: null,
  avatarVersion: 1,
});
