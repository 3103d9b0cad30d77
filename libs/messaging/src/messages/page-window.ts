import { AnchorIsInvalid, AnchorMayNotBeExcluded, TooManyMessagesRequested } from '../errors';

export const MAX_PAGE = 5_000;
/**
 * The budget of a page on each side of its anchor, in bytes; of source and HTML the longer one counts. If messages are
 * long, the page has fewer than requested: the nearest ones, and at least one on each side.
 */
export const PAGE_SIDE_BYTES = 2 * 1024 * 1024;
/** The overhead of a message besides its text. */
export const MESSAGE_BYTES = 200;

/** The anchor after all messages. Ids never become this large. */
export const NEWEST = 10 ** 16;
const OLDEST = 0;

export type Anchor = number | 'first_unread';

/** The requested messages of a search. */
export interface PageWindow {
  readonly anchor: number;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
}

/** The newest `count` below an id, or the oldest `count` from an id on. */
export type PagePart =
  { readonly below: number; readonly count: number } | { readonly from: number; readonly count: number };

/** The messages of the parts, within the budget of a page. */
export interface ReadPage<M> {
  /** Ascending. */
  readonly messages: readonly M[];
  /** The number of messages before and after the anchor, including those beyond the budget. */
  readonly olderCount: number;
  readonly newerCount: number;
}

export interface Found<M> {
  /** Ascending. */
  readonly messages: readonly M[];
  readonly foundAnchor: boolean;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
}

/** @throws AnchorIsInvalid */
export function parseAnchor(written: string): Anchor {
  if (written === 'first_unread') return written;
  if (written === 'newest') return NEWEST;
  if (written === 'oldest') return OLDEST;
  if (!/^-?\d{1,100}$/.test(written)) throw new AnchorIsInvalid();
  return Math.min(NEWEST, Math.max(OLDEST, Number(written)));
}

/** @throws AnchorMayNotBeExcluded, TooManyMessagesRequested */
export function assertWindow({ includeAnchor, before, after }: Omit<PageWindow, 'anchor'>): void {
  if (!includeAnchor && before > 0 && after > 0) throw new AnchorMayNotBeExcluded();
  if (before + after > MAX_PAGE) throw new TooManyMessagesRequested(MAX_PAGE);
}

/** The parts to read: those below the anchor, and those from it on, with one more in case the anchor is a message. */
export function partsOf({ anchor, includeAnchor, before, after }: PageWindow): PagePart[] {
  const parts: PagePart[] = [];
  if (anchor > OLDEST && before > 0) parts.push({ below: anchor, count: before });
  const count = after + Number(includeAnchor);
  if (anchor < NEWEST && count > 0) parts.push({ from: includeAnchor ? anchor : anchor + 1, count });
  return parts;
}

/** A page without anything cut off. */
export function wholePage<M extends { readonly id: number }>(anchor: number, messages: readonly M[]): ReadPage<M> {
  const olderCount = messages.filter(({ id }) => id < anchor).length;
  return { messages, olderCount, newerCount: messages.filter(({ id }) => id > anchor).length };
}

export function assemble<M extends { readonly id: number }>(window: PageWindow, read: ReadPage<M>): Found<M> {
  const { anchor, before, after } = window;
  const { messages, olderCount, newerCount } = read;
  const older = messages.filter(({ id }) => id < anchor);
  const anchored = messages.filter(({ id }) => id === anchor);
  const newer = messages.filter(({ id }) => id > anchor);
  const isWhole = { older: older.length === olderCount, newer: newer.length === newerCount };
  newer.splice(after);
  return {
    messages: [...older, ...anchored, ...newer],
    foundAnchor: anchored.length > 0,
    foundOldest: anchor <= OLDEST || (isWhole.older && older.length < before),
    foundNewest: anchor >= NEWEST || (isWhole.newer && newer.length < after),
  };
}
