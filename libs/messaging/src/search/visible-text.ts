/**
 * A tag, or a character that has to be written so, as the renderer writes them: no value of an attribute has a `<` or `>`
 * in it. Begins of tags that never end cost no more than others.
 */
const MARKUP = /<[^<>]*>?|&#?\w{1,30};/g;
const FORMULA = '<math';
const FORMULA_END = '</math>';

const blank = (markup: string): string => ' '.repeat(markup.length);

/** The HTML with spaces in place of all that is not text, so that positions are unchanged. */
export const visibleText = (html: string): string => html.replace(MARKUP, blank);

/** As `visibleText`, without text that cannot contain marks: formulas may not contain other elements. */
export function markableText(html: string): string {
  let text = '';
  for (let done = 0; ;) {
    const begin = html.indexOf(FORMULA, done);
    if (begin < 0) return visibleText(text + html.slice(done));
    const end = html.indexOf(FORMULA_END, begin);
    const behind = end < 0 ? html.length : end + FORMULA_END.length;
    text += html.slice(done, begin) + ' '.repeat(behind - begin);
    done = behind;
  }
}

/** The HTML with marks around those places, which do not overlap and ascend. */
export function withMarks(html: string, places: readonly { readonly start: number; readonly end: number }[]): string {
  let marked = '';
  let done = 0;
  for (const { start, end } of places) {
    marked += `${html.slice(done, start)}<span class="highlight">${html.slice(start, end)}</span>`;
    done = end;
  }
  return marked + html.slice(done);
}
