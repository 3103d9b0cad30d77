import { MAX_PAGE } from '../messages/page-window';

/** The number of messages before and after an anchor. */
export interface WindowSize {
  readonly before: number;
  readonly after: number;
}

/** At most as many as a page has, and half of that each if both sides ask for more (docs/protocol/read-state.md). */
export function clamped({ before, after }: WindowSize): WindowSize {
  if (before + after <= MAX_PAGE) return { before, after };
  const half = MAX_PAGE / 2;
  if (before < half) return { before, after: MAX_PAGE - before };
  return after < half ? { before: MAX_PAGE - after, after } : { before: half, after: half };
}
