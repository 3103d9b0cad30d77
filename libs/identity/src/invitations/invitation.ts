import type { ChannelId, InvitationId, OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { MustBeAdministrator, MustBeOwner } from '../errors';
import { InvitationTermIsInvalid } from '../confirmations/link.errors';
import { isAdministrator, isOwner, ROLE, Role } from '../roles/role';

/** What a user who joins by an invitation gets. */
export interface InvitationTerms {
  readonly role: Role;
  readonly channelIds: readonly ChannelId[];
  readonly groupIds: readonly UserGroupId[];
  /** The organization's default channels too. */
  readonly includesDefaults: boolean;
  /** The inviting user is told when it is accepted. */
  readonly notifiesInviter: boolean;
  /** What the notification bot says to the newcomer; null: what the organization says, "": nothing. */
  readonly welcomeText: string | null;
}

export interface Invitation extends InvitationTerms {
  readonly id: InvitationId;
  readonly organizationId: OrganizationId;
  readonly inviterId: UserId;
  /** null: a reusable link, for any number of users. */
  readonly email: string | null;
  readonly sealedToken: Buffer;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** UNIX milliseconds; null: good until it is revoked. */
  readonly expiresAt: number | null;
}

export const DEFAULT_MINUTES = 10 * 24 * 60;
/** A hundred years; later is said by null. */
const MOST_MINUTES = 100 * 366 * 24 * 60;

/** How many addresses of one organization may be invited a day; a link may invite any number. */
export const DAILY_INVITATIONS = 500;

/** @throws InvitationTermIsInvalid */
export function assertTermIsPossible(minutes: number | null): void {
  if (minutes !== null && (minutes < 1 || minutes > MOST_MINUTES)) throw new InvitationTermIsInvalid();
}

/**
 * A user invites to no stronger role: owners are invited by owners, administrators and moderators by administrators.
 * @throws MustBeOwner, MustBeAdministrator
 */
export function assertMayInviteAs(inviterRole: number, role: Role): void {
  if (isOwner(role) && !isOwner(inviterRole)) throw new MustBeOwner();
  if (role < ROLE.member && !isAdministrator(inviterRole)) throw new MustBeAdministrator();
}

/** As `assertMayInviteAs`, for an invitation written when the inviting user had a stronger role. */
export function mayStillInviteAs(inviter: { role: number; isActive: boolean }, role: Role): boolean {
  if (!inviter.isActive) return false;
  return isOwner(role) ? isOwner(inviter.role) : role >= ROLE.member || isAdministrator(inviter.role);
}

/** The addresses in a text, each once: separated by commas, semicolons or line ends, with or without a name. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,;\r\n]+/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '' && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}
