import * as fc from 'fast-check';
import { htmlDifference } from './html-difference';

const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

describe('the difference of two HTML texts', () => {
  it.each([
    ['<p>one two</p>', '<p>one two</p>', '<p>one two</p>'],
    ['<p>one two</p>', '<p>one three</p>', `<p>one ${deleted('two')}${inserted('three')}</p>`],
    ['<p>two</p>', '<p>one two</p>', `<p>${inserted('one ')}two</p>`],
    ['<p>one two</p>', '<p>two</p>', `<p>${deleted('one ')}two</p>`],
    ['<p>one</p>', '<p><img alt="a > b"></p>', `<p><img alt="a > b"></p><p>${deleted('one')}</p>`],
    ['<p>one <em>two</em></p>', '<p>one two</p>', '<p>one two</p>'],
    ['<p>a &lt; b</p>', '<p>a &amp; b</p>', `<p>a ${deleted('&lt;')}${inserted('&amp;')} b</p>`],
    ['', '<p>one</p>', `<p>${inserted('one')}</p>`],
  ])('%s -> %s', (before, after, expected) => expect(htmlDifference(before, after)).toBe(expected));

  const html = fc
    .array(fc.oneof(fc.constantFrom('a', 'b', 'c', ' ', '&lt;'), fc.constantFrom('<p>', '</p>', '<br>')), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''));
  const withoutDeleted = (text: string) =>
    text.replace(
      /<p><span class="highlight_text_deleted">[^<]*<\/span><\/p>$|<span class="highlight_text_deleted">[^<]*<\/span>/g,
      '',
    );
  const unmarked = (text: string) =>
    withoutDeleted(text).replace(/<span class="highlight_text_inserted">([^<]*)<\/span>/g, '$1');

  it('equals the new text without the marks', () => {
    fc.assert(fc.property(html, html, (before, after) => expect(unmarked(htmlDifference(before, after))).toBe(after)));
  });
});
