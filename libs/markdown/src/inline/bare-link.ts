import type { WorkBudget } from '../work-budget';
import { PieceExtractor } from './inline-text';
import { leaf } from './inline-token';
import { link } from './link';
import type { InlinePass } from './passes';
import { TOP_LEVEL_DOMAINS } from './top-level-domains';

/** A link begins the text or follows white space or one of these; `*` and `~` let it stand in bold or struck text. */
const BEFORE = String.raw`(?<![^\s'"([{<,:*~])`;
const LABEL = String.raw`[\p{L}\p{N}_-]+`;
const HOST = String.raw`(?:${LABEL}\.)+${LABEL}`;
const START = new RegExp(`${BEFORE}(?:((?:https?|ftp)://(?=[\\p{L}\\p{N}]))|([\\w.+-]+@${HOST})|(${HOST}))`, 'giu');

/** Where an address ends at the latest. NUL stands for what earlier passes have found. */
const STOP = /[\s"<>`\0]/;
const PUNCTUATION = /[!:;?,.'*~]/;
const OPENERS = '([{';
const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Also keeps the search for an end short when brackets are never closed. */
const DEEPEST_BRACKET = 6;

/** Addresses without any syntax around them: with a scheme, as a known domain, or as an e-mail address. */
export const bareLink: InlinePass = {
  marks: ':@.',
  find: (line, { references, work }) => {
    const { text } = line;
    const cutter = new PieceExtractor(line);
    for (const { start, end, href } of addressesIn(text, work)) {
      const label = [leaf('text', text.slice(start, end))];
      cutter.replace(start, end, link(href, label, references.organization, { isBare: true }));
    }
    return cutter.finish();
  },
};

interface Address {
  readonly start: number;
  readonly end: number;
  readonly href: string;
  readonly hasScheme: boolean;
}

/** From left to right, without overlaps. */
export function* addressesIn(text: string, work: WorkBudget): Generator<Address> {
  let from = 0;
  for (;;) {
    START.lastIndex = from;
    const match = START.exec(text);
    if (!match) return;
    from = START.lastIndex;
    const found = read(text, match, work);
    if (!found) continue;
    from = found.end;
    yield { ...found, start: match.index, hasScheme: match[1] !== undefined };
  }
}

function read(text: string, match: RegExpExecArray, work: WorkBudget): { href: string; end: number } | null {
  const [found, scheme, email, host] = match;
  const after = match.index + found.length;
  if (scheme) {
    const end = addressEnd(text, match.index, after, work);
    return { href: text.slice(match.index, end), end };
  }
  if (email) return { href: `mailto:${email}`, end: after };
  if (host === undefined || !isKnownDomain(host)) return null;
  const end = /[/?#]/.test(text.charAt(after)) ? addressEnd(text, match.index, after, work) : after;
  if (end === after && !endsWord(text, after)) return null;
  return { href: `http://${text.slice(match.index, end)}`, end };
}

/**
 * The address extends to a stop, an unbalanced bracket, or the mark of a style that directly precedes it. Punctuation
 * at its end belongs to the sentence.
 */
function addressEnd(text: string, start: number, from: number, work: WorkBudget): number {
  const before = text.charAt(start - 1);
  const wrapper = before === '*' || before === '~' ? before : null;
  const open: number[] = [];
  let end = from;
  for (; end < text.length && open.length <= DEEPEST_BRACKET; end++) {
    const character = text.charAt(end);
    if (character === wrapper || STOP.test(character)) break;
    if (OPENERS.includes(character)) open.push(end);
    else if (character in CLOSERS && text[open.pop() ?? -1] !== CLOSERS[character]) break;
  }
  work.spend(end - from);
  end = Math.min(end, ...open.slice(0, 1));
  while (end > from && PUNCTUATION.test(text.charAt(end - 1))) end--;
  return end;
}

/** Only punctuation may follow a bare domain up to the end of the word. */
function endsWord(text: string, position: number): boolean {
  let end = position;
  while (end < text.length && (PUNCTUATION.test(text.charAt(end)) || text.charAt(end) in CLOSERS)) end++;
  return end === text.length || STOP.test(text.charAt(end));
}

function isKnownDomain(host: string): boolean {
  return TOP_LEVEL_DOMAINS.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase());
}
