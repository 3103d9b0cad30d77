const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients hide channels without messages for a longer time. */
const ACTIVE_DAYS = 180;
/** The period in which messages are counted. */
export const COUNTED_DAYS = 28;
/** A younger channel has no weekly traffic. */
const LEAST_DAYS = 7;

/** Times are UNIX milliseconds. A channel without messages counts from its creation. */
export const isRecentlyActive = (now: number, createdAt: number, newestAt: number | null): boolean =>
  now - Math.max(createdAt, newestAt ?? createdAt) < ACTIVE_DAYS * DAY_MS;

/**
 * Messages a week, rounded to two digits, at least 1 if there is any message; `null`: the channel is too young.
 * @param recent the number of messages in the last `COUNTED_DAYS` days
 */
export function weeklyTraffic(now: number, createdAt: number, recent: number): number | null {
  const age = (now - createdAt) / DAY_MS;
  if (age < LEAST_DAYS) return null;
  const weekly = (recent * 7) / Math.min(age, COUNTED_DAYS);
  return recent > 0 && weekly < 1 ? 1 : twoDigits(Math.round(weekly));
}

const twoDigits = (whole: number): number => (whole < 100 ? whole : Number(whole.toPrecision(2)));
