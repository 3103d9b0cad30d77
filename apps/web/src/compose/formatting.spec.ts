import { Format, formatted } from './formatting';

/** Applies a format to a text whose selection stands between bars. */
function after(format: Format, marked: string): string {
  const [before = '', inside = '', behind = ''] = marked.split('|');
  const text = before + inside + behind;
  const edit = formatted(format, { text, start: before.length, end: before.length + inside.length });
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
  ])('%s makes of %j %j', (format, before, expected) => expect(after(format, before)).toBe(expected));
});
