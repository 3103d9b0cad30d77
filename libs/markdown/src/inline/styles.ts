import type { Token } from 'markdown-it';
import { element } from './inline-text';
import { InlinePass, matching } from './passes';

/** Styles never span lines. Only strike and bold allow spaces at their inner ends. */
export const boldItalic = style(/\*{3}(?!\s)[^*\n]+(?<!\s)\*{3}/g, 3, (inner) => strong(emphasis(inner)));
export const bold = style(/\*\*(?!\*)[^\n]+?\*\*(?!\*)/g, 2, strong);
export const italic = style(/\*(?!\s)[^*\n]+(?<!\s)\*/g, 1, emphasis);
export const strike = style(/(?<!~)~~[^~\n]+~~(?!~)/g, 2, (inner) => element('del', {}, inner));

function style(pattern: RegExp, markLength: number, wrap: (inner: Token[]) => Token[]): InlinePass {
  return matching(pattern, (match, context, cutter) => {
    const end = match.index + match[0].length;
    return wrap(context.later(cutter.part(match.index + markLength, end - markLength)));
  });
}

function strong(inner: Token[]): Token[] {
  return element('strong', {}, inner);
}

function emphasis(inner: Token[]): Token[] {
  return element('em', {}, inner);
}
