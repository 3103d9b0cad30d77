import { render } from '@app/markdown';
import fc from 'fast-check';
import { DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { markdownOf } from '../../apps/web/src/markdown/blocks';
import { isFormatted } from '../../apps/web/src/markdown/formats';
import type { Piece } from '../../apps/web/src/markdown/tree';
import SECTIONS from '../../libs/markdown/src/testing/dialect-table.json';
import { emojiReferences, fullReferences } from '../../libs/markdown/src/testing/sample-references';

type Parsed = DefaultTreeAdapterTypes.ParentNode;

/** As the client has it of a page. */
const piecesOf = ({ childNodes }: Parsed): Piece[] =>
  childNodes.flatMap((node): Piece[] => {
    if ('value' in node) return [node.value];
    if (!('tagName' in node)) return [];
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    return [{ name: node.tagName, attributes, children: piecesOf(node) }];
  });
const piecesIn = (html: string): Piece[] => piecesOf(parseFragment(html));
const written = (html: string): string => markdownOf(piecesIn(html));

/** The beginning of an item. */
const ofWord = (level: number, sign: string): string =>
  `<p style="mso-list:l0 level${level} lfo1"><![if !supportLists]><span style="mso-list:Ignore">${sign}&nbsp; </span><![endif]>`;

/** What HTML does not tell, or what has another form: none of it is text that a reader misses. */
const OTHERWISE = [
  ...['spaces at the end of a line stay', 'strike with spaces', 'a lone ampersand', 'loose', 'with a title'],
  ...['with a zone', 'UNIX seconds', 'without a zone: UTC', 'an image, its address alone', 'wrong, in a block'],
  'a system group', // it is named otherwise where it is written
];

describe('HTML as Markdown', () => {
  const rows = SECTIONS.flatMap(({ title, rows: of }) => of.map((row) => ({ ...row, title })));
  const same = rows.filter(({ note }) => !OTHERWISE.includes(note));

  it.each(same)('is rendered to the same again: $title, $note', ({ html, title }) => {
    const references = title.includes('faces translated') ? emojiReferences : fullReferences;
    expect(render(written(html), references).html).toBe(html);
  });

  const word = fc.constantFrom('rye', 'oat', 'two words', 'Q&amp;A', '42');
  const styled = fc.tuple(fc.constantFrom('strong', 'em', 'del', 'code', 'b', 'span'), word);
  const inline = fc.oneof(
    word,
    styled.map(([name, words]) => `<${name}>${words}</${name}>`),
    styled.map(([name, words]) => `<a href="https://rye.example/a"><${name}>${words}</${name}></a>`),
  );
  const words = fc.array(inline, { minLength: 1, maxLength: 4 }).map((all) => all.join(' '));
  const { block } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small' },
      words.map((text) => `<p>${text}</p>`),
      words.map((text) => `<div>${text}<br>${text}</div>`),
      words.map((text) => `<h2>${text}</h2>`),
      word.map((text) => `<pre><code class="language-js">${text}\n  ${text}\n</code></pre>`),
      words.map((text) => `<table><tr><th>${text}</th><th>a</th></tr><tr><td>b</td><td>${text}</td></tr></table>`),
      fc
        .tuple(fc.constantFrom('ul', 'ol'), words, words, tie('blocks'))
        .map(([name, one, other, more]) => `<${name}><li>${one}</li><li>${other}${more}</li></${name}>`),
      tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
    ),
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
  }));
  const textOf = (html: string): string =>
    piecesIn(html.replace(/<(?=\/?(?:p|div|br|li|t[dh]|h2|pre))/g, ' <'))
      .map(spoken)
      .join('');
  const spoken = (piece: Piece): string => (typeof piece === 'string' ? piece : piece.children.map(spoken).join(''));
  const wordsOf = (html: string): string[] => textOf(html).split(/\s+/).filter(Boolean);

  it('keeps all words of any HTML', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (all) => {
        const html = all.join('');
        expect(wordsOf(render(written(html), fullReferences).html)).toEqual(wordsOf(html));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['bold of a style', '<span style="font-weight: 700">a</span> b', '**a** b'],
    ['no bold around a whole document', '<b style="font-weight:normal"><p>a</p><p>b</p></b>', 'a\n\nb'],
    ['spaces outside of marks', '<p>one <b>two </b>three</p>', 'one **two** three'],
    ['lines of blocks', '<div>a</div><div>b</div>', 'a\nb'],
    ['a script', '<script>alert(1)</script>a<style>b</style>', 'a'],
    ['a link that runs something', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['a link to what it says', '<a href="https://rye.example/">https://rye.example</a>', 'https://rye.example'],
    ['a picture', '<img src="https://rye.example/a (1).png" alt="a">', '[a](https://rye.example/a%20%281%29.png)'],
    ['code in a language', '<pre><code class="hljs language-ts">let a;\n</code></pre>', '```ts\nlet a;\n```'],
    [
      'pipes in a table',
      '<table><tr><th>a|b</th><th><code>c|d</code></th></tr></table>',
      '| a&#124;b | `c|d` |\n| --- | --- |',
    ],
    [
      'a mention in a table',
      '<table><tr><th><span class="user-mention" data-user-id="7">@Rye</span></th><th>a</th></tr></table>',
      '| @**Rye** | a |\n| --- | --- |',
    ],
    [
      'a list behind its item',
      '<ul><li>a</li><ul><li>b</li><ol><li>c</li></ol></ul><li>d</li></ul>',
      '- a\n  - b\n    1. c\n- d',
    ],
    ['a list without an item', '<ul><ul><li>a</li></ul><li>b</li></ul>', '- a\n- b'],
    ['a list of Word', `${ofWord(1, '·')}a</p>${ofWord(2, '3.')}b <b>c</b></p>`, '- a\n  3. b **c**'],
    ['a table that places', '<table><tr><td><p>a</p><p>b</p></td></tr></table>', 'a\n\nb'],
  ])('writes %s', (_, html, markdown) => expect(written(html)).toBe(markdown));

  it.each([
    ['words alone', '<meta charset="utf-8"><span style="color: red">a</span><br><div>b</div>', false],
    ['the address of a page', '<a href="https://rye.example/a">https://rye.example/a</a>', false],
    ['code of an editor', '<div style="font-family: mono; white-space: pre;"><b>let</b> a</div>', false],
    ['bold words', '<p>a <b>b</b></p>', true],
    ['a list', '<ul><li>a</li></ul>', true],
    ['a list of Word', `${ofWord(1, '·')}a</p>`, true],
  ])('tells what has formats: %s', (_, html, is) => expect(isFormatted(piecesIn(html))).toBe(is));
});
