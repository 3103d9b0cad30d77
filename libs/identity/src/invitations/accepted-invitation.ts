import type { AuditEntry, Facts } from '../audit/audit-entry';
import type { Invitation } from './invitation';

/** Who joined by an invitation. */
export interface AcceptedInvitation {
  /** Of the invitation. */
  readonly id: number;
  readonly userId: number;
  readonly inviterId: number;
  readonly role: number;
  readonly isLink: boolean;
  /** UNIX milliseconds. */
  readonly acceptedAt: number;
}

/** What the audit log keeps of an acceptance. @param userId of the new user */
export const factsOfAcceptance = (userId: number, { role, inviterId, email }: Invitation): Facts => ({
  user_id: userId,
  invited_as: role,
  inviter_id: inviterId,
  is_multiuse: email === null,
});

/** `null`: an entry of a release that did not keep who had invited the user. */
export function acceptedIn({ objectId, at, after }: AuditEntry): AcceptedInvitation | null {
  const { user_id: userId, invited_as: role, inviter_id: inviterId, is_multiuse: isLink } = after ?? {};
  if (objectId === null || typeof inviterId !== 'number') return null;
  return {
    ...{ id: objectId, userId: Number(userId), role: Number(role), inviterId },
    ...{ isLink: isLink === true, acceptedAt: at },
  };
}
