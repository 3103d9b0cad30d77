import type { PagePart } from './page-window';

/** Between two positions. */
export interface UnreadBounds {
  readonly above: number;
  readonly upto: number;
}

/** Of somebody: up to where everything is read; and the newest id of all. */
export interface UnreadReach {
  readonly floor: number;
  readonly newest: number;
}

/** How many ids are looked at first, where a page of unread messages is wanted. */
const WIDTHS = [2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20];

/**
 * Where to look for a part of what is unread: near its end first, and further only when that does not do. The last ones
 * are all there is. Below the floor nothing is unread but what is marked, which is no reason to go there in steps.
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
