import { continued, Edit, Format, formatted, linkedTo, Selection } from './formatting';

/** Applies an edit to a text whose selection stands between bars; `null`: there is none. */
function changed(marked: string, editOf: (selection: Selection) => Edit | null): string | null {
  const [before = '', inside = '', behind = ''] = marked.split('|');
  const text = before + inside + behind;
  const edit = editOf({ text, start: before.length, end: before.length + inside.length });
  if (!edit) return null;
  const result = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const [start, end] = edit.select;
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`;
}

describe('a format', () => {
  it.each<[Format, string, string]>([
    ['bold', 'a |word| here', 'a **|word|** here'],
    ['bold', 'a **|word|** here', 'a |word| here'],
    ['italic', '|word|', '*|word|*'],
    ['italic', '**|word|**', '***|word|***'],
    ['strike', '||', '~~||~~'],
    ['code', '|x = 1|', '`|x = 1|`'],
    ['code', '|a\nb|', '```\n|a\nb|\n```'],
    ['link', 'see |this|', 'see [this](||)'],
    ['link', '|https://example.org|', '[||](https://example.org)'],
    ['link', '||', '[||]()'],
    ['quote', 'so |she said| this', 'so \n```quote\n|she said|\n```\n this'],
    ['bullets', 'one\n|two\nthree|', 'one\n- two\n- three||'],
    ['numbers', '|one\ntwo|', '1. one\n2. two||'],
  ])('%s makes of %j %j', (format, before, expected) =>
    expect(changed(before, (selection) => formatted(format, selection))).toBe(expected),
  );
});

describe('a new line', () => {
  it.each<[string, string | null]>([
    ['- one||', '- one\n- ||'],
    ['  * one|| two', '  * one\n  * || two'],
    ['a\n9. one||\nb', 'a\n9. one\n10. ||\nb'],
    ['1) one||', '1) one\n2) ||'],
    ['- one\n- ||', '- one\n||'],
    ['- one\n- ||\nb', '- one\n||\nb'],
    ['-||', null],
    ['one||', null],
    ['-5 degrees||', null],
    ['```\n- one||', null],
    ['```\na\n```\n- one||', '```\na\n```\n- one\n- ||'],
  ])('after %j makes %j', (before, expected) => expect(changed(before, continued)).toBe(expected));
});

describe('a pasted address', () => {
  it.each<[string, string, string | null]>([
    ['see |this|', 'https://example.org/a', 'see [this](https://example.org/a)||'],
    ['see ||', 'https://example.org/a', null],
    ['|https://example.com|', 'https://example.org/a', null],
    ['see |this|', 'not an address', null],
    ['```\n|this|\n```', 'https://example.org/a', null],
  ])('over %j: %j makes %j', (before, pasted, expected) =>
    expect(changed(before, (selection) => linkedTo(selection, pasted))).toBe(expected),
  );
});
