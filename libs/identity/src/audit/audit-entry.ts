import type { OrganizationId, UserId } from '@app/kernel';
import { createHash } from 'node:crypto';

/**
 * The recorded state of an object as plain JSON: ids and settings. It contains no secrets, names or addresses of users.
 */
export type Facts = Readonly<Record<string, unknown>>;

/** One administrative change. */
export interface AuditedChange {
  readonly organizationId: OrganizationId;
  /** `null`: the change was made without a login. */
  readonly actorId: UserId | null;
  readonly client: string | null;
  readonly address: string | null;
  /** The action, a word in the past tense such as `created`. */
  readonly action: string;
  /** The kind of object, such as `channel`. */
  readonly objectType: string;
  /** `null`: the object does not exist, such as the account of a guessed address. */
  readonly objectId: number | null;
  /** `null`: the object did not exist before. */
  readonly before: Facts | null;
  /** `null`: the object no longer exists. */
  readonly after: Facts | null;
}

/** The end of a chain: the sequence number and hash of its last entry. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Buffer;
}

/** A change at its place in the chain of its organization. Sequence numbers begin at 1 and have no gaps. */
export interface AuditEntry extends AuditedChange, ChainEnd {
  /** UNIX milliseconds. */
  readonly at: number;
}

/** The first entry of a chain that was changed after it was written. */
export interface BrokenEntry {
  readonly sequence: number;
  /** Completes the sentence "entry 7 ...". */
  readonly fault: string;
}

/** The result of verifying a chain. */
export interface ChainWalk {
  /** The last entry that is unchanged. */
  readonly end: ChainEnd;
  readonly broken: BrokenEntry | null;
}

/** The end of a chain without entries. */
export const BEGINNING: ChainEnd = { sequence: 0, hash: Buffer.alloc(32) };

/** Equal JSON values give equal text. Keys are sorted, because a database does not keep their order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

/** The SHA-256 hash of the previous hash and all fields of the entry, including its place. */
export function hashOfEntry(previous: Buffer, entry: Omit<AuditEntry, 'hash'>): Buffer {
  const { organizationId, sequence, at, actorId, client, address, action, objectType, objectId, before, after } = entry;
  const row = [organizationId, sequence, at, actorId, client, address, action, objectType, objectId, before, after];
  return createHash('sha256').update(previous).update(canonicalJson(row)).digest();
}

/** The entries that continue a chain, one for each change. */
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

/** Verifies entries that should continue a chain, in the order of their places. */
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

/** Compares the last entry with the noted end of the chain. `null`: they are equal. */
export function brokenEnd(last: ChainEnd, noted: ChainEnd): BrokenEntry | null {
  if (last.sequence < noted.sequence) return { sequence: last.sequence + 1, fault: 'is missing' };
  if (last.sequence > noted.sequence) return { sequence: noted.sequence + 1, fault: 'was added past the end' };
  return last.hash.equals(noted.hash) ? null : { sequence: last.sequence, fault: 'is not the one noted as the last' };
}

/** The facts as the database returns them. */
const plain = (facts: Facts | null): Facts | null => JSON.parse(JSON.stringify(facts)) as Facts | null;
