import type { LogEntry } from '../records/audience';

const OF_A_TEXT = 24;
const OF_A_LIST = 48;
const OF_A_NUMBER = 8;

/** The approximate memory of a decoded JSON value, in bytes. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + OF_A_TEXT;
  if (typeof value !== 'object' || value === null) return OF_A_NUMBER;
  let sum = OF_A_LIST;
  if (Array.isArray(value)) for (const part of value) sum += weightOf(part);
  // A list of the values would take longer than the sum; what JSON makes inherits nothing.
  else for (const key in value) sum += weightOf(value[key as keyof typeof value]);
  return sum;
}

const known = new WeakMap<LogEntry, number>();

/** As `weightOf`, computed once for each entry, whatever the number of queues that hold it. */
export function weightOfEntry(entry: LogEntry): number {
  let weight = known.get(entry);
  if (weight === undefined) known.set(entry, (weight = weightOf(entry)));
  return weight;
}
