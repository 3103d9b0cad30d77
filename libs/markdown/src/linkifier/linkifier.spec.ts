import { render } from '../renderer';
import { noReferences } from '../testing/sample-references';
import { faultsIn } from '../testing/html-reader';
import { WorkBudget } from '../work-budget';
import { findLinks } from './find-links';
import { compileLinkifier, Linkifier } from './linkifier';
import { linkifierMatches } from './matches';

const ISSUE = compileLinkifier('#(?P<id>[0-9]+)', 'https://t.example/{id}');
const html = (source: string, ...linkifiers: Linkifier[]): string =>
  render(source, { ...noReferences, linkifiers }).html.replace(/^<p>(.*)<\/p>$/s, '$1');
const link = (href: string, text: string): string => `<a href="${href}">${text}</a>`;

describe('compiling a linkifier', () => {
  it.each([
    ['(?P<id>[0-9]+', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(?P<id>a)(?=b)', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(?P<id>.)\\1', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(?P<id>a{1000}{1000})', 'https://t.example/{id}', /^Bad regular expression: /],
    ['(?P<id>(abc|def|ghi){400})', 'https://t.example/{id}', /^Bad regular expression: pattern too large$/],
    ['(?P<id>a)(?P<id>b)', 'https://t.example/{id}', /^Bad regular expression: /],
    ['#(?P<id>[0-9]+)', 'https://t.example/{id', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/{}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/{id,}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/{!id}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'javascript:alert({id})', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'javascript:{id}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'data:text/html,{id}', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', '', /^Invalid URL template\.$/],
    ['#(?P<id>[0-9]+)', 'https://t.example/', /^Group 'id' in linkifier pattern is not present in URL template\.$/],
    ['#[0-9]+', 'https://t.example/{id}', /^Group 'id' in URL template is not present in linkifier pattern\.$/],
    ['', 'https://t.example', /^Bad regular expression: /],
  ])('refuses %j with %j', (pattern, template, message) => {
    expect(() => compileLinkifier(pattern, template)).toThrow(message);
  });

  it.each([
    ['ZUL-(?P<id>\\d+)', 'https://t.example{/id}{?id}', 'ZUL-7', 'https://t.example/7?id=7'],
    [
      '(?P<org>[a-z]+)/(?P<repo>[a-z]+)@(?P<id>[0-9a-f]+)',
      'https://g.example/{org}/{repo}/{id}',
      'rye/oat@1f',
      'https://g.example/rye/oat/1f',
    ],
    ['q:(?P<q>\\S+)', 'https://t.example/?q={q}', 'q:a&b/c', 'https://t.example/?q=a%26b%2Fc'],
    ['p:(?P<p>\\S+)', 'https://t.example/{+p}', 'p:a/b', 'https://t.example/a/b'],
    ['(?i)rye-(?P<id>\\d+)', '/help/{id}', 'RYE-7', '/help/7'],
    ['a(?P<x>b)?c', 'https://t.example/{x}', 'ac', 'https://t.example/'],
  ])('takes %s with %s', (pattern, template, text, url) => {
    expect(findLinks(text, [compileLinkifier(pattern, template)])).toEqual([{ text, url }]);
  });
});

describe('linkifiers', () => {
  it.each([
    ['at the start', '#42 is hot', `${link('https://t.example/42', '#42')} is hot`],
    [
      'behind each opening sign',
      `'#1 "#2 (#3 ,#4 :#5 <#6`,
      `'${link('https://t.example/1', '#1')} "${link('https://t.example/2', '#2')} (${link('https://t.example/3', '#3')} ,${link('https://t.example/4', '#4')} :${link('https://t.example/5', '#5')} &lt;${link('https://t.example/6', '#6')}`,
    ],
    [
      'one behind another',
      '#1 #2\n#3',
      `${link('https://t.example/1', '#1')} ${link('https://t.example/2', '#2')}<br>\n${link('https://t.example/3', '#3')}`,
    ],
    ['before punctuation', '#42.', `${link('https://t.example/42', '#42')}.`],
    ['not behind a letter, a slash or a bracket', 'x#42 /#42 [#42 .#42', 'x#42 /#42 [#42 .#42'],
    ['not before a letter or digit of any script', '#42a #42é #42٣', '#42a #42é #42٣'],
    ['not directly behind what is marked up', '`a`#42', '<code>a</code>#42'],
    ['in bold', '**see #42**', `<strong>see ${link('https://t.example/42', '#42')}</strong>`],
    [
      'not in code, links, addresses',
      '`#42` [#42](/a) https://rye.example/#42',
      `<code>#42</code> ${link('/a', '#42')} ${link('https://rye.example/#42', 'https://rye.example/#42')}`,
    ],
  ])('match %s', (_name, source, expected) => expect(html(source, ISSUE)).toBe(expected));

  it('that are listed earlier take precedence', () => {
    const long = compileLinkifier('#(?P<id>[0-9]+) and more', 'https://long.example/{id}');
    expect(html('#42 and more', ISSUE, long)).toBe(`${link('https://t.example/42', '#42')} and more`);
    expect(html('#42 and more', long, ISSUE)).toBe(link('https://long.example/42', '#42 and more'));
  });

  it('never link to addresses with forbidden schemes', () => {
    const any = compileLinkifier('go:(?P<url>\\S+)', '{+url}');
    expect(html('go:javascript:alert(1)', any)).toBe('go:javascript:alert(1)');
    expect(html('go:https://rye.example', any)).not.toContain('javascript');
    expect(
      faultsIn(html(`go:https://x"onclick="alert(1) go:data:text/html,<script> go://evil.example go:/\\evil`, any)),
    ).toEqual([]);
  });

  it('count as links', () => {
    expect(render('#42', { ...noReferences, linkifiers: [ISSUE] })).toMatchObject({
      hasLink: true,
      links: ['https://t.example/42'],
    });
  });

  it('do not match inside of other syntax', () => {
    const any = compileLinkifier('(?P<x>.+)', 'https://t.example/{x}');
    expect(html('a `b` c', any)).toBe(
      `${link('https://t.example/a%20', 'a ')}<code>b</code> ${link('https://t.example/c', 'c')}`,
    );
  });
});

describe('long texts', () => {
  const numbers = (text: string): string[] =>
    Array.from(html(text, ISSUE).matchAll(/t\.example\/(\d+)/g), ([, id]) => id);

  it('are linked to their end', () => {
    const ids = Array.from({ length: 400 }, (_, at) => String(at * at));
    expect(numbers(ids.map((id) => `rye and oat, #${id}`).join(' '))).toEqual(ids);
  });

  it('are linked wherever a match is', () => {
    for (let before = 740; before < 1_010; before++) {
      expect(numbers(`${'a'.repeat(before)} #1234567 ${'b'.repeat(1_000)} #89`)).toEqual(['1234567', '89']);
    }
  });
});

describe('links in a topic', () => {
  it('are addresses and matches, in order', () => {
    expect(findLinks('#7 at rye.org and https://oat.example/#8', [ISSUE])).toEqual([
      { text: '#7', url: 'https://t.example/7' },
      { text: 'rye.org', url: 'https://rye.org' },
      { text: 'https://oat.example/#8', url: 'https://oat.example/#8' },
    ]);
  });
});

describe('a hostile linkifier', () => {
  const LENGTH = 10_000;

  it.each([
    ['(?P<x>(a+)+b)', 'a'],
    ['(?P<x>(a|a)*c)', 'a'],
    ['(?P<x>.*.*.*=)', 'a '],
    ['(?P<x>a?){0}(?P<y>a.*b)'.replace('(?P<x>a?){0}', ''), 'a '],
    ['(?P<x>\\S+)', 'a '],
    ['(?P<x>(\\w+\\s*)+!)', 'ab '],
    ['(?P<x>)', ' '],
  ])('%s over many of %j takes linear time', (pattern, unit) => {
    const name = /<(\w)>/.exec(pattern)![1];
    const linkifier = compileLinkifier(pattern, `https://t.example/{${name}}`);
    const work = new WorkBudget();
    linkifierMatches(
      unit.repeat(LENGTH / unit.length),
      Array.from({ length: 20 }, () => linkifier),
      work,
    );
    expect(work.spent).toBeLessThanOrEqual(1_500_000);
  });
});
