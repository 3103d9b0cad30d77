/**
 * Event ids for clients: increasing integers that all nodes compute without a write. A queue counts from the
 * transaction before the oldest one that its snapshot did not see. So every real id is above -1 and above the ids of
 * the first heartbeats. Ids are exact for 2^37 transactions.
 */
export const IDS_PER_TRANSACTION = 65_536;

export interface Position {
  readonly xid: number;
  readonly ordinal: number;
}

export const baseOf = (snapshotXmin: number): number => snapshotXmin - 1;

export const eventId = (baseXid: number, { xid, ordinal }: Position): number =>
  (xid - baseXid) * IDS_PER_TRANSACTION + ordinal;

/** The place in the log of an id. Ids of heartbeats give places without entries. */
export function positionOf(baseXid: number, id: number): Position {
  if (id < 0) return { xid: baseXid, ordinal: -1 };
  return { xid: baseXid + Math.floor(id / IDS_PER_TRANSACTION), ordinal: id % IDS_PER_TRANSACTION };
}

/**
 * The id of a heartbeat after the given id. It is never the first id of the next transaction, which an entry may have.
 */
export const heartbeatAfter = (id: number): number =>
  id % IDS_PER_TRANSACTION === IDS_PER_TRANSACTION - 1 ? id : id + 1;

export const isAfter = (a: Position, b: Position): boolean =>
  a.xid > b.xid || (a.xid === b.xid && a.ordinal > b.ordinal);
