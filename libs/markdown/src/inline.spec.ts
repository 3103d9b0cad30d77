import { render } from './renderer';
import { sampleReferences, noReferences } from './testing/sample-references';

const inline = (source: string): string => render(source, noReferences).html.replace(/^<p>(.*)<\/p>$/s, '$1');

describe('styles', () => {
  it.each([
    ['bold', 'a **hot** roll', 'a <strong>hot</strong> roll'],
    ['italic', 'a *hot* roll', 'a <em>hot</em> roll'],
    ['both at once', '***hot***', '<strong><em>hot</em></strong>'],
    ['italic in bold', '**very *hot* roll**', '<strong>very <em>hot</em> roll</strong>'],
    ['italic at the end of bold', '**very *hot***', '<strong>very <em>hot</em></strong>'],
    ['bold in italic', '*very **hot** roll*', '<em>very <strong>hot</strong> roll</em>'],
    ['strike', '~~cold~~', '<del>cold</del>'],
    ['strike with spaces', '~~ cold ~~', '<del> cold </del>'],
    ['bold in strike', '~~**cold**~~', '<del><strong>cold</strong></del>'],
    ['three tildes', 'a ~~~cold~~~', 'a ~~~cold~~~'],
    ['a tilde in strike', '~~a~b~~', '~~a~b~~'],
    ['low lines', '_hot_ and __hot__', '_hot_ and __hot__'],
    ['stars between spaces', '3 * 4 * 5', '3 * 4 * 5'],
    ['inside a word', 'out*ra*geous', 'out<em>ra</em>geous'],
    ['a line end in bold', '**a\nb**', '**a<br>\nb**'],
    ['a line end in italic', '*a\nb*', '*a<br>\nb*'],
    ['a line end in strike', '~~a\nb~~', '~~a<br>\nb~~'],
    ['a backslash', '\\*hot\\* \\_ \\\\', '\\<em>hot\\</em> \\_ \\\\'],
    ['code in bold', '**a `*` b**', '<strong>a <code>*</code> b</strong>'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));
});

describe('text', () => {
  it.each([
    ['tags', '<b>x</b> <!-- y --> <br>', '&lt;b&gt;x&lt;/b&gt; &lt;!-- y --&gt; &lt;br&gt;'],
    ['a lone ampersand', 'Q&A & more', 'Q&amp;A &amp; more'],
    ['named references', '3 &lt; 4 &copy; &frac12;', '3 &lt; 4 &copy; &frac12;'],
    ['numbered references', '&#66; &#x1F35E;', '&#66; &#x1F35E;'],
    ['something like a reference', '&; &#; &#x; &a b;', '&amp;; &amp;#; &amp;#x; &amp;a b;'],
    ['quotes', `say "hi" it's`, `say "hi" it's`],
    ['references do not make syntax', '&#42;a&#42;', '&#42;a&#42;'],
    ['names of no emoji stay as they are', ':bread_roll:', ':bread_roll:'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));
});

describe('inline code', () => {
  it.each([
    ['markup', 'run `a < b && *c*`', 'run <code>a &lt; b &amp;&amp; *c*</code>'],
    ['spaces', '` a `', '<code> a </code>'],
    ['a backtick', '``a`b``', '<code>a`b</code>'],
    ['a reference', '`&lt;`', '<code>&amp;lt;</code>'],
    ['quotes', '`"a" \'b\'`', '<code>"a" \'b\'</code>'],
    ['a line end', '`a\nb`', '<code>a\nb</code>'],
    ['other lengths do not close', '`a`` b', '`a`` b'],
    ['a link', '`[a](https://ex.org)`', '<code>[a](https://ex.org)</code>'],
    ['a mention', '`@**Rosa Lind**`', '<code>@**Rosa Lind**</code>'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));
});

describe('bracket links', () => {
  const link = (href: string, text: string): string => `<a href="${href}">${text}</a>`;

  it.each([
    ['an address', '[menu](https://rye.example/a)', link('https://rye.example/a', 'menu')],
    ['no text', '[](https://rye.example)', link('https://rye.example', 'https://rye.example')],
    ['blank text', '[ ](rye.example)', link('http://rye.example', 'rye.example')],
    ['no scheme', '[menu](rye.example/a)', link('http://rye.example/a', 'menu')],
    ['a port', '[menu](localhost:9991)', link('http://localhost:9991', 'menu')],
    ['a path', '[menu](/help/menu)', link('/help/menu', 'menu')],
    ['a fragment', '[menu](#narrow/is/dm)', link('#narrow/is/dm', 'menu')],
    ['another host by two slashes', '[menu](//rye.example)', link('http://rye.example', 'menu')],
    ['an e-mail address', '[write](rosa@rye.example)', link('mailto:rosa@rye.example', 'write')],
    ['a telephone', '[call](tel:+4712)', link('tel:+4712', 'call')],
    [
      'a title',
      '[menu](https://rye.example "To \'day\'")',
      '<a href="https://rye.example" title="To \'day\'">menu</a>',
    ],
    ['parentheses', '[menu](https://rye.example/x_(y)) z', `${link('https://rye.example/x_(y)', 'menu')} z`],
    ['brackets', '[menu [de]](https://rye.example)', link('https://rye.example', 'menu [de]')],
    ['a space', '[menu](https://rye.example/a b)', link('https://rye.example/a%20b', 'menu')],
    [
      'signs to escape',
      '[menu](https://rye.example/?a=<&b=")',
      link('https://rye.example/?a=&lt;&amp;b=&quot;', 'menu'),
    ],
    ['styles in the text', '[*hot* `rolls` &amp;](/a)', link('/a', '<em>hot</em> <code>rolls</code> &amp;')],
    ['styles around', '**[hot](/a)**', `<strong>${link('/a', 'hot')}</strong>`],
    ['a link in the text', '[a [b](/b) https://c.example](/a)', link('/a', 'a [b](/b) https://c.example')],
    [
      'an exclamation mark in front',
      '![roll](https://rye.example/a.png)',
      `!${link('https://rye.example/a.png', 'roll')}`,
    ],
    ['a space between', '[menu] (/a)', '[menu] (/a)'],
    ['no address', '[menu]()', '[menu]()'],
    ['code over its end', '[a `](/b)`', '[a <code>](/b)</code>'],
    [
      'a definition',
      '[menu][1]\n\n[1]: https://rye.example',
      `[menu][1]</p>\n<p>[1]: ${link('https://rye.example', 'https://rye.example')}`,
    ],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'http:',
    'x:y',
  ])('leaves [a](%s) as text', (address) => expect(inline(`[a](${address})`)).toBe(`[a](${address})`));
});

describe('bare links', () => {
  const link = (text: string, href = text): string => `<a href="${href}">${text}</a>`;

  it.each([
    ['a full stop behind', 'see https://rye.example/a.', `see ${link('https://rye.example/a')}.`],
    ['several signs behind', 'https://rye.example/a?!', `${link('https://rye.example/a')}?!`],
    [
      'a query',
      'https://rye.example/?a=1&b=2',
      '<a href="https://rye.example/?a=1&amp;b=2">https://rye.example/?a=1&amp;b=2</a>',
    ],
    ['a query without a path', 'https://rye.example?a=1', link('https://rye.example?a=1')],
    ['in parentheses', '(https://rye.example/x_(y))', `(${link('https://rye.example/x_(y)')})`],
    ['an open parenthesis in it', 'https://rye.example/x(y', `${link('https://rye.example/x')}(y`],
    ['in angle brackets', '<https://rye.example>', `&lt;${link('https://rye.example')}&gt;`],
    ['in quotes', '"https://rye.example"', `"${link('https://rye.example')}"`],
    ['in bold', '**https://rye.example**', `<strong>${link('https://rye.example')}</strong>`],
    ['stars in it', 'https://rye.example/*a*b', link('https://rye.example/*a*b')],
    ['ftp and a port', 'ftp://rye.example:21/a', link('ftp://rye.example:21/a')],
    ['a domain', 'at rye.org, they', `at ${link('rye.org', 'http://rye.org')}, they`],
    ['a domain with a path', 'rye.org/menu#b.', `${link('rye.org/menu#b', 'http://rye.org/menu#b')}.`],
    ['a subdomain in capitals', 'WWW.Rye.ORG', link('WWW.Rye.ORG', 'http://WWW.Rye.ORG')],
    ['an e-mail address', 'ask rosa.l@rye.org!', `ask ${link('rosa.l@rye.org', 'mailto:rosa.l@rye.org')}!`],
    ['two in a list', 'rye.org,oat.org', 'rye.org,<a href="http://oat.org">oat.org</a>'],
  ])('%s', (_name, source, expected) => expect(inline(source)).toBe(expected));

  it.each([
    'notes.md',
    'bake.py',
    'run.sh',
    'well...it',
    'e.g. this',
    'rye.unknownending',
    "rye.org's",
    'xhttps://rye.org',
    'https://',
    'javascript://rye',
  ])('leaves %s as text', (source) => expect(inline(source)).toBe(source));
});

describe('the links of a rendering', () => {
  it('list the addresses once, in order', () => {
    const { links, hasLink } = render('rye.org [x](/a) https://oat.org https://oat.org `https://no.org`', noReferences);
    expect(hasLink).toBe(true);
    expect(links).toEqual(['http://rye.org', '/a', 'https://oat.org']);
  });

  it('count a link to a channel without listing it', () => {
    expect(render('#**daily bread**', sampleReferences)).toMatchObject({ hasLink: true, links: [] });
  });

  it('are none in plain text', () => {
    expect(render('bread', noReferences)).toMatchObject({ hasLink: false, links: [] });
  });
});

describe('/me', () => {
  it.each([
    ['/me bakes', true],
    ['/me', false],
    ['/meet', false],
    [' /me bakes', false],
    ['so\n/me bakes', false],
  ])('%j: %s', (source, expected) => expect(render(source, noReferences).isMeMessage).toBe(expected));

  it('keeps its text', () => expect(inline('/me bakes')).toBe('/me bakes'));
});
