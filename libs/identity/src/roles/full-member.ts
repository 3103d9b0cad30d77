import { ROLE } from './role';

/** The fields of an account that decide whether it is a full member. */
export interface FullMemberFields {
  readonly role: number;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Moderators and above are full members at once; members are after the waiting period, in whole days. */
export function isFullMember({ role, joinedAt }: FullMemberFields, waitingPeriodDays: number, now: number): boolean {
  if (role <= ROLE.moderator) return true;
  // Without a waiting period members are full at once, even if the clocks of nodes differ.
  if (waitingPeriodDays <= 0) return role === ROLE.member;
  return role === ROLE.member && Math.floor((now - joinedAt) / DAY) >= waitingPeriodDays;
}
