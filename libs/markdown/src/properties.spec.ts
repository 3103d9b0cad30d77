import fc from 'fast-check';
import { RenderingFailed } from './errors';
import { findReferences } from './find-references';
import { render, renderWithin } from './renderer';
import { faultsIn } from './testing/html-reader';
import { sampleReferences, emojiReferences, fullReferences } from './testing/sample-references';
import { WorkBudget } from './work-budget';

const SIGNS =
  '$$ $$x$$ $$\\frac{ |---|---| | a | <time:1> <time: * ** *** _ ~~ ~~~ ` `` ``` ~ ( ) [ ] ]( [a]( > >> # ## #** @** @* @_** @ | - + 1. 10. --- & &lt; &#x41; ; " \' < </p> \\ : , . ! \0 \uD800 🥖';
const MORE_SIGNS =
  ':tada: :sourdough: :) <3 : :: :a :zulip: 🎉 👍🏽 🏳️‍⚧️ 1️⃣ ↔ #42 #42a (#7 ! ![ ![a](/user_uploads/2/ab/K/roll.png) [a](/user_uploads/2/ab/K/raw.png) user_uploads/2/ab/K/spin.gif https://chat.rye.example/user_uploads/2/ab/K/roll.png https://rye.example/roll.png https://youtu.be/dQw4w9WgXcQ https://vimeo.com/76979871 https://rye.example/menu ![a](https://rye.example/a.mp3)';
const WORDS =
  'a rye.org https://rye.org/x rosa@rye.org javascript:a Rosa Lind |31 ovens all topic daily bread quote js text/html';
const GAPS = [
  ' ',
  '  ',
  '    ',
  '\n',
  '\n\n',
  '\n> ',
  '\n  ',
  '\n* ',
  '\n```\n',
  '\n```quote\n',
  '\n```spoiler a\n',
  '\n```math\n',
  '\n```js\n',
  '\t',
  '\r\n',
];

const piece = fc.constantFrom(
  ...SIGNS.split(' '),
  ...MORE_SIGNS.split(' '),
  ...WORDS.split(' '),
  ...GAPS,
  '@**Rosa Lind**',
  '#**daily bread>a**',
  '#**daily bread>v2 beta**',
);
const text = fc.array(piece, { maxLength: 60, size: 'max' }).map((pieces) => pieces.join(''));

describe('any text', () => {
  it('becomes balanced HTML of allowed elements, the same each time', () => {
    fc.assert(
      fc.property(text, (source) => {
        const rendered = render(source, emojiReferences);
        expect(faultsIn(rendered.html)).toEqual([]);
        expect(render(source, emojiReferences)).toEqual(rendered);
      }),
      { numRuns: 700 },
    );
  });

  it('is parsed in limited work', () => {
    fc.assert(
      fc.property(text, (source) => {
        const work = new WorkBudget();
        renderWithin(work, source, fullReferences);
        expect(work.spent).toBeLessThan(5_000 + 400 * source.length);
      }),
    );
  });

  it('of any characters becomes balanced HTML too', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (source) => {
        expect(faultsIn(render(source, sampleReferences).html)).toEqual([]);
      }),
    );
  });

  it('refers only to what was looked up', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { users, groups, channels, topics, uploads } = findReferences(source);
        const names = new Set(users.map(({ name }) => name?.toLowerCase()));
        const ids = new Set(users.map(({ id }) => id));
        const found = {
          users: sampleReferences.users.filter((user) => names.has(user.fullName.toLowerCase()) || ids.has(user.id)),
          groups: sampleReferences.groups.filter((group) => groups.some((name) => name.toLowerCase() === group.name)),
          channels: sampleReferences.channels.filter((channel) => channels.includes(channel.name)),
          topics: fullReferences.topics!.filter(({ channelId, topic }) => {
            const { name } = sampleReferences.channels.find(({ id }) => id === channelId)!;
            return topics.some((written) => written.channel === name && written.topic === topic);
          }),
          uploads: fullReferences.uploads!.filter(({ pathId }) => uploads.includes(pathId)),
        };
        expect(render(source, { ...fullReferences, ...found })).toEqual(render(source, fullReferences));
      }),
      { numRuns: 700 },
    );
  });
});

describe('a text made to be expensive', () => {
  const LENGTH = 10_000;
  const filled = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
  const deep = (line: (depth: number) => string): string =>
    Array.from({ length: 140 }, (_, depth) => line(depth)).join('\n');

  const UNITS = [
    ...[
      '$$',
      '$$a$$ ',
      '$$a$$',
      '\\$',
      '$$\\$',
      '|',
      '|-',
      '|\n|-|\n',
      '|`',
      '<time:',
      '<time:1>',
      '```math\nx\n```\n',
      '```js\na\n```\n',
    ],
    ...['[', ']', '[](', '[a](b)', '(', '![', '[`a`](b)', '`', '`a``', '*', '**', '***', '*a', '**a*', '~', '~~a', '_'],
    ...[
      '>',
      '> ',
      '>\n',
      '* ',
      '* a\n',
      '* a\n\n',
      '  * a\n',
      '1. ',
      'a\n* b\n',
      '> * ',
      '```\n',
      '```quote\n',
      '#',
      '# ',
      '#\n',
    ],
    ...[
      '@**',
      '@*',
      '@**a',
      '@**all** ',
      '@**|31** ',
      '#**',
      '#**a>',
      '&',
      '&lt;',
      '<',
      'a.',
      'a@',
      'a,a.',
      'rye.org,',
    ],
    ...[
      'http://',
      'https://a.b/(',
      '*https://a.b',
      `https://rye.org/${'a'.repeat(300)} `,
      `[a](https://rye.org/${'a'.repeat(300)}) `,
    ],
    ...['\n', ' ', '\t', '\0', '\\', '"', '- ', '    a\n', '🥖'],
    ...[':', ':a', ':a:', ':tada:', ':sourdough:', ':) ', '<3 ', '👍🏽', '🇩', '1️⃣', '\u200D', '\uFE0F', '🎉\u200D'],
    ...['#1 ', '#1', '(#1', '#', '![', '![a](/user_uploads/2/ab/K/roll.png)', '[a](/user_uploads/2/ab/K/roll.png) '],
    ...['https://rye.example/a.png ', 'https://youtu.be/dQw4w9WgXcQ ', '|a|b|\n', '|:-:|', '#**daily bread>v2 beta** '],
  ];

  it.each([
    ...UNITS.map((unit) => [unit.slice(0, 20), filled(unit)]),
    ['quotes in quotes', deep((depth) => `${'>'.repeat(depth)} a`)],
    ['lists in lists', deep((depth) => `${'  '.repeat(depth)}* a`)],
    ['fences in fences', deep((depth) => `${'`'.repeat(150 - depth)}quote`)],
    ['backtick runs of all lengths', deep((depth) => '`'.repeat(depth)).replaceAll('\n', ' ')],
    ['brackets in brackets', '['.repeat(5_000) + '](a)'.repeat(1_000)],
    ['a rule that is none', `${'* '.repeat(5_000)}a`],
    ['a fence that is none', `\`\`\`${'a'.repeat(LENGTH)}\``],
    ['closing hashes that are none', `# ${'#'.repeat(LENGTH)}a`],
    ['a huge table', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${`${'|b'.repeat(500)}|\n`.repeat(8)}`],
    ['different links', Array.from({ length: 500 }, (_, at) => `https://rye.example/${at}`).join(' ')],
    ['different names of emoji', Array.from({ length: 1_500 }, (_, at) => `:e${at}:`).join(' ')],
  ])('%j takes work in proportion to its length', (_name, source) => {
    const work = new WorkBudget();
    const { html } = renderWithin(work, source, emojiReferences);
    const [mostWork, mostHtml] = /\$\$|math|```js|🥖|:|🎉|🇩|1️⃣|<3|#1|roll\.png/u.test(source) ? [300, 100] : [40, 15];
    expect(work.spent).toBeLessThan(mostWork * source.length);
    expect(html.length).toBeLessThan(mostHtml * source.length);
    expect(faultsIn(html)).toEqual([]);
  });

  it('ends when its HTML is far longer than the text', () => {
    const rows = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'|\n'.repeat(5_000)}`;
    expect(() => renderWithin(new WorkBudget(), rows, sampleReferences)).toThrow(RenderingFailed);
  });

  it.each([
    [70, 4_600],
    [20, 4_000],
  ])('stops early when %i columns of %i rows would be filled', (columns, rows) => {
    const source = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'a\n'.repeat(rows)}`;
    expect(() => renderWithin(new WorkBudget(), source, sampleReferences)).toThrow(RenderingFailed);
  });

  it('ends when its budget is used', () => {
    expect(() => renderWithin(new WorkBudget(undefined, 10 * LENGTH), filled('> '), sampleReferences)).toThrow(
      RenderingFailed,
    );
  });

  it('nests to a limited depth, and the rest stays text', () => {
    const { html } = renderWithin(new WorkBudget(), filled('>'), sampleReferences);
    expect(html.split('<blockquote>').length - 1).toBe(16);
    expect(html.split('&gt;').length - 1).toBe(LENGTH - 16);
  });
});
