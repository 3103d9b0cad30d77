import type { QueuedEvent } from '../records/queued-event';

const BEFORE_ID = Buffer.from('{"id":');
const COMMA = 44;
const DIGIT_0 = 48;
export const LARGEST_ID_DIGITS = 16;
/** At most so many bytes of an event are not shared. */
export const BYTES_AROUND_EVENT = BEFORE_ID.length + LARGEST_ID_DIGITS + 1;
/** Numbers below this are computed with as 32-bit integers, which is fast. */
const HALF = 10_000_000;
const HALF_DIGITS = 7;

/** Writes the JSON of an event: its id, and a copy of the shared bytes. @returns where it ends */
export function addEvent(bytes: Buffer, at: number, { id, rest: { bytes: rest } }: QueuedEvent): number {
  const end = addNumber(bytes, addFew(bytes, at, BEFORE_ID), id);
  bytes[end] = COMMA;
  bytes.set(rest, end + 1);
  return end + 1 + rest.length;
}

/** Copies a few bytes: a loop costs less than a call. @returns where they end */
export function addFew(bytes: Buffer, at: number, few: Buffer): number {
  let end = at;
  for (let from = 0; from < few.length; from++) bytes[end++] = few[from]!;
  return end;
}

/** Writes a number that is whole and not negative, in decimal digits. @returns where they end */
export function addNumber(bytes: Buffer, at: number, number: number): number {
  if (number < HALF) return addDigits(bytes, at, number, digitsOf(number));
  const upper = Math.floor(number / HALF);
  const end = addNumber(bytes, at, upper);
  return addDigits(bytes, end, number - upper * HALF, HALF_DIGITS);
}

function addDigits(bytes: Buffer, at: number, number: number, digits: number): number {
  let left = number | 0;
  for (let place = at + digits - 1; place >= at; place--) {
    const rest = (left / 10) | 0;
    bytes[place] = DIGIT_0 + left - rest * 10;
    left = rest;
  }
  return at + digits;
}

function digitsOf(number: number): number {
  let digits = 1;
  for (let limit = 10; number >= limit; limit *= 10) digits++;
  return digits;
}
