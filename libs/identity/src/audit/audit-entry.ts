import type { OrganizationId, UserId } from '@app/kernel';
import { createHash } from 'node:crypto';

/** What is kept of a thing: plain JSON. Ids and settings; no secrets, and no names or addresses of people. */
export type Facts = Readonly<Record<string, unknown>>;

/** One administrative change, as it stands in the log. */
export interface AuditedChange {
  readonly organizationId: OrganizationId;
  /** null: nobody who is logged in. */
  readonly actorId: UserId | null;
  readonly client: string | null;
  readonly address: string | null;
  /** What was done: a word in the past tense, such as `created`. */
  readonly action: string;
  /** What kind of thing it was done to, such as `channel`. */
  readonly objectType: string;
  /** null: a thing that does not exist, such as the account of somebody who guesses. */
  readonly objectId: number | null;
  /** null: there was nothing. */
  readonly before: Facts | null;
  /** null: nothing is left. */
  readonly after: Facts | null;
}

/** Where a chain ends: the place and the hash of its last entry. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** A change at its place in the chain of its organization: places count from 1 without gaps. */
export interface AuditEntry extends AuditedChange, ChainEnd {
  /** UNIX milliseconds. */
  readonly at: number;
}

/** The first entry of a chain that is not what it was when it was written. */
export interface BrokenEntry {
  readonly sequence: number;
  /** Completes "entry 7 ...". */
  readonly fault: string;
}

/** What came of walking along a chain. */
export interface ChainWalk {
  /** How far it is as it was written. */
  readonly end: ChainEnd;
  readonly broken: BrokenEntry | null;
}

/** The end of a chain without entries. */
export const BEGINNING: ChainEnd = { sequence: 0, hash: Buffer.alloc(32) };

/** One text for equal JSON values, whatever the order of their keys: a database does not keep that order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

/** sha256 over the previous hash and everything that the entry says, its place included. */
export function hashOfEntry(previous: Buffer, entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { organizationId, sequence, at, actorId, client, address, action, objectType, objectId, before, after } = entry;
  const row = [organizationId, sequence, at, actorId, client, address, action, objectType, objectId, before, after];
  return createHash('sha256').update(previous).update(canonicalJson(row)).digest();
}

/** The entries that carry a chain on, one for each change. */
export function continueChain(end: ChainEnd, at: number, changes: readonly AuditedChange[]): AuditEntry[] {
  let last = end;
  return changes.map((change) => {
    const entry = {
      ...change,
      before: plain(change.before),
      after: plain(change.after),
      sequence: last.sequence + 1,
      at,
    };
    const chained = { ...entry, hash: hashOfEntry(last.hash, entry) };
    last = chained;
    return chained;
  });
}

/** Looks at entries that should carry a chain on, in the order of their places. */
export function walkChain(from: ChainEnd, entries: readonly AuditEntry[]): ChainWalk {
  let end = from;
  for (const entry of entries) {
    const broken = brokenLink(end, entry);
    if (broken) return { end, broken };
    end = entry;
  }
  return { end, broken: null };
}

function brokenLink(last: ChainEnd, entry: AuditEntry): BrokenEntry | null {
  const sequence = last.sequence + 1;
  if (entry.sequence > sequence) return { sequence, fault: 'is missing' };
  if (entry.sequence < sequence) return { sequence: entry.sequence, fault: 'has no place in the chain' };
  if (hashOfEntry(last.hash, entry).equals(entry.hash)) return null;
  return { sequence, fault: 'does not follow from the one before it: one of the two was changed' };
}

/** Looks whether the last entry is the one at which the chain was said to end; null: it is. */
export function brokenEnd(last: ChainEnd, noted: ChainEnd): BrokenEntry | null {
  if (last.sequence < noted.sequence) return { sequence: last.sequence + 1, fault: 'is missing' };
  if (last.sequence > noted.sequence) return { sequence: noted.sequence + 1, fault: 'was added past the end' };
  return last.hash.equals(noted.hash) ? null : { sequence: last.sequence, fault: 'is not the one noted as the last' };
}

/** As a database gives it back. */
const plain = (facts: Facts | null): Facts | null => JSON.parse(JSON.stringify(facts)) as Facts | null;
