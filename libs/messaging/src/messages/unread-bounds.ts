import type { PagePart } from './page-window';

/** Between two positions. */
export interface UnreadBounds {
  readonly above: number;
  readonly upto: number;
}

/** The position up to which a user has read everything, and the newest id. */
export interface UnreadReach {
  readonly floor: number;
  readonly newest: number;
}

/** The first search ranges for a page of unread messages, in ids. */
const WIDTHS = [2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20];

/**
 * The ranges in which a part of the unread messages is searched: near its end first, and further if necessary. The last
 * range contains everything. Below the floor only marked messages are unread, so no steps are needed there.
 */
export function unreadBounds(part: PagePart, { floor, newest }: UnreadReach): UnreadBounds[] {
  if ('below' in part) {
    const upto = part.below - 1;
    const start = Math.min(upto, newest);
    const steps = WIDTHS.map((width) => start - width).filter((above) => above > floor);
    return [...steps, 0].map((above) => ({ above, upto }));
  }
  const above = part.from - 1;
  const start = Math.max(above, floor);
  const steps = WIDTHS.map((width) => start + width).filter((upto) => upto < newest);
  return [...steps, Number.MAX_SAFE_INTEGER].map((upto) => ({ above, upto }));
}
