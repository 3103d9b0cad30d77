/** For ever. */
const UNLIMITED = -1;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Messages sent before the result are deleted; `null`: all are kept.
 * @param channelDays in days; `null`: the organization's value
 */
export function keptSince(now: Date, organizationDays: number, channelDays: number | null = null): Date | null {
  const days = channelDays ?? organizationDays;
  return days === UNLIMITED ? null : new Date(now.getTime() - days * DAY_MS);
}
