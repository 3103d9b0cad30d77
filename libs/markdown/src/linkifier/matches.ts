import type { WorkBudget } from '../work-budget';
import type { Linkifier } from './linkifier';

export interface LinkifierMatch {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/**
 * Patterns are applied to windows of this many characters, and may miss matches longer than the overlap. Otherwise a
 * pattern that looks ahead to the end of the text would take quadratic time.
 */
const WINDOW = 1_000;
const OVERLAP = 250;

/**
 * The matches of all linkifiers in the order of the text. Where matches overlap, the linkifier that is listed first
 * wins. `goesOn`: the text is a continuation, so that `^` does not match at its start.
 */
export function linkifierMatches(
  text: string,
  linkifiers: readonly Linkifier[],
  work: WorkBudget,
  goesOn = false,
): LinkifierMatch[] {
  if (text.length === 0) return [];
  // The prefix keeps `^` from matching. No pattern can match it.
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
  work: WorkBudget,
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
