import { s } from '../words';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** In the largest unit that fits exactly. */
export function periodOf(seconds: number): string {
  if (seconds % DAY === 0) return s.days(seconds / DAY);
  if (seconds % HOUR === 0) return s.hours(seconds / HOUR);
  return seconds % MINUTE === 0 ? s.minutes(seconds / MINUTE) : s.seconds(seconds);
}
