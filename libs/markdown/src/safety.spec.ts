import { render } from './renderer';
import { sanitize } from './sanitizer';
import { faultsIn } from './testing/html-reader';
import { bakery, nobody } from './testing/sample-references';

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
  '\u202Etxt.exe\u202C \uFEFF \uD800 \uDC00 \uFFFF',
];

const PLACES: Record<string, (hostile: string) => string> = {
  'on its own': (hostile) => hostile,
  'in a quote': (hostile) => hostile.replace(/^/gm, '> '),
  'in a list item': (hostile) => `- a\n\n${hostile.replace(/^/gm, '  ')}`,
  'in bold': (hostile) => `**${hostile}**`,
  'as the text of a link': (hostile) => `[${hostile}](https://ex.org)`,
  'as the address of a link': (hostile) => `[a](${hostile})`,
};

describe.each(Object.keys(PLACES))('hostile text %s', (place) => {
  it.each(HOSTILE)('%j is harmless', (hostile) => {
    const { html } = render(PLACES[place](hostile), bakery);
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
    ['another host by two slashes', '<a href="/\\evil.example">b</a>', '<a>b</a>'],
  ])('takes %s away', (_name, unsafe, safe) => expect(sanitize(unsafe)).toBe(safe));

  it('leaves what the dialect needs as it is', () => {
    const source = '# a\n- b\n\n7. [c](/d "e")\n> *f*\n***\n```js\n"g"\n```\n@**all** #**daily bread>t** ~~**h**~~\ni';
    const { html } = render(source, bakery);
    expect(html).toContain('<ol start="7">');
    expect(sanitize(html)).toBe(html);
  });
});

describe('the limits of a rendering', () => {
  it('refuses HTML that is far longer than a text may be', () => {
    const users = [{ id: 1, fullName: 'x'.repeat(100_000), isActive: true }];
    expect(() => render('@**|1** '.repeat(20), { ...nobody, users })).toThrow('Unable to render message');
  });
});
