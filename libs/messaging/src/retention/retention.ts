/** For ever. */
const UNLIMITED = -1;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What was sent before that is kept no longer; null: everything is kept.
 * @param channelDays days; null: as the organization says
 */
export function keptSince(now: Date, organizationDays: number, channelDays: number | null = null): Date | null {
  const days = channelDays ?? organizationDays;
  return days === UNLIMITED ? null : new Date(now.getTime() - days * DAY_MS);
}
