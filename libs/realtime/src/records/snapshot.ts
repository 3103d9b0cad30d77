/** PostgreSQL's pg_snapshot: the transactions that a reader saw. */
export interface Snapshot {
  /** All transactions below were finished. */
  readonly xmin: number;
  /** No transaction from here on was visible. */
  readonly xmax: number;
  /** Open transactions between the two. */
  readonly underWay: ReadonlySet<number>;
}

/** Parses the text form `xmin:xmax:xid,xid`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, list] = text.split(':');
  return { xmin: Number(xmin), xmax: Number(xmax), underWay: new Set(list ? list.split(',').map(Number) : []) };
}

export function isVisible(xid: number, { xmin, xmax, underWay }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !underWay.has(xid));
}
