const DAY_MS = 24 * 60 * 60 * 1000;
/** Clients hide channels that have been silent for longer. */
const ACTIVE_DAYS = 180;
/** What is counted. */
export const COUNTED_DAYS = 28;
/** Younger channels have no week to speak of. */
const LEAST_DAYS = 7;

/** Times are UNIX milliseconds. A new channel has something to happen yet. */
export const isRecentlyActive = (now: number, createdAt: number, newestAt: number | null): boolean =>
  now - Math.max(createdAt, newestAt ?? createdAt) < ACTIVE_DAYS * DAY_MS;

/**
 * Messages a week, to two digits; null: the channel is too young. Where something was written at all, at least 1.
 * @param recent messages of the last `COUNTED_DAYS` days
 */
export function weeklyTraffic(now: number, createdAt: number, recent: number): number | null {
  const age = (now - createdAt) / DAY_MS;
  if (age < LEAST_DAYS) return null;
  const weekly = (recent * 7) / Math.min(age, COUNTED_DAYS);
  return recent > 0 && weekly < 1 ? 1 : twoDigits(Math.round(weekly));
}

const twoDigits = (whole: number): number => (whole < 100 ? whole : Number(whole.toPrecision(2)));
