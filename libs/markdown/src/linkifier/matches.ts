import type { Work } from '../work';
import type { Linkifier } from './linkifier';

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/**
 * A pattern looks at so many characters at a time, and matches that are longer than the overlap may be missed: else one
 * that looks ahead to the end of the text at each of its matches would take time in the square of its length.
 */
const WINDOW = 1_000;
const OVERLAP = 250;

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
  if (text.length === 0) return [];
  // The sign in front keeps `^` from matching; no pattern can contain what lies before its start.
  const searched = goesOn ? `\0${text}` : text;
  const shift = searched.length - text.length;
  const taken = new Uint8Array(searched.length);
  const found: LinkifierMatch[] = [];
  for (const linkifier of linkifiers) {
    for (const { start, end, url } of matchesOf(linkifier, searched, shift, work)) {
      if (url === null || taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ start: start - shift, end: end - shift, url });
    }
  }
  return found.length < 2 ? found : found.sort((one, other) => one.start - other.start);
}

/** From left to right; ends early when linkifiers have had their share of work. */
function* matchesOf(
  linkifier: Linkifier,
  text: string,
  start: number,
  work: Work,
): Generator<NonNullable<ReturnType<Linkifier['find']>>> {
  let from = start;
  while (from < text.length) {
    const end = Math.min(from + WINDOW, text.length);
    if (!work.spendOnLinkifiers(Math.ceil((end - from) * linkifier.cost))) return;
    const match = linkifier.find(end === text.length ? text : text.slice(0, end), from);
    if (!match) {
      from = end === text.length ? end : end - OVERLAP;
      continue;
    }
    if (match.end === end && end < text.length && match.start - 1 > from) {
      from = match.start - 1; // cut off by the window: once more, with the character before it
      continue;
    }
    if (match.end > match.start) yield match;
    from = Math.max(match.end, match.start + 1);
  }
}
