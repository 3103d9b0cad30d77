import { ROLE } from './role';

/** What counts for standing in an organization. */
export interface Standing {
  readonly role: number;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** Moderators and above at once; members once their account is as many whole days old as the waiting period. */
export function isFullMember({ role, joinedAt }: Standing, waitingPeriodDays: number, now: number): boolean {
  if (role <= ROLE.moderator) return true;
  // Without a waiting period nobody waits, not even for clocks that differ.
  if (waitingPeriodDays <= 0) return role === ROLE.member;
  return role === ROLE.member && Math.floor((now - joinedAt) / DAY) >= waitingPeriodDays;
}
