import { t } from '../i18n';

export interface SuggestedTime {
  readonly name: string;
  /** As a reader sees it. */
  readonly detail: string;
  readonly iso: string;
  /** UNIX seconds. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const MORNING = 9;

/** Times that messages often name or wait for, and the one that the user has typed. */
export function suggestedTimes(query: string, now: Date, locale: string): readonly SuggestedTime[] {
  const time = (name: string, date: Date): SuggestedTime => ({
    name,
    detail: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(date),
    iso: isoOf(date),
    at: Math.floor(date.getTime() / 1000),
  });
  const usual = usualTimes(now).map(([name, date]) => time(name, date));
  if (query.trim() === '') return usual;
  const typed = Date.parse(query);
  return Number.isNaN(typed) ? [] : [time(query, new Date(typed))];
}

const usualTimes = (now: Date): [string, Date][] => [
  [t.inAnHour, new Date(now.getTime() + HOUR_MS)],
  [t.inThreeHours, new Date(now.getTime() + 3 * HOUR_MS)],
  [t.tomorrowMorning, morningIn(1, now)],
  [t.nextMonday, morningIn((8 - now.getDay()) % 7 || 7, now)],
];

const morningIn = (days: number, now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** In the user's own zone, to the minute. */
export function isoOf(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const two = (number: number): string => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${localOf(date)}:00${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** As a field for a date and a time holds it. */
export function localOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
