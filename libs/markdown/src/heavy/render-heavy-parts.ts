import { coloured } from '../code/highlight';
import { laidOut } from '../math';
import type { HeavyPart } from './heavy-part';

/** What a worker thread does: the HTML of each part, in their order. */
export const renderHeavyParts = (parts: readonly HeavyPart[]): (string | null)[] =>
  parts.map((part) =>
    part.kind === 'code' ? coloured(part.text, part.language) : laidOut(part.text, part.isDisplayed),
  );
