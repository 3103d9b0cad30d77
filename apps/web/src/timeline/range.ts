/** Rows that are shown at most. */
export const MAX_ROWS = 260;
const STEP = 40;
const BEFORE = 100;
/** Rows to either side that a view begins with, which fill the window; the others come when they are near. */
export const AT_FIRST = 20;

/** The first and the last message that is shown; `null`: as far as there is. */
export interface Range {
  readonly first: number | null;
  readonly last: number | null;
}

/** Around a message, or the end where there is none. @param rows to either side */
export function rangeAround(ids: readonly number[], id: number | undefined, rows = BEFORE): Range {
  const at = id === undefined ? ids.length : ids.findIndex((one) => one >= id);
  const middle = at < 0 ? ids.length : at;
  const begin = Math.max(0, middle - rows);
  const end = Math.min(ids.length, middle + rows);
  return { first: ids[begin] ?? null, last: id === undefined ? null : (ids[end - 1] ?? null) };
}

/**
 * The messages of a range; at the end new ones are shown as they come, and the oldest rows make room.
 * @param held a message that is shown however many come before it; `null`: none
 */
export function rangeOf(
  ids: readonly number[],
  { first, last }: Range,
  isAtEnd: boolean,
  held: number | null,
): readonly number[] {
  const begin = first === null ? 0 : lowerBound(ids, first);
  const end = isAtEnd || last === null ? ids.length : lowerBound(ids, last + 1);
  if (isAtEnd) return ids.slice(Math.max(begin, end - MAX_ROWS), end);
  const surplus = held === null ? 0 : Math.max(0, lowerBound(ids, held) + BEFORE - (begin + MAX_ROWS));
  return ids.slice(begin + surplus, Math.min(end, begin + surplus + MAX_ROWS));
}

/** Some rows further; the far end makes room. */
export function moved(ids: readonly number[], shown: readonly number[], towards: 'older' | 'newer'): Range {
  const begin = lowerBound(ids, shown[0] ?? 0);
  const end = lowerBound(ids, (shown.at(-1) ?? 0) + 1);
  if (towards === 'older') {
    const next = Math.max(0, begin - STEP);
    return { first: ids[next] ?? null, last: ids[Math.min(end, next + MAX_ROWS) - 1] ?? null };
  }
  const next = Math.min(ids.length, end + STEP);
  return { first: ids[Math.max(begin, next - MAX_ROWS)] ?? null, last: ids[next - 1] ?? null };
}

/** The place of the first id that is not smaller. */
function lowerBound(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
