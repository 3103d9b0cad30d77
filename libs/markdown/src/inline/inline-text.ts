import { InlineToken, textTokens } from './inline-token';

/** Replaces a finished piece. No source contains it, because markdown-it first replaces NUL by U+FFFD. */
export const PIECE = '\0';

interface Piece {
  readonly source: string;
  readonly tokens: readonly InlineToken[];
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
    if (this.pieces.length === 0) return this.text;
    return this.text
      .split(PIECE)
      .map((part, index) => (this.pieces[index - 1]?.source ?? '') + part)
      .join('');
  }

  toTokens(): InlineToken[] {
    if (this.pieces.length === 0) return textTokens(this.text);
    const tokens: InlineToken[] = [];
    let from = 0;
    for (const piece of this.pieces) {
      const end = this.text.indexOf(PIECE, from);
      for (const token of textTokens(this.text.slice(from, end))) tokens.push(token);
      for (const token of piece.tokens) tokens.push(token);
      from = end + 1;
    }
    for (const token of textTokens(this.text.slice(from))) tokens.push(token);
    return tokens;
  }
}

/** Sets finished pieces aside, going once from left to right. */
export class PieceExtractor {
  private text = '';
  private readonly pieces: Piece[] = [];
  private position = 0;
  private passed = 0;

  constructor(private readonly line: InlineText) {}

  /** The part between two positions, which are after everything that was replaced. */
  part(start: number, end: number): InlineText {
    const text = this.line.text.slice(start, end);
    if (this.line.pieces.length === 0) return new InlineText(text);
    const first = this.passed + this.piecesBetween(this.position, start);
    return new InlineText(text, this.line.pieces.slice(first, first + this.piecesBetween(start, end)));
  }

  replace(start: number, end: number, tokens: readonly InlineToken[]): void {
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

  private piecesBetween(start: number, end: number): number {
    const { text } = this.line;
    let count = 0;
    for (let at = text.indexOf(PIECE, start); at >= 0 && at < end; at = text.indexOf(PIECE, at + 1)) count++;
    return count;
  }
}
