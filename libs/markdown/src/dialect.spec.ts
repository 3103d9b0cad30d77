import katex from 'katex';
import { render } from './renderer';
import { sampleReferences } from './testing/sample-references';

const html = (source: string): string => render(source, sampleReferences).html;
const rows = (...lines: string[]): string => lines.join('\n');

describe('tables', () => {
  const cells = (tag: string, ...texts: string[]): string =>
    rows('<tr>', ...texts.map((text) => `<${tag}>${text}</${tag}>`), '</tr>');
  const table = (head: string, ...body: string[]): string =>
    rows('<table>', '<thead>', head, '</thead>', '<tbody>', ...body, '</tbody>', '</table>');

  it.each([
    ['without borders', 'rye | oat\n-|-\n1 | 2', table(cells('th', 'rye', 'oat'), cells('td', '1', '2'))],
    ['of one column', '| rye |\n|---|\n| 1 |', table(cells('th', 'rye'), cells('td', '1'))],
    ['without rows', '| rye |\n|---|', table(cells('th', 'rye'), cells('td', ''))],
    ['with short rows', '|a|b|\n|-|-|\n|1|', table(cells('th', 'a', 'b'), cells('td', '1', ''))],
    ['with long rows', '|a|b|\n|-|-|\n|1|2|3|', table(cells('th', 'a', 'b'), cells('td', '1', '2'))],
    [
      'with pipes in code',
      '|a|b|\n|-|-|\n|`x|y`|2|',
      table(cells('th', 'a', 'b'), cells('td', '<code>x|y</code>', '2')),
    ],
    ['with escaped pipes', '|a|b|\n|-|-|\n|x\\|y|2|', table(cells('th', 'a', 'b'), cells('td', 'x\\|y', '2'))],
    ['up to a blank line', '|a|\n|-|\n|1|\n\nend', `${table(cells('th', 'a'), cells('td', '1'))}\n<p>end</p>`],
    ['directly below text', 'text\n|a|\n|-|', '<p>text<br>\n|a|<br>\n|-|</p>'],
    ['with too few dashes', '|a|b|\n|-|', '<p>|a|b|<br>\n|-|</p>'],
    ['without dashes', '|a|b|\n|1|2|', '<p>|a|b|<br>\n|1|2|</p>'],
  ])('align their columns, and contain inline syntax', (_name, source, expected) =>
    expect(html(source)).toBe(expected),
  );

  it('align their columns, and hold inline syntax', () => {
    const aligned = html('|a|b|c|d|\n|:-|:-:|-:|-|\n|*1*|2|3|@**Rosa Lind**|');
    expect(aligned).toContain('<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>');
    expect(aligned).toContain('<th style="text-align: right;">c</th>\n<th>d</th>');
    expect(aligned).toContain('<td style="text-align: left;"><em>1</em></td>');
    expect(aligned).toContain('<td><span class="user-mention" data-user-id="31">@Rosa Lind</span></td>');
  });
});

describe('spoilers', () => {
  const spoiler = (header: string, content: string): string =>
    `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div>` +
    `<div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`;

  it.each([
    ['a header', '```spoiler Ending\nthey *eat* it\n```', spoiler('<p>Ending</p>\n', '<p>they <em>eat</em> it</p>\n')],
    ['no header', '```spoiler\nx\n```', spoiler('', '<p>x</p>\n')],
    ['a list as header', '```spoiler * a\nx\n```', spoiler('<ul>\n<li>a</li>\n</ul>\n', '<p>x</p>\n')],
    ['nothing inside', '```spoiler a\n```', spoiler('<p>a</p>\n', '')],
    ['code inside', '````spoiler a\n```\nx\n```\n````', spoiler('<p>a</p>\n', `${html('```\nx\n```')}\n`)],
    [
      'a quote around',
      '> ```spoiler a\n> b\n> ```',
      `<blockquote>\n${spoiler('<p>a</p>\n', '<p>b</p>\n')}\n</blockquote>`,
    ],
  ])('with %s', (_name, source, expected) => expect(html(source)).toBe(expected));

  it('mention users', () => {
    expect(render('```spoiler a\n@**Rosa Lind**\n```', sampleReferences).mentionedUserIds).toEqual([31]);
  });
});

describe('global times', () => {
  it.each([
    ['2026-03-07T15:00:00-08:00', '2026-03-07T23:00:00Z'],
    ['2026-03-07T15:00:00.25+05:30', '2026-03-07T09:30:00Z'],
    ['2026-03-07T15:00Z', '2026-03-07T15:00:00Z'],
    ['2026-03-07 15:00', '2026-03-07T15:00:00Z'],
    ['2026-03-07', '2026-03-07T00:00:00Z'],
    ['1772924400', '2026-03-07T23:00:00Z'],
    ['Mar 7th 2026, 3:05 pm', '2026-03-07T15:05:00Z'],
    ['7 March 2026 12:00 am +0100', '2026-03-06T23:00:00Z'],
  ])('%s', (written, moment) => {
    expect(html(`at <time:${written}>`)).toBe(`<p>at <time datetime="${moment}">${written}</time></p>`);
  });

  it.each(['someday', '2026-02-30', '2026-03-07T25:00', 'Foo 7 2026', '99999999999999', '2026-03-07T15:00+25:99x'])(
    'are rejected: %s',
    (written) => {
      expect(html(`<time:${written}>`)).toBe(
        `<p><span class="timestamp-error">Invalid time format: ${written}</span></p>`,
      );
    },
  );

  it.each(['9999-12-31T23:59:59-12:00', '253402300800', '0000-06-01', '0001-01-01T00:00:00+01:00'])(
    'are rejected outside of the years that clients read: %s',
    (written) => expect(html(`<time:${written}>`)).toContain('timestamp-error'),
  );

  it('stay text in code', () => expect(html('`<time:1>`')).toBe('<p><code>&lt;time:1&gt;</code></p>'));
});

describe('formulas', () => {
  const FORMULAS = [
    ...['x+1', '\\sqrt{x^2}+\\frac{a}{b}', '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}', 'a<b>c'],
    ...[
      '\\overbrace{a+b}^{c}\\xrightarrow{abc}',
      '\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}',
      '\\not=\\vec{x}',
    ],
    ...['\\fcolorbox{red}{aqua}{x}\\rule{1em}{2em}\\raisebox{1em}{a}\\tag{1}', '\\begin{CD}A@>a>>B\\end{CD}', '\\$5'],
    ...[
      '\\textcolor{#228B22}{a}\\cancel{b}\\widehat{abc}\\boxed{y}\\phase{-78^\\circ}',
      '\\pmb{a}\\mathbb{R}\\text{é "q"}',
    ],
  ];
  /** The classes by which clients know the parts. */
  const known = (text: string): string => text.replace(/katex-(?!display|html|mathml)/g, '');
  /** Elements without content are spelled out, and quotes are the other ones. */
  const spelled = (text: string): string =>
    text
      .replace(/<(path|line) ([^>]*)\/>/g, '<$1 $2></$1>')
      .replaceAll("'", '"')
      .replace(/&#x27;|&quot;/g, '"');

  it.each(FORMULAS)('are what KaTeX makes of %s', (formula) => {
    const block = katex.renderToString(formula, { displayMode: true, maxSize: 100, strict: 'ignore' });
    expect(spelled(html(`\`\`\`math\n${formula}\n\`\`\``))).toBe(`<p>${spelled(known(block))}</p>`);
  });

  it('are inline between two dollars', () => {
    expect(html('so $$x+1$$.')).toBe(`<p>so ${known(katex.renderToString('x+1'))}.</p>`);
  });

  it.each(['$5 and $6', '$$$', '$$_$$', 'a$$x$$', '$$x$$b', '$$$x$$$', '$$a\nb$$'])('do not include %s', (source) => {
    expect(html(source)).not.toContain('katex');
    expect(html(source)).not.toContain('tex-error');
  });

  it('with errors are shown as written', () => {
    expect(html('$$\\oops{$$')).toBe('<p><span class="tex-error">$$\\oops{$$</span></p>');
    expect(html('```math\n\\oops{<\n```')).toBe('<p><span class="tex-error">\\oops{&lt;</span></p>');
  });

  it('that nest too deep are shown as written', () => {
    const deep = `${'\\frac{a}{'.repeat(900)}x${'}'.repeat(900)}`;
    expect(html(`$$${deep}$$`)).toBe(`<p><span class="tex-error">$$${deep}$$</span></p>`);
  });

  it.each([
    `\\def\\a#1{#1#1}${'\\a{'.repeat(12)}x${'}'.repeat(12)}`,
    '\\newcommand{\\a}{x}\\a',
    '\\global\\let\\a=x\\a',
    'x\\\\\\xdef\\a{x}',
  ])('that define macros, and so could become of any size, are shown as written: %s', (formula) => {
    expect(html(`$$${formula}$$`)).toBe(`<p><span class="tex-error">$$${formula}$$</span></p>`);
  });

  it('may contain commands that begin like those', () => {
    expect(html('$$\\letter$$ $$\\leq$$')).toContain('<mo>≤</mo>');
  });

  it('are separated by blank lines', () => {
    const [x, y] = ['x', 'y'].map((formula) => known(katex.renderToString(formula, { displayMode: true })));
    expect(html('```math\nx\n\ny\n```')).toBe(`<p>${x}\n\n${y}</p>`);
  });

  it('can neither link, load nor name classes', () => {
    const source =
      '$$\\href{https://ex.org}{x}\\includegraphics{https://ex.org/a}\\htmlClass{user-mention}{x}\\url{a}$$';
    expect(html(source)).not.toMatch(/<a |<img|class="[^"]*user-mention/);
  });
});

describe('code in a language', () => {
  const code = (name: string, content: string): string =>
    `<div class="codehilite" data-code-language="${name}"><pre><span></span><code>${content}\n</code></pre></div>`;
  const spans = (...parts: [string, string][]): string =>
    parts.map(([name, text]) => `<span class="${name}">${text}</span>`).join('');
  const space: [string, string] = ['w', ' '];

  it('has the classes that clients color by', () => {
    const parts = spans(['kd', 'let'], space, ['nx', 'n'], space, ['o', '='], space, ['mf', '1'], ['p', ';']);
    expect(html('```js\nlet n = 1;\n```')).toBe(code('JavaScript', parts));
    expect(html('```py\n@a\ndef f(): # b\n```')).toBe(
      code(
        'Python',
        `${spans(['nd', '@a'])}\n${spans(['kd', 'def'], space, ['nf', 'f'], ['p', '('], ['p', ')'], ['p', ':'], space, ['c1', '# b'])}`,
      ),
    );
    expect(html('```json\n{"a": "<"}\n```')).toBe(
      code('JSON', spans(['p', '{'], ['nt', '"a"'], ['p', ':'], space, ['s2', '"&lt;"'], ['p', '}'])),
    );
    expect(html('```diff\n+a\n-b\n```')).toBe(code('Diff', `${spans(['gi', '+a'])}\n${spans(['gd', '-b'])}`));
  });

  it.each(['klingon', 'text'])('that is not known stays as written: %s', (word) => {
    expect(html(`\`\`\`${word}\na < "b"\n\`\`\``)).toBe(code(word === 'text' ? 'Text only' : word, 'a &lt; "b"'));
  });

  it('has no colors if a line is very long', () => {
    expect(html(`\`\`\`js\n${'a'.repeat(501)}\n\`\`\``)).toBe(code('JavaScript', 'a'.repeat(501)));
  });
});
