import katex from 'katex';
import type { WorkBudget } from './work-budget';

/** Layout costs far more than reading: what one character of a formula counts for. */
const WORK_A_CHARACTER = 333;
/** What beginning a formula costs, in characters. */
const CHARACTERS_AROUND = 5;
/** What a cell of a matrix costs, in characters: they are laid out column by column. */
const CHARACTERS_A_CELL = 4;
/**
 * Commands that define others: with them, one line of source can produce a formula of any size. They are refused
 * anywhere in the source, because only the parser knows what a backslash before them means.
 */
const DEFINITION = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z@])/;
/** In em. Nothing in a message needs to be larger, and what is could cover the page. */
const LARGEST = 100;

/**
 * HTML and MathML of a formula. `null` if KaTeX does not understand it, it defines commands, it is nested too deeply,
 * or it would take too long.
 */
export function formula(source: string, isDisplayed: boolean, work: WorkBudget): string | null {
  if (DEFINITION.test(source)) return null;
  const characters = source.length + CHARACTERS_AROUND + (source.split('&').length - 1) * CHARACTERS_A_CELL;
  return work.heavy({ kind: 'formula', text: source, isDisplayed }, characters * WORK_A_CHARACTER, () =>
    laidOut(source, isDisplayed),
  );
}

/** The work itself. */
export function laidOut(source: string, isDisplayed: boolean): string | null {
  const options = { displayMode: isDisplayed, maxSize: LARGEST, strict: 'ignore', trust: false } as const;
  try {
    return spelled(katex.renderToString(source, options));
  } catch (error) {
    if (error instanceof katex.ParseError || error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Classes that KaTeX has written with a prefix since 0.18. The style sheets and parsers of clients know them without;
 * what they do not know they show as source.
 */
const PREFIXED =
  /katex-(?=(?:accent|base|fix|hdashline|hline|inner|newline|overlay|overline|root|rule|sizing|smash|sout|stretchy|strut|tag|thinbox|underline|vbox)[ "])/g;

/** KaTeX draws in SVG as XML: elements that close themselves, values in single quotes. */
function spelled(html: string): string {
  const known = html.replace(/ class="[^"]*"/g, (classes) => classes.replace(PREFIXED, ''));
  if (!known.includes('<svg')) return known;
  return known
    .replace(/<(path|line)( [^<>]*?)\s*\/>/g, '<$1$2></$1>')
    .replace(/<(?:svg|path|line) [^<>]*>/g, (tag) => tag.replace(/='([^'"]*)'/g, '="$1"').replace(/ +/g, ' '));
}
