import type { ChannelId, InvitationId, OrganizationId, UserGroupId, UserId } from '@app/kernel';
import { MustBeAdministrator, MustBeOwner } from '../errors';
import { InvitationTermIsInvalid } from '../confirmations/link.errors';
import { isAdministrator, isOwner, ROLE, Role } from '../roles/role';

/** What a user who accepts the invitation receives. */
export interface InvitationTerms {
  readonly role: Role;
  readonly channelIds: readonly ChannelId[];
  readonly groupIds: readonly UserGroupId[];
  /** Whether the organization's default channels are included. */
  readonly includesDefaults: boolean;
  /** Whether the inviter is told when it is accepted. */
  readonly notifiesInviter: boolean;
  /** The welcome message for the new user; `null`: the organization's message; "": no message. */
  readonly welcomeText: string | null;
}

export interface Invitation extends InvitationTerms {
  readonly id: InvitationId;
  readonly organizationId: OrganizationId;
  readonly inviterId: UserId;
  /** `null`: a reusable link for any number of users. */
  readonly email: string | null;
  readonly sealedToken: Buffer;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  /** UNIX milliseconds; `null`: valid until it is revoked. */
  readonly expiresAt: number | null;
}

export const DEFAULT_MINUTES = 10 * 24 * 60;
/** A hundred years. A longer validity is expressed by `null`. */
const MAX_MINUTES = 100 * 366 * 24 * 60;

/** The number of addresses that one organization may invite in a day. Reusable links do not count. */
export const DAILY_INVITATIONS = 500;

/** @throws InvitationTermIsInvalid */
export function assertTermIsPossible(minutes: number | null): void {
  if (minutes !== null && (minutes < 1 || minutes > MAX_MINUTES)) throw new InvitationTermIsInvalid();
}

/**
 * No user invites to a stronger role: only owners invite owners, and only administrators invite administrators and
 * moderators.
 * @throws MustBeOwner, MustBeAdministrator
 */
export function assertMayInviteAs(inviterRole: number, role: Role): void {
  if (isOwner(role) && !isOwner(inviterRole)) throw new MustBeOwner();
  if (role < ROLE.member && !isAdministrator(inviterRole)) throw new MustBeAdministrator();
}

/** As `assertMayInviteAs`, with the inviter's current role instead of the role at the time of the invitation. */
export function mayStillInviteAs(inviter: { role: number; isActive: boolean }, role: Role): boolean {
  if (!inviter.isActive) return false;
  return isOwner(role) ? isOwner(inviter.role) : role >= ROLE.member || isAdministrator(inviter.role);
}

/** The addresses in a text, each once. They are separated by commas, semicolons or line ends, and may have names. */
export function addressesIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,;\r\n]+/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== '' && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}
