import type { Work } from '../work';
import type { Linkifier } from './linkifier';

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** Looking at a character with a pattern costs so many times what looking at it otherwise does. */
const WORK_A_CHARACTER = 10;
/** Of one rendering: matches and patterns beyond it are left as text. */
const MOST_WORK = 2_000_000;

/**
 * What linkifiers find in a text, in its order. Where matches overlap, the linkifier that is listed earlier wins.
 * `goesOn`: something stands before the text, so that nothing matches at its very start.
 */
export function linkifierMatches(
  text: string,
  linkifiers: readonly Linkifier[],
  work: Work,
  goesOn = false,
): LinkifierMatch[] {
  const found: LinkifierMatch[] = [];
  if (text.length === 0) return found;
  // The sign in front keeps `^` from matching; no pattern can contain what lies before its start.
  const searched = goesOn ? `\0${text}` : text;
  const shift = searched.length - text.length;
  for (const linkifier of linkifiers) {
    let from = shift;
    while (
      from < searched.length &&
      work.spendWithin('linkifiers', (searched.length - from) * WORK_A_CHARACTER, MOST_WORK)
    ) {
      const match = linkifier.find(searched, from);
      if (!match) break;
      from = Math.max(match.end, match.start + 1);
      const [start, end] = [match.start - shift, match.end - shift];
      const overlaps = found.some((other) => start < other.end && other.start < end);
      if (match.url !== null && end > start && !overlaps) found.push({ start, end, url: match.url });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
