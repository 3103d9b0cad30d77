import { element, textTokens } from './inline-token';
import { matching } from './passes';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ZONE = String.raw`(?<zone>z|utc|gmt|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?)?`;
const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,9})?)?(?: ?(?<half>[ap])m)?`;
const FORMS = [
  new RegExp(String.raw`^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:(?:t| +)${CLOCK} *${ZONE})?$`, 'i'),
  new RegExp(
    String.raw`^(?:[a-z]{3,9},? +)?(?<month>[a-z]{3,9})\.? +(?<day>\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\d{4})(?:,? +(?:at +)?${CLOCK} *${ZONE})?$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:[a-z]{3,9},? +)?(?<day>\d{1,2})(?:st|nd|rd|th)? +(?<month>[a-z]{3,9})\.?,? +(?<year>\d{4})(?:,? +(?:at +)?${CLOCK} *${ZONE})?$`,
    'i',
  ),
];
/** Of the years 1 to 9999, the only ones that clients can read. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');

/** `<time:2026-03-07T15:00:00-08:00>`: a moment that each reader sees in a time zone of their own. */
export const globalTime = matching('<', /<time:([^>\n\0]{1,100})>/g, ([, written = '']) => {
  const moment = momentOf(written.trim());
  if (moment === null || moment < EARLIEST_MS || moment > LATEST_MS)
    return element('span', { class: 'timestamp-error' }, textTokens(`Invalid time format: ${written}`));
  return element('time', { datetime: new Date(moment).toISOString().replace('.000Z', 'Z') }, textTokens(written));
});

/** UNIX milliseconds of whole seconds; a time without a zone is UTC. */
function momentOf(written: string): number | null {
  if (/^\d{1,12}$/.test(written)) return Number(written) * 1_000;
  for (const form of FORMS) {
    const parts = form.exec(written)?.groups;
    if (parts) return momentOfParts(parts);
  }
  return null;
}

/** null where there is no such day or time, as on the 31st of June. */
function momentOfParts({
  year,
  month = '',
  day,
  hour,
  minute,
  second,
  half,
  zone,
}: Record<string, string>): number | null {
  const monthNumber = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour ?? 0);
  const place = [monthNumber, Number(day), hours, Number(minute ?? 0), Number(second ?? 0)] as const;
  const local = new Date(0);
  local.setUTCFullYear(Number(year), place[0], place[1]);
  local.setUTCHours(place[2], place[3], place[4]);
  const reached = [
    local.getUTCMonth(),
    local.getUTCDate(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ];
  return reached.every((number, at) => number === place[at]) ? local.getTime() - offsetOf(zone) : null;
}

/** Milliseconds that a zone is ahead of UTC. */
function offsetOf(zone: string | undefined): number {
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  if (!sign) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
}
