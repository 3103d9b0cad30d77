import { locale, t } from '../i18n';
import { nowMs } from '../store/clock';

const FORMATS = {
  time: { hour: 'numeric', minute: '2-digit' },
  time24: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  shortDay: { day: 'numeric', month: 'short' },
  shortDayOfYear: { day: 'numeric', month: 'short', year: 'numeric' },
  dayOfYear: { day: 'numeric', month: 'long', year: 'numeric' },
  whole: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** To make one costs more than to use it. */
const made = new Map<string, Intl.DateTimeFormat>();

function format(name: Name, seconds: number): string {
  const key = `${locale} ${name}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale, FORMATS[name]);
  made.set(key, known);
  return known.format(seconds * 1000);
}

const DAY_MS = 86_400_000;

/** @param seconds UNIX seconds; all functions but `timeThere` show the viewer's own zone */
export const timeOf = (seconds: number, is24: boolean): string => format(is24 ? 'time24' : 'time', seconds);
export const wholeTimeOf = (seconds: number): string => format('whole', seconds);

/** The time of day in another zone; `null`: the browser does not know the zone. */
export function timeThere(timeZone: string, is24: boolean, now = nowMs()): string | null {
  try {
    return new Intl.DateTimeFormat(locale, { ...FORMATS[is24 ? 'time24' : 'time'], timeZone }).format(now);
  } catch {
    return null;
  }
}

/** The same for all moments of a day. */
export const dayKey = (seconds: number): string => new Date(seconds * 1000).toDateString();

export function dayOf(seconds: number, now = nowMs()): string {
  return dayIn('day', 'dayOfYear', seconds, now);
}

/** For lists with little room. */
export function shortDayOf(seconds: number, now = nowMs()): string {
  return dayIn('shortDay', 'shortDayOfYear', seconds, now);
}

type Name = keyof typeof FORMATS;

function dayIn(usual: Name, ofOtherYears: Name, seconds: number, now: number): string {
  const key = dayKey(seconds);
  if (key === new Date(now).toDateString()) return t.today;
  if (key === new Date(now - DAY_MS).toDateString()) return t.yesterday;
  const isThisYear = new Date(seconds * 1000).getFullYear() === new Date(now).getFullYear();
  return format(isThisYear ? usual : ofOtherYears, seconds);
}
