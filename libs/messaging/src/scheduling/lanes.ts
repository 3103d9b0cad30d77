/** The most parallel lanes. A node has twenty connections, and requests need some. */
const LANES = 6;

/**
 * Works in several lanes in parallel. Items with the same key are in one lane and keep their order. Resolves when all
 * lanes have ended, even if one failed.
 * @throws what the first lane threw that failed
 */
export async function inLanes<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => unknown,
  work: (lane: readonly Item[]) => Promise<void>,
): Promise<void> {
  const byKey = new Map<unknown, Item[]>();
  for (const item of items) {
    const lane = byKey.get(keyOf(item));
    if (lane) lane.push(item);
    else byKey.set(keyOf(item), [item]);
  }
  const waiting = [...byKey.values()];
  const ends = await Promise.allSettled(
    Array.from({ length: LANES }, async () => {
      for (let lane = waiting.shift(); lane; lane = waiting.shift()) await work(lane);
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
