import type { WorkBudget } from '../work-budget';
import { grammars } from './grammars';
import { tokenClass } from './token-classes';

const WORK_A_CHARACTER = 50;
/** What beginning a block costs, in characters. */
const CHARACTERS_AROUND = 20;
/** The factor for text that takes grammars longer than usual. */
const AWKWARD = 3.3;
const SLOW_GRAMMARS = new Set(['bash', 'c', 'cpp', 'csharp', 'elm', 'r', 'shell', 'xml']);
/** Grammars look back and forth along lines, words and empty lines. */
const SLOW_TO_READ = /[^\n]{200}|[\w$]{80}|\n{5}/;
/** Where a line is longer, the code is shown without colours. */
const LONGEST_LINE = 500;

/** Languages whose text between what a grammar tells apart is names, signs and spaces, too, and not prose. */
const MADE_OF_TOKENS = new Set(
  'c clojure cpp csharp dart elixir elm erlang fsharp go graphql groovy haskell java javascript json julia kotlin lua nix objectivec ocaml perl php powershell protobuf python r ruby rust scala sql swift typescript'.split(
    ' ',
  ),
);
/** Where any number is a floating one, and a name may be anything. */
const LIKE_JAVASCRIPT = new Set(['javascript', 'typescript']);

const TOKEN = /(?<space>[^\S\n]+)|(?<name>[\p{L}_$][\p{L}\d_$]*)|(?<sign>[-+*/%=<>!&|^~?]+)|(?<mark>[()[\]{},;.:])/gu;

interface Piece {
  readonly scope: string;
  readonly text: string;
}

/**
 * HTML of code with the classes that clients colour by; null: no grammar goes by that word in lower case, or it would
 * take too long.
 */
export function highlight(code: string, word: string, work: WorkBudget): string | null {
  if (!grammars.getLanguage(word) || code.split('\n').some((line) => line.length > LONGEST_LINE)) return null;
  const name = nameOf(word);
  const weight = SLOW_GRAMMARS.has(name) || SLOW_TO_READ.test(code) ? AWKWARD : 1;
  const cost = Math.ceil((code.length + CHARACTERS_AROUND) * weight) * WORK_A_CHARACTER;
  return work.heavy({ kind: 'code', text: code, language: word }, cost, () => coloured(code, word));
}

/** The work itself, for a word that a grammar goes by. */
export function coloured(code: string, word: string): string {
  const name = nameOf(word);
  const { value } = grammars.highlight(code, { language: word, ignoreIllegals: true });
  return piecesOf(value)
    .map((piece) => (piece.scope === '' ? plain(piece.text, name) : marked(piece, name)))
    .join('')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
}

/** The grammar's own name, whichever of its words was written. */
function nameOf(word: string): string {
  const language = grammars.getLanguage(word);
  return grammars.listLanguages().find((name) => grammars.getLanguage(name) === language)!;
}

/** The text of highlighted code, still escaped, each part with the innermost scope around it. */
function piecesOf(html: string): Piece[] {
  const open: string[] = [''];
  const pieces: Piece[] = [];
  for (const [found, classes] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (classes !== undefined) open.push(classes.replace(/\bhljs-/g, ''));
    else if (found === '</span>') open.pop();
    else pieces.push({ scope: open.at(-1)!, text: found });
  }
  return pieces;
}

function marked({ scope, text }: Piece, name: string): string {
  const written = tokenClass(scope, text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'"));
  if (written === null) return plain(text, name);
  return span(written === 'mi' && LIKE_JAVASCRIPT.has(name) ? 'mf' : written, text);
}

function plain(escaped: string, name: string): string {
  if (!MADE_OF_TOKENS.has(name)) return escaped;
  return escaped
    .split(/(&[a-z#\d]+;)/)
    .map((part, at) => (at % 2 === 1 ? entitySpan(part) : tokens(part, name)))
    .join('');
}

/** `<`, `>` and `&` are operators; quotes that no grammar knew are text. */
const entitySpan = (entity: string): string => (/^&(?:lt|gt|amp);$/.test(entity) ? span('o', entity) : entity);

function tokens(text: string, name: string): string {
  return text.replace(TOKEN, (token: string, ...rest: unknown[]) => {
    const { space, name: word, sign } = rest.at(-1) as Record<string, string | undefined>;
    if (space) return span('w', token);
    if (word) return span(LIKE_JAVASCRIPT.has(name) ? 'nx' : 'n', token);
    return span(sign ? 'o' : 'p', token);
  });
}

const span = (name: string, html: string): string => `<span class="${name}">${html}</span>`;
