import { locale, t } from '../i18n';

const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const time24 = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

const DAY_MS = 86_400_000;

/** @param seconds UNIX seconds; all functions of this file show the viewer's own zone */
export const timeOf = (seconds: number, is24: boolean): string => (is24 ? time24 : time).format(seconds * 1000);
export const wholeTimeOf = (seconds: number): string => whole.format(seconds * 1000);

/** The same for all moments of a day. */
export const dayKey = (seconds: number): string => new Date(seconds * 1000).toDateString();

export function dayOf(seconds: number, now = Date.now()): string {
  const key = dayKey(seconds);
  if (key === new Date(now).toDateString()) return t.today;
  if (key === new Date(now - DAY_MS).toDateString()) return t.yesterday;
  const isThisYear = new Date(seconds * 1000).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? day : dayOfYear).format(seconds * 1000);
}
