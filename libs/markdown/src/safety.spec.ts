import { render } from './renderer';
import { sanitize } from './sanitizer';
import { faultsIn } from './testing/html-reader';
import { compileLinkifier } from './linkifier/linkifier';
import { sampleReferences, noReferences, emojiReferences, fullReferences } from './testing/sample-references';

const SCRIPT = 'alert(document.cookie)';

/** Each is tried alone, in a quote, in a list item and as the text of a link. */
const HOSTILE = [
  `<script>${SCRIPT}</script>`,
  `<img src=x onerror=${SCRIPT}>`,
  `<svg/onload=${SCRIPT}>`,
  `<iframe srcdoc="<script>${SCRIPT}</script>"></iframe>`,
  `<style>@import 'http://evil.example'</style><plaintext>`,
  '</p></div><form action=//evil.example><input name=a>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  `[a](javascript:${SCRIPT})`,
  `[a](JaVaScRiPt:${SCRIPT})`,
  `[a]( javascript:${SCRIPT})`,
  `[a](java\tscript:${SCRIPT})`,
  `[a](\u0001javascript:${SCRIPT})`,
  `[a](\u200Bjavascript:${SCRIPT})`,
  `[a](javascript&colon;${SCRIPT})`,
  `[a](javascript&#58;${SCRIPT})`,
  `[a](&#x6A;avascript:${SCRIPT})`,
  `[a](javascript://%0a${SCRIPT})`,
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:msgbox)',
  '[a](blob:https://ex.org/1)',
  '[a](/\\evil.example)',
  '[a](\\\\evil.example)',
  `[a](https://ex.org" onmouseover="${SCRIPT})`,
  `[a](https://ex.org' onmouseover='${SCRIPT})`,
  `[a](https://ex.org "x" onmouseover="${SCRIPT}")`,
  `[a](https://ex.org "&quot; onmouseover=${SCRIPT} x=&quot;")`,
  `[a](https://ex.org "\n onmouseover=${SCRIPT}")`,
  `[<img src=x onerror=${SCRIPT}>](https://ex.org)`,
  '[a](https://ex.org/<script>)',
  '[a [b](javascript:1)](javascript:2)',
  '[![a](javascript:1)](https://ex.org)',
  '[a](https://ex.org)](javascript:1)',
  `https://ex.org/"onmouseover="${SCRIPT}`,
  `https://ex.org/'onmouseover='${SCRIPT}`,
  'https://ex.org/<script>alert(1)</script>',
  'https://ex.org/&lt;script&gt;&quot;',
  `javascript://ex.org/%0a${SCRIPT}`,
  'ana"onclick="x@ex.org',
  `\`\`\`js" onmouseover="${SCRIPT}\nx\n\`\`\``,
  '```"><script>\nx\n```',
  '```js/../"><b\nx\n```',
  '```\n</code></pre></div><script>alert(1)</script>\n```',
  '`</code><script>alert(1)</script>`',
  '    </pre><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62; &#x3c;i&#x3e;',
  '&amp;lt;script&amp;gt; &\0lt; \0lt;b\0gt;',
  '@**Ben <O\'Hara> & Co** @**"><script>** @*"><script>*',
  '#**daily bread>"><script>alert(1)</script>**',
  "#**daily bread>' onmouseover='alert(1)**",
  '**<b>** *<i>* ~~<s>~~ ***<u>***',
  '**[a](https://ex.org "**")** *[*](/a)* ~~`~~`~~',
  '# <h1 onclick=x>',
  '$$\\href{javascript:alert(1)}{x}$$ $$\\htmlStyle{position:fixed}{x}$$ $$\\htmlData{a=b}{x}\\text{<script>}$$',
  '$$\\color{red;background:url(x)}x$$ $$\\textcolor{#fff" onclick="x}{y}$$',
  '```math\n</annotation></semantics></math><script>alert(1)</script>\n```',
  '```spoiler <img src=x onerror=alert(1)>\n</div></div><script>alert(1)</script>\n```',
  '<time:"><script>alert(1)</script>> <time:1" onclick="x>',
  '```js\n"<script>" + `${"</code>"}` /* </pre> */\n```',
  '```html\n<script>alert(1)</script><!-- --></code>\n```',
  '1. <li onclick=x>\n999999999. x',
  ':tada" onclick="x: :<script>: :"><img src=x>: :sourdough">:',
  '![<script>alert(1)</script>](/user_uploads/2/ab/K/roll.png) ![" onerror="x](/user_uploads/2/ab/K/raw.png)',
  '![a](javascript:alert(1)) ![a](data:image/svg+xml,<svg/onload=x>) ![a](https://x.example/a.mp3" onerror="x)',
  '[a](/user_uploads/2/ab/K/roll.png"onload="x) [a](/user_uploads/../../../etc/passwd) [a](/user_uploads/2/ab/K/%22%3E%3Cscript%3E)',
  `https://rye.example/a.png"onerror="${SCRIPT} https://rye.example/'><script>.png`,
  'https://youtu.be/"onload="x12 https://www.youtube.com/watch?v=<script>xx javascript://youtu.be/dQw4w9WgXcQ',
  '#42"onclick="x #42<script> (#42) javascript:#42',
  '#**daily bread>v2 beta"><script>** #**daily bread>javascript:alert(1)**',
  ':) <3"><script> :/" onclick="x',
  '> ```spoiler [a](javascript:x)\n> - ![" onload="](/user_uploads/2/ab/K/roll.png)\n>   ```js" x="\n>   <b>\n> ```',
  '| <script> | ![a" x="](/user_uploads/2/ab/K/roll.png) |\n|:-:" onclick="|---|\n| `<b>` | $$\\href{javascript:1}{x}$$ |',
  '\u202Etxt.exe\u202C \uFEFF \uD800 \uDC00 \uFFFF',
];

const PLACES: Record<string, (hostile: string) => string> = {
  'on its own': (hostile) => hostile,
  'in a quote': (hostile) => hostile.replace(/^/gm, '> '),
  'in a list item': (hostile) => `- a\n\n${hostile.replace(/^/gm, '  ')}`,
  'in bold': (hostile) => `**${hostile}**`,
  'as the text of a link': (hostile) => `[${hostile}](https://ex.org)`,
  'as the address of a link': (hostile) => `[a](${hostile})`,
  'as an image': (hostile) => `![${hostile}](/user_uploads/2/ab/K/roll.png) ![a](${hostile})`,
  'in a spoiler': (hostile) => `~~~~~spoiler ${hostile}\n${hostile}\n~~~~~`,
  'in a table': (hostile) => `| ${hostile} |\n|---|\n| ${hostile} |`,
};

describe.each(Object.keys(PLACES))('hostile text %s', (place) => {
  it.each(HOSTILE)('%j is harmless', (hostile) => {
    const { html } = render(PLACES[place](hostile), emojiReferences);
    expect(faultsIn(html)).toEqual([]);
  });
});

describe('hostile names', () => {
  it('are text in mentions and in channel links', () => {
    const name = '"><script>alert(1)</script>&lt;\0lt;\n';
    const { html } = render('@**|1** @*g* #**c** #**c>t**', {
      users: [{ id: 1, fullName: name, isActive: true }],
      groups: [{ id: 2, name: 'g', displayName: name, isActive: true }],
      channels: [{ id: 3, name: 'c' }],
    });
    expect(faultsIn(html)).toEqual([]);
    expect(html).toContain('&lt;script&gt;');
  });
});

describe('hostile results of lookups', () => {
  const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)> \' onload=x ';

  it.each([
    'javascript:alert(1)',
    `https://x.example/${EVIL}`,
    '//evil.example/a',
    '/\\evil.example',
    'data:image/svg+xml,<svg>',
    '',
  ])('show no image of %j', (address) => {
    const { html } = render(
      'https://b.example/ :evil: https://c.example/ https://rye.example/a.png https://d.example',
      {
        ...fullReferences,
        customEmoji: [{ id: 1, name: 'evil', sourceUrl: address, stillUrl: null }],
        previews: new Map([
          ['https://b.example/', { kind: 'card', title: EVIL, description: EVIL, imageUrl: address }],
          [
            'https://c.example/',
            { kind: 'video', title: EVIL, embedHtml: `<iframe src="${address}"></iframe>`, thumbnailUrl: address },
          ],
          [
            'https://d.example',
            {
              kind: 'video',
              title: EVIL,
              embedHtml: '<iframe src="https://d.example"></iframe>',
              thumbnailUrl: address,
            },
          ],
        ]),
        organization: { ...fullReferences.organization!, externalImageProxy: undefined },
      },
    );
    expect(faultsIn(html)).toEqual([]);
  });

  it('are harmless in the names and types of uploads', () => {
    const image = { width: 1, height: 1, isAnimated: true, transcoded: EVIL, state: 'ready' } as const;
    const uploads = [{ pathId: '2/ab/K/a\'b"&c.png', contentType: EVIL, image }];
    const { html } = render('[a](/user_uploads/2/ab/K/a%27b%22%26c.png) ![b](/user_uploads/2/ab/K/a%27b%22%26c.png)', {
      ...fullReferences,
      uploads,
    });
    expect(html).toContain('<img');
    expect(faultsIn(html)).toEqual([]);
  });

  it('are harmless as the default language of code', () => {
    const organization = { ...fullReferences.organization!, defaultCodeLanguage: EVIL };
    expect(faultsIn(render('```\nx\n```', { ...fullReferences, organization }).html)).toEqual([]);
  });

  it.each(['{+x}', 'https://x.example/{+x}', '/{+x}', '#{+x}', 'tel:{+x}', 'mailto:{x}', 'https://{+x}'])(
    'create no executable address with the template %s',
    (template) => {
      const linkifiers = [compileLinkifier('go:(?P<x>\\S+)', template)];
      for (const text of [
        'javascript:alert(1)',
        '"onclick="x',
        '\\evil.example',
        '/\\evil',
        '<script>',
        '//evil.example',
        'data:text/html,x',
      ]) {
        expect(faultsIn(render(`go:${text}`, { ...noReferences, linkifiers }).html)).toEqual([]);
      }
    },
  );

  it.each([
    'https://play.example/?q={code}',
    'https://play.example/{+code}',
    'https://play.example/#{code}',
    '{+code}',
  ])('create no executable address with the template of a playground %s', (template) => {
    const linkifiers = [compileLinkifier('run:(?P<code>\\S+)', template)];
    for (const code of ['"onclick="x', "'><script>", 'javascript:alert(1)', '&quot;onload=x', '\\u0022x'])
      expect(faultsIn(render(`run:${code}`, { ...noReferences, linkifiers }).html)).toEqual([]);
  });

  it.each(['javascript:{code}', 'data:text/html,{code}', '{code', 'https://play.example/{"code"}'])(
    'reject the template of a playground %s',
    (template) => expect(() => compileLinkifier('run:(?P<code>\\S+)', template)).toThrow(),
  );
});

describe('the sanitizer', () => {
  it.each([
    ['a script', '<p>a<script>b</script></p>', '<p>a</p>'],
    ['a handler', '<p onclick="a">b</p>', '<p>b</p>'],
    ['a scheme', '<a href="javascript:a">b</a>', '<a>b</a>'],
    ['a scheme behind references', '<a href="java&#10;script&#58;a">b</a>', '<a>b</a>'],
    ['a class', '<a class="stream evil">b</a>', '<a class="stream">b</a>'],
    ['a style that loads', '<span style="color:url(//evil.example);">b</span>', '<span>b</span>'],
    ['a style that covers', '<span style="position:fixed;top:0em;">b</span>', '<span>b</span>'],
    ['a style of formulas in a table', '<td style="color:red;">b</td>', '<td>b</td>'],
    ['a handler in a formula', '<math onclick="a" href="b"><mi>x</mi></math>', '<math><mi>x</mi></math>'],
    ['an unknown attribute of a good tag', '<p data-x="1">b</p>', '<p>b</p>'],
    ['a tag of another shape', '<p\n>a</p>', '&lt;p\n>a'],
    ['a tag that does not end', '<p>a</p><a href="/', '<p>a</p>&lt;a href="/'],
    ['an end without a beginning', 'a</p></div>', 'a'],
    ['a comment', '<!-- a --><p>b</p>', '&lt;!-- a --><p>b</p>'],
    ['the content of a frame', '<iframe><p>a</p></iframe>b', 'b'],
    ['a picture of no address', '<img src="javascript:a" alt="b">', '<img alt="b">'],
    ['a frame that is not ours', '<a data-id="&lt;script&gt;">b</a>', '<a>b</a>'],
    [
      'a style with more than the picture',
      '<a style="background-image: url(&quot;/a&quot;);color:red">b</a>',
      '<a>b</a>',
    ],
    ['a reference that is not known', '<a href="java&Tab;script:a">b</a>', '<a>b</a>'],
    ['another host by two slashes', '<a href="/\\evil.example">b</a>', '<a>b</a>'],
  ])('removes %s', (_name, unsafe, safe) => expect(sanitize(unsafe)).toBe(safe));

  it('closes open elements', () => expect(sanitize('<p><strong>a')).toBe('<p><strong>a</strong></p>'));

  it('keeps what the dialect needs', () => {
    const source = '# a\n- b\n\n7. [c](/d "e")\n> *f*\n***\n```js\n"g"\n```\n@**all** #**daily bread>t** ~~**h**~~\ni';
    const { html } = render(source, sampleReferences);
    expect(html).toContain('<ol start="7">');
    expect(sanitize(html)).toBe(html);
  });
});

describe('the limits of a rendering', () => {
  it('reject HTML that is far longer than a text may be', () => {
    const users = [{ id: 1, fullName: 'x'.repeat(100_000), isActive: true }];
    expect(() => render('@**|1** '.repeat(20), { ...noReferences, users })).toThrow('Unable to render message');
  });
});
