/** One row of work that concerns many users. */
export interface ChunkedRow<Item> {
  readonly id: number;
  /** Up to this user it has been done. */
  readonly doneUserId: number;
  readonly items: readonly Item[];
}

/** A part of such a row, small enough for one transaction. */
export interface Chunk<Item> {
  readonly id: number;
  readonly after: number;
  /** The last user of the part; null: nothing of the row is left then. */
  readonly upto: number | null;
  readonly items: readonly Item[];
}

/**
 * Divides work into batches of about `size` items, by user. The items of one user are never divided. If a node stops,
 * another continues after the user in the row.
 */
export function chunksOf<Item extends { readonly userId: number }>(
  rows: readonly ChunkedRow<Item>[],
  size: number,
): Chunk<Item>[][] {
  const batches: Chunk<Item>[][] = [[]];
  let room = size;
  for (const { id, doneUserId, items } of rows) {
    const open = items.filter(({ userId }) => userId > doneUserId).sort((one, other) => one.userId - other.userId);
    for (let at = 0, after = doneUserId, isDone = false; !isDone;) {
      if (room <= 0) {
        batches.push([]);
        room = size;
      }
      let end = Math.min(at + room, open.length);
      while (end < open.length && open[end]?.userId === open[end - 1]?.userId) end++;
      isDone = end === open.length;
      const upto = isDone ? null : open[end - 1]!.userId;
      batches.at(-1)!.push({ id, after, upto, items: open.slice(at, end) });
      room -= end - at;
      [at, after] = [end, upto ?? after];
    }
  }
  return batches;
}
