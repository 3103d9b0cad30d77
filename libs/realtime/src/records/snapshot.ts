/** PostgreSQL's pg_snapshot: which transactions a reader saw. */
export interface Snapshot {
  /** Everything below was finished. */
  readonly xmin: number;
  /** Nothing from here on had begun to be visible. */
  readonly xmax: number;
  /** Under way between the two. */
  readonly underWay: ReadonlySet<number>;
}

/** Reads the text form `xmin:xmax:xid,xid`. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, list] = text.split(':');
  return { xmin: Number(xmin), xmax: Number(xmax), underWay: new Set(list ? list.split(',').map(Number) : []) };
}

export function isVisible(xid: number, { xmin, xmax, underWay }: Snapshot): boolean {
  return xid < xmin || (xid < xmax && !underWay.has(xid));
}
