import { InlineToken, element } from './inline-token';
import { InlinePass, matching } from './passes';

/** Styles never span lines. Only strike and bold allow spaces at their inner ends. */
export const boldItalic = style('*', /\*{3}(?!\s)[^*\n]+(?<!\s)\*{3}/g, 3, (inner) => strong(emphasis(inner)));
export const bold = style('*', /\*\*(?!\*)[^\n]+?\*\*(?!\*)/g, 2, strong);
export const italic = style('*', /\*(?!\s)[^*\n]+(?<!\s)\*/g, 1, emphasis);
export const strike = style('~', /(?<!~)~~[^~\n]+~~(?!~)/g, 2, (inner) => element('del', null, inner));

function style(
  mark: string,
  pattern: RegExp,
  markLength: number,
  wrap: (inner: InlineToken[]) => InlineToken[],
): InlinePass {
  return matching(mark, pattern, (match, context, cutter) => {
    const end = match.index + match[0].length;
    return wrap(context.later(cutter.part(match.index + markLength, end - markLength)));
  });
}

function strong(inner: InlineToken[]): InlineToken[] {
  return element('strong', null, inner);
}

function emphasis(inner: InlineToken[]): InlineToken[] {
  return element('em', null, inner);
}
