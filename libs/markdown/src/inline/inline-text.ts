import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import type { Fact } from '../facts';

/** Stands for a finished piece. No source holds it: markdown-it turns NUL into U+FFFD before anything else. */
export const PIECE = '\0';

interface Piece {
  readonly source: string;
  readonly tokens: Token[];
}

/**
 * Text of a paragraph on its way through the passes. What an earlier pass has recognised is one opaque character to
 * the later ones, so they match around it and never inside.
 */
export class InlineText {
  constructor(
    readonly text: string,
    readonly pieces: readonly Piece[] = [],
  ) {}

  /** The text as it was written. */
  get source(): string {
    return this.text
      .split(PIECE)
      .map((part, index) => (index === 0 ? part : this.pieces[index - 1].source + part))
      .join('');
  }

  toTokens(): Token[] {
    return this.text
      .split(PIECE)
      .flatMap((part, index) => [...(index === 0 ? [] : this.pieces[index - 1].tokens), ...textTokens(part)]);
  }
}

/** Sets finished pieces aside, going once from left to right. */
export class Cutter {
  private text = '';
  private readonly pieces: Piece[] = [];
  private position = 0;
  private passed = 0;

  constructor(private readonly line: InlineText) {}

  /** The part between two places, which lie behind everything that was replaced. */
  part(start: number, end: number): InlineText {
    const first = this.passed + piecesIn(this.line.text.slice(this.position, start));
    const text = this.line.text.slice(start, end);
    return new InlineText(text, this.line.pieces.slice(first, first + piecesIn(text)));
  }

  replace(start: number, end: number, tokens: Token[]): void {
    const before = this.part(this.position, start);
    const replaced = this.part(start, end);
    this.text += before.text + PIECE;
    this.pieces.push(...before.pieces, { source: replaced.source, tokens });
    this.position = end;
    this.passed += before.pieces.length + replaced.pieces.length;
  }

  finish(): InlineText {
    if (this.position === 0) return this.line;
    const rest = this.part(this.position, this.line.text.length);
    return new InlineText(this.text + rest.text, [...this.pieces, ...rest.pieces]);
  }
}

/** An element around `children`. Attributes are written in the order given: keep it alphabetical. */
export function element(tag: string, attributes: Record<string, string>, children: Token[], fact?: Fact): Token[] {
  const open = new MarkdownIt.Token(`${tag}_open`, tag, 1);
  open.attrs = Object.entries(attributes);
  open.meta = fact ? { fact } : null;
  return [open, ...children, new MarkdownIt.Token(`${tag}_close`, tag, -1)];
}

export function leaf(type: string, tag: string, content: string): Token {
  const token = new MarkdownIt.Token(type, tag, 0);
  token.content = content;
  return token;
}

/** Text with its newlines as line breaks. */
export function textTokens(text: string): Token[] {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(index === 0 ? [] : [leaf('hardbreak', 'br', '')]),
      ...(line === '' ? [] : [leaf('text', '', line)]),
    ]);
}

function piecesIn(text: string): number {
  return text.split(PIECE).length - 1;
}
