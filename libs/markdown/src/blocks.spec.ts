import { render } from './renderer';
import { noReferences } from './testing/sample-references';

const html = (source: string): string => render(source, noReferences).html;
const code = (content: string, attribute = ''): string =>
  `<div class="codehilite"${attribute}><pre><span></span><code>${content}</code></pre></div>`;
const quoted = (content: string): string => `<blockquote>\n${content}\n</blockquote>`;

describe('paragraphs', () => {
  it.each([
    ['nothing', '', ''],
    ['only white space', ' \n\t\n', ''],
    ['a line', 'fresh rolls', '<p>fresh rolls</p>'],
    ['a line end', 'flour\nwater', '<p>flour<br>\nwater</p>'],
    ['a carriage return', 'flour\r\nwater', '<p>flour<br>\nwater</p>'],
    ['a blank line', 'flour\n\nwater', '<p>flour</p>\n<p>water</p>'],
    ['several blank lines', '\n\nflour\n \n\n\nwater\n\n', '<p>flour</p>\n<p>water</p>'],
    ['spaces at a line end', 'flour  \nwater', '<p>flour  <br>\nwater</p>'],
    ['up to three spaces in front', '   flour\n  water', '<p>flour<br>\n  water</p>'],
    ['a line of equal signs below text', 'Rye\n===', '<p>Rye<br>\n===</p>'],
    ['NUL', 'a\0b', '<p>a\uFFFDb</p>'],
  ])('%s', (_name, source, expected) => expect(html(source)).toBe(expected));
});

describe('code blocks', () => {
  it.each([
    ['a fence', '```\nbake --hot *now*\n```', code('bake --hot *now*\n')],
    ['tildes', '~~~\nbake\n~~~', code('bake\n')],
    ['a known language', '```ts\n1\n```', code('<span class="mf">1</span>\n', ' data-code-language="TypeScript"')],
    ['a language in capitals', '``` PY\nx\n```', code('<span class="n">x</span>\n', ' data-code-language="Python"')],
    ['a language with a dot', '```.rs\nx\n```', code('<span class="n">x</span>\n', ' data-code-language="Rust"')],
    ['a language in braces', '```{.sql}\nx\n```', code('<span class="n">x</span>\n', ' data-code-language="SQL"')],
    ['more words than one', '```c++ fast\nx\n```', code('<span class="n">x</span>\n', ' data-code-language="C++"')],
    ['an unknown language', '```Doughlang\nx\n```', code('x\n', ' data-code-language="doughlang"')],
    ['no word but signs', '```!?\nx', '<p>```!?<br>\nx</p>'],
    ['one line', '```bake```', '<p><code>bake</code></p>'],
    ['never closed', '```\nbake\n\n# hot', code('bake\n\n# hot\n')],
    ['a shorter fence inside', '````\n```\nx\n```\n````', code('```\nx\n```\n')],
    ['a longer fence does not close', '```\nx\n````\ny\n```', code('x\n````\ny\n')],
    ['the other fence does not close', '```\nx\n~~~\n```', code('x\n~~~\n')],
    ['white space at line ends and around', '```\n\n\tx  \ny \n\n\n```', code('\tx\ny\n')],
    ['nothing in it', 'a\n```\n\n```\nb', '<p>a</p>\n<p>b</p>'],
    ['between text', 'a\n```\nx\n```\nb', `<p>a</p>\n${code('x\n')}\n<p>b</p>`],
    ['indented fences are text', '  ```\n  x', '<p>```<br>\n  x</p>'],
    ['markup', '```\n<i>&amp;</i>\n```', code('&lt;i&gt;&amp;amp;&lt;/i&gt;\n')],
    ['quotes without a language', '```\n"a" \'b\'\n```', code('&quot;a&quot; &#39;b&#39;\n')],
    ['quotes with a language', '```text\n"a" \'b\'\n```', code('"a" \'b\'\n', ' data-code-language="Text only"')],
    ['four spaces', '    stir\n\n      twice', code('stir\n\n  twice\n')],
    ['a tab', '\tstir', code('stir\n')],
    ['four spaces below text', 'a\n    b', '<p>a<br>\n    b</p>'],
    ['text below four spaces', '    stir\nwell', `${code('stir\n')}\n<p>well</p>`],
  ])('%s', (_name, source, expected) => expect(html(source)).toBe(expected));
});

describe('quotes', () => {
  it.each([
    ['a line', '> to bake', quoted('<p>to bake</p>')],
    ['a line that goes on without mark', '> to bake\nor not', quoted('<p>to bake<br>\nor not</p>')],
    ['an empty quoted line', '> flour\n>\n> water', quoted('<p>flour</p>\n<p>water</p>')],
    ['a blank line', '> flour\n\n> water', `${quoted('<p>flour</p>')}\n${quoted('<p>water</p>')}`],
    ['directly below text', 'she said\n> no', `<p>she said</p>\n${quoted('<p>no</p>')}`],
    ['in a quote', '>> deep\n> flat', quoted(quoted('<p>deep<br>\nflat</p>'))],
    ['two levels', '> flat\n>> deep', quoted(`<p>flat</p>\n${quoted('<p>deep</p>')}`)],
    ['nothing but marks', '>\n> \n>', '<p>&gt;<br>\n&gt; <br>\n&gt;</p>'],
    ['empty lines first', '>\n> \n>\n> a', quoted('<p>a</p>')],
    ['a list', '> - a\n> - b', quoted('<ul>\n<li>a</li>\n<li>b</li>\n</ul>')],
    ['a fence', '> ```\n> x\n> ```', quoted(code('x\n'))],
    ['a heading ends it', '> a\n# b', `${quoted('<p>a</p>')}\n<h1>b</h1>`],
    ['a list ends it', '> a\n- b', `${quoted('<p>a</p>')}\n<ul>\n<li>b</li>\n</ul>`],
    ['a quote fence', '```quote\nflour\n\nwater\n```', quoted('<p>flour</p>\n<p>water</p>')],
    ['its synonym', '~~~ quoted\nflour\n~~~\nmore', `${quoted('<p>flour</p>')}\n<p>more</p>`],
    ['an empty quote fence', '```quote\n\n```', ''],
    [
      'a fence in a quote fence',
      '```quote\n```c\nx\n```\na\n```',
      quoted(`${code('<span class="n">x</span>\n', ' data-code-language="C"')}\n<p>a</p>`),
    ],
    ['a longer quote fence', '````quote\n```quote\na\n```\nb\n````', quoted(`${quoted('<p>a</p>')}\n<p>b</p>`)],
    ['a quote fence in code', '```\n~~~quote\nx\n```', code('~~~quote\nx\n')],
  ])('%s', (_name, source, expected) => expect(html(source)).toBe(expected));
});

describe('headings and rules', () => {
  it.each([
    ['first level', '# Bread', '<h1>Bread</h1>'],
    ['sixth level', '###### crumbs', '<h6>crumbs</h6>'],
    ['closing hashes', '### Rolls ###', '<h3>Rolls</h3>'],
    ['a hash that belongs to the title', '# C#', '<h1>C#</h1>'],
    ['markup in it', '# *Hot* `rolls`', '<h1><em>Hot</em> <code>rolls</code></h1>'],
    ['no space', '#bread', '<p>#bread</p>'],
    ['seven hashes', '####### crumbs', '<p>####### crumbs</p>'],
    ['nothing but hashes', '# ##', '<p># ##</p>'],
    ['between text', 'a\n## b\nc', '<p>a</p>\n<h2>b</h2>\n<p>c</p>'],
    ['a rule of dashes', 'a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['a rule of stars', '*****', '<hr>'],
    ['a rule of low lines', '___', '<hr>'],
    ['a rule with spaces', '- - -', '<hr>'],
    ['two dashes', '--', '<p>--</p>'],
    ['mixed marks', '-*-', '<p>-*-</p>'],
  ])('%s', (_name, source, expected) => expect(html(source)).toBe(expected));
});

describe('lists', () => {
  it.each([
    ['stars', '* rye\n* oat', '<ul>\n<li>rye</li>\n<li>oat</li>\n</ul>'],
    ['dashes and pluses', '- rye\n+ oat', '<ul>\n<li>rye</li>\n<li>oat</li>\n</ul>'],
    ['directly below text', 'Today:\n- rye', '<p>Today:</p>\n<ul>\n<li>rye</li>\n</ul>'],
    ['a digit directly below text', 'Today:\n1. rye', '<p>Today:</p>\n<ol>\n<li>rye</li>\n</ol>'],
    ['two digits directly below text', 'Born in\n12. May', '<p>Born in<br>\n12. May</p>'],
    ['two digits after a blank line', 'Steps\n\n12. May', '<p>Steps</p>\n<ol start="12">\n<li>May</li>\n</ol>'],
    [
      'three levels',
      '- a\n  - b\n    - c',
      '<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>',
    ],
    ['four spaces are one level too', '- a\n    - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['back to the first level', '- a\n  - b\n- c', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>'],
    ['one space does not nest', '- a\n - b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['indented as a whole', '  - a\n  - b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['loose items', '- a\n\n- b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
    [
      'loose only at the blank line',
      '- a\n- b\n\n- c',
      '<ul>\n<li>a</li>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>',
    ],
    ['a line below keeps its indent', '- a\n  or b', '<ul>\n<li>a<br>\n  or b</li>\n</ul>'],
    ['a line below without indent', '- a\nor b', '<ul>\n<li>a<br>\nor b</li>\n</ul>'],
    ['an item goes on after such a line', '- a\nor b\n- c', '<ul>\n<li>a<br>\nor b</li>\n<li>c</li>\n</ul>'],
    ['two paragraphs', '- a\n\n  and b', '<ul>\n<li>\n<p>a</p>\n<p>and b</p>\n</li>\n</ul>'],
    ['text behind a blank line', '- a\n\nb', '<ul>\n<li>a</li>\n</ul>\n<p>b</p>'],
    ['a list behind a blank line', '- a\n\n  - b', '<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['numbers', '1. mix\n2. bake', '<ol>\n<li>mix</li>\n<li>bake</li>\n</ol>'],
    ['another first number', '4. mix\n9. bake', '<ol start="4">\n<li>mix</li>\n<li>bake</li>\n</ol>'],
    ['zero', '0. mix', '<ol start="0">\n<li>mix</li>\n</ol>'],
    ['from nine to ten', '9. mix\n10. bake', '<ol start="9">\n<li>mix</li>\n<li>bake</li>\n</ol>'],
    [
      'numbers inside numbers',
      '1. mix\n1. bake\n  1. wait\n  2. look',
      '<ol>\n<li>mix</li>\n<li>bake<ol>\n<li>wait</li>\n<li>look</li>\n</ol>\n</li>\n</ol>',
    ],
    ['bullets inside numbers', '1. mix\n  - salt', '<ol>\n<li>mix<ul>\n<li>salt</li>\n</ul>\n</li>\n</ol>'],
    ['two digits inside an item', '- a\n  10. b', '<ul>\n<li>a<ol start="10">\n<li>b</li>\n</ol>\n</li>\n</ul>'],
    ['bullets, then numbers', '- a\n1. b', '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>'],
    ['numbers, then bullets', '1. a\n- b', '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>'],
    ['a parenthesis is no marker', '1) a', '<p>1) a</p>'],
    ['no space is no marker', '-a\n+1\n2.b', '<p>-a<br>\n+1<br>\n2.b</p>'],
    ['a box stays text', '- [x] done', '<ul>\n<li>[x] done</li>\n</ul>'],
    ['a heading in an item', '- # a', '<ul>\n<li>\n<h1>a</h1>\n</li>\n</ul>'],
    ['a quote in an item', '- a\n  > b', `<ul>\n<li>a${quoted('<p>b</p>')}\n</li>\n</ul>`],
    ['code in an item', '- a\n\n      b', `<ul>\n<li>\n<p>a</p>\n${code('b\n')}\n</li>\n</ul>`],
    ['a fence ends it', '- a\n```\nx\n```', `<ul>\n<li>a</li>\n</ul>\n${code('x\n')}`],
    ['a rule ends it', '- a\n***\n- b', '<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>'],
  ])('%s', (_name, source, expected) => expect(html(source)).toBe(expected));
});
