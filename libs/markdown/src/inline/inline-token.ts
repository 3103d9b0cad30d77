import type { Token } from 'markdown-it';
import type { Fact } from '../fact';

/** A part of a finished line. Far lighter than markdown-it's own tokens, which have a dozen fields. */
export interface InlineToken {
  readonly kind: 'text' | 'html' | 'code' | 'break' | 'open' | 'close' | 'void';
  /** The element, empty where there is none. */
  readonly tag: string;
  /** Text that is still to be escaped; of `html`, finished HTML. */
  content: string;
  /** Written in the order given: keep it alphabetical. */
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly fact: Fact | null;
}

/** What the rule that parses blocks leaves, and the passes fill in. */
export type InlineMeta = {
  readonly insideQuote: boolean;
  inline: readonly InlineToken[];
};

const NONE: readonly InlineToken[] = [];

/** The parts of a block token that holds a line, none for others. */
export function inlineOf(token: Token): readonly InlineToken[] {
  return (token.meta as InlineMeta | null)?.inline ?? NONE;
}

/** An element around `children`. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>> | null,
  children: readonly InlineToken[],
  fact: Fact | null = null,
): InlineToken[] {
  return [
    { kind: 'open', tag, content: '', attributes, fact },
    ...children,
    { kind: 'close', tag, content: '', attributes: null, fact: null },
  ];
}

/** An element without content. */
export function voidElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  fact: Fact | null = null,
): InlineToken[] {
  return [{ kind: 'void', tag, content: '', attributes, fact }];
}

export function leaf(kind: 'text' | 'html' | 'code', content: string): InlineToken {
  return { kind, tag: '', content, attributes: null, fact: null };
}

const LINE_BREAK: InlineToken = { kind: 'break', tag: 'br', content: '', attributes: null, fact: null };

/** Text with its newlines as line breaks. */
export function textTokens(text: string): InlineToken[] {
  if (text === '') return [];
  if (!text.includes('\n')) return [leaf('text', text)];
  return text
    .split('\n')
    .flatMap((line, index) => [...(index === 0 ? [] : [LINE_BREAK]), ...(line === '' ? [] : [leaf('text', line)])]);
}
