import { addressOf } from './address';
import { PieceExtractor, PIECE } from './inline-text';
import { InlineToken, textTokens } from './inline-token';
import { link } from './link';
import { shownInText } from './shown-upload';
import type { InlineContext, InlinePass } from './passes';

interface Target {
  readonly href: string;
  readonly title: string | undefined;
  readonly written: string;
  readonly end: number;
}

/**
 * `[text](address)` and `[text](address "title")`; with `!` before it, an upload is shown in the text. What is not a
 * good address leaves the source as it is.
 */
export const bracketLink: InlinePass = {
  marks: '[',
  find: (line, context) => {
    const { text } = line;
    if (!text.includes('](')) return line;
    const brackets = pairs(text, /[[\]]/g, '[');
    const parentheses = pairs(text, /[()\n]/g, '(');

    const cutter = new PieceExtractor(line);
    for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', start)) {
      const close = brackets.get(start);
      const target = close === undefined ? null : targetAt(text, close + 1, parentheses);
      if (close === undefined || !target) {
        start += 1;
        continue;
      }
      const label = cutter.part(start + 1, close).source;
      const shown = text[start - 1] === '!' ? shownInText(label, target.href, context) : null;
      cutter.replace(shown ? start - 1 : start, target.end, shown ?? linkTokens(label, target, context));
      start = target.end;
    }
    return cutter.finish();
  },
};

/** The addresses of all that looks like a bracket link, also in code. */
export function bracketAddresses(source: string): string[] {
  if (!source.includes('](')) return [];
  const parentheses = pairs(source, /[()\n]/g, '(');
  return Array.from(source.matchAll(/\]\(/g)).flatMap(
    ({ index }) => targetAt(source, index + 1, parentheses)?.href ?? [],
  );
}

function linkTokens(label: string, { href, title, written }: Target, context: InlineContext): InlineToken[] {
  const { organization } = context.references;
  if (label.trim() === '') return link(href, textTokens(written), organization, { title, isBare: true });
  return link(href, context.linkText(label), organization, { title });
}

function targetAt(text: string, start: number, parentheses: ReadonlyMap<number, number>): Target | null {
  const close = text[start] === '(' ? parentheses.get(start) : undefined;
  if (close === undefined) return null;
  const inner = text.slice(start + 1, close).trim();
  if (inner.includes(PIECE)) return null;
  const { written, title } = splitTitle(inner);
  const href = addressOf(written);
  return href === null ? null : { href, title, written, end: close + 1 };
}

/** A title is in quotes after the address. */
function splitTitle(inner: string): { written: string; title: string | undefined } {
  const quote = inner[inner.length - 1];
  const gap = quote === '"' || quote === "'" ? inner.search(/[ \t]["']/) : -1;
  if (gap < 0 || inner[gap + 1] !== quote || gap + 2 >= inner.length) return { written: inner, title: undefined };
  return { written: inner.slice(0, gap).trim(), title: inner.slice(gap + 2, -1) };
}

/** From each opening character to the closing one that balances it; a line end closes nothing that is open. */
function pairs(text: string, marks: RegExp, opening: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let open: number[] = [];
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === opening) open.push(index);
    else if (mark === '\n') open = [];
    else {
      const start = open.pop();
      if (start !== undefined) found.set(start, index);
    }
  }
  return found;
}
