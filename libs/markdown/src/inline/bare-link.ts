import type { Token } from 'markdown-it';
import { Work } from '../work';
import { Cutter, element, leaf } from './inline-text';
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
export const bareLink: InlinePass = (line, { work }) => {
  const { text } = line;
  const cutter = new Cutter(line);
  const search = new RegExp(START);
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const link = read(text, match, work);
    if (!link) continue;
    cutter.replace(match.index, link.end, anchor(link.href, text.slice(match.index, link.end)));
    search.lastIndex = link.end;
  }
  return cutter.finish();
};

/** The addresses in a text that is not marked up, such as a topic; one without a scheme is taken for https. */
export function findLinks(text: string): { text: string; url: string }[] {
  const links: { text: string; url: string }[] = [];
  const search = new RegExp(START);
  const work = new Work();
  for (let match = search.exec(text); match; match = search.exec(text)) {
    const link = read(text, match, work);
    if (!link || link.href.startsWith('mailto:')) continue;
    const found = text.slice(match.index, link.end);
    links.push({ text: found, url: match[1] ? found : `https://${found}` });
    search.lastIndex = link.end;
  }
  return links;
}

function read(text: string, match: RegExpExecArray, work: Work): { href: string; end: number } | null {
  const [found, scheme, email, host] = match;
  const after = match.index + found.length;
  if (scheme) {
    const end = addressEnd(text, match.index, after, work);
    return { href: text.slice(match.index, end), end };
  }
  if (email) return { href: `mailto:${email}`, end: after };
  if (!isKnownDomain(host)) return null;
  const end = /[/?#]/.test(text.charAt(after)) ? addressEnd(text, match.index, after, work) : after;
  if (end === after && !endsWord(text, after)) return null;
  return { href: `http://${text.slice(match.index, end)}`, end };
}

/**
 * The address goes on to a stop, to a bracket without its counterpart, or to the mark of a style that stands right
 * before it. Punctuation at its end belongs to the sentence.
 */
function addressEnd(text: string, start: number, from: number, work: Work): number {
  const before = text.charAt(start - 1);
  const wrapper = before === '*' || before === '~' ? before : null;
  const open: number[] = [];
  let end = from;
  for (; end < text.length && open.length <= DEEPEST_BRACKET; end++) {
    const character = text[end];
    if (character === wrapper || STOP.test(character)) break;
    if (OPENERS.includes(character)) open.push(end);
    else if (character in CLOSERS && text[open.pop() ?? -1] !== CLOSERS[character]) break;
  }
  work.spend(end - from);
  end = Math.min(end, ...open.slice(0, 1));
  while (end > from && PUNCTUATION.test(text[end - 1])) end--;
  return end;
}

/** Only punctuation may stand between a bare domain and the end of the word. */
function endsWord(text: string, position: number): boolean {
  let end = position;
  while (end < text.length && (PUNCTUATION.test(text[end]) || text[end] in CLOSERS)) end++;
  return end === text.length || STOP.test(text[end]);
}

function isKnownDomain(host: string): boolean {
  return TOP_LEVEL_DOMAINS.has(host.slice(host.lastIndexOf('.') + 1).toLowerCase());
}

function anchor(href: string, text: string): Token[] {
  return element('a', { href }, [leaf('text', '', text)], { kind: 'link', address: href });
}
