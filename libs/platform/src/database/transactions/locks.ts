/**
 * Advisory locks, held to the end of a transaction and always taken by its first statement (ADR 1:
 * a transaction id drawn before a lock is waited for would put log entries into the wrong order).
 */
export interface Lock {
  readonly kind: LockKind;
  readonly id: number;
  /** Shared holders exclude only exclusive ones: a send shares the channel with other sends. */
  readonly shared: boolean;
}

/** Locks are taken in ascending order of kind, then id; two transactions can then never wait for each other. */
const KINDS = { cluster: 1, organization: 2, channel: 3, user: 4, message: 5, searchIndex: 6, schema: 7 } as const;
type LockKind = keyof typeof KINDS;

const exclusive = (kind: LockKind, id: number): Lock => ({ kind, id, shared: false });

/** Each lock, with what it guards. */
export const lock = {
  /** For the first start, and other work that only one node of the cluster may do. */
  cluster: (): Lock => exclusive('cluster', 0),
  /** Settings, roles, groups, and the set of channels of one organization. */
  organization: (id: number): Lock => exclusive('organization', id),
  /** Changes of subscriptions: they exclude changes of settings, roles and groups, but not each other. */
  organizationShared: (id: number): Lock => ({ kind: 'organization', id, shared: true }),
  /** Membership, privacy, moves and deletions of one channel. */
  channel: (id: number): Lock => exclusive('channel', id),
  /** A send into a channel. */
  channelShared: (id: number): Lock => ({ kind: 'channel', id, shared: true }),
  /** Personal settings, flags and read state of one user. */
  user: (id: number): Lock => exclusive('user', id),
  /** The text of one message: an edit, or a rendering. */
  message: (id: number): Lock => exclusive('message', id),
  /** Writers of the search index: one at a time, so that none overwrites newer rows. */
  searchIndex: (): Lock => exclusive('searchIndex', 0),
  /** For migrations: it may be held for long, and the other nodes serve meanwhile. */
  schema: (): Lock => exclusive('schema', 0),
};

/** One key of PostgreSQL's 64-bit advisory lock space; ids stay below `LARGEST_ID`. */
export const keyOf = ({ kind, id }: Lock): number => KINDS[kind] * 2 ** 48 + id;

/** The cluster lock allows creating organizations: no other transaction knows their records yet. */
export const isHeldBy = (held: readonly Lock[], wanted: Lock): boolean =>
  held.some((one) => one.kind === 'cluster' || (keyOf(one) === keyOf(wanted) && (!one.shared || wanted.shared)));

/** The statement that takes an exclusive lock if it is free, and answers `taken`. */
export const tryLockStatement = (wanted: Lock): string => `SELECT pg_try_advisory_xact_lock(${keyOf(wanted)}) AS taken`;

/** Take those of the locks that are free, the shared ones first, and answer `taken` for each. */
export const tryLocksStatements = (wanted: readonly Lock[]): string =>
  [true, false]
    .map((shared) =>
      tryLocks(
        wanted.filter((one) => one.shared === shared),
        shared,
      ),
    )
    .join('');

const tryLocks = (wanted: readonly Lock[], shared: boolean): string =>
  wanted.length === 0
    ? ''
    : `;SELECT pg_try_advisory_xact_lock${shared ? '_shared' : ''}(k) AS taken FROM unnest('{${wanted.map(keyOf).join(',')}}'::bigint[]) AS k`;

/** Each once, in the order in which they are taken. */
export function distinctLocks(locks: readonly Lock[]): Lock[] {
  const byKey = new Map<number, Lock>();
  for (const one of locks) {
    const other = byKey.get(keyOf(one));
    if (!other || other.shared) byKey.set(keyOf(one), one);
  }
  return [...byKey.values()].sort((one, other) => keyOf(one) - keyOf(other));
}

/** The statements that take the locks; numbers only, so that they can travel in one message with BEGIN. */
export const lockStatements = (locks: readonly Lock[]): string =>
  distinctLocks(locks)
    .map((one) => `;SELECT pg_advisory_xact_lock${one.shared ? '_shared' : ''}(${keyOf(one)})`)
    .join('');
