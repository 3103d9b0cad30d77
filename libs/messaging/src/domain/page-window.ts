import { AnchorIsInvalid, AnchorMayNotBeExcluded, TooManyMessagesRequested } from './errors';

export const MAX_PAGE = 5_000;

/** The anchor that stands for "after everything"; ids never come near. */
export const NEWEST = 10 ** 16;
const OLDEST = 0;

export type Anchor = number | 'first_unread';

/** Which messages of a search are asked for. */
export interface PageWindow {
  readonly anchor: number;
  readonly includeAnchor: boolean;
  readonly before: number;
  readonly after: number;
}

/** The newest `count` below an id, or the oldest `count` from an id on. */
export type PagePart =
  { readonly below: number; readonly count: number } | { readonly from: number; readonly count: number };

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

/** What is to be read: below the anchor, and from it on with one more in case the anchor is a message. */
export function partsOf({ anchor, includeAnchor, before, after }: PageWindow): PagePart[] {
  const parts: PagePart[] = [];
  if (anchor > OLDEST && before > 0) parts.push({ below: anchor, count: before });
  const count = after + Number(includeAnchor);
  if (anchor < NEWEST && count > 0) parts.push({ from: includeAnchor ? anchor : anchor + 1, count });
  return parts;
}

/** `read` is what the parts brought, ascending. */
export function assemble<M extends { readonly id: number }>(window: PageWindow, read: readonly M[]): Found<M> {
  const { anchor, before, after } = window;
  const older = read.filter(({ id }) => id < anchor);
  const anchored = read.filter(({ id }) => id === anchor);
  const newer = read.filter(({ id }) => id > anchor).slice(0, after);
  return {
    messages: [...older, ...anchored, ...newer],
    foundAnchor: anchored.length > 0,
    foundOldest: anchor <= OLDEST || older.length < before,
    foundNewest: anchor >= NEWEST || newer.length < after,
  };
}
