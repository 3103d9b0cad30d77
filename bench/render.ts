import MarkdownIt from 'markdown-it';
import { join } from 'node:path';
import { CORPUS, Kind, longText } from './render-corpus';
import { median, quantile, report } from './support';

const ROUNDS = 15;
const MILLISECONDS = 150;
const LONG_RUNS = 200;
const LONG = 10_000;
const ASIDE_RUNS = 50;

/** The built package, which production runs. */
const { compileLinkifier, render, renderAside } = module.require(
  join(__dirname, '../dist/libs/markdown/src'),
) as typeof import('../libs/markdown/src');

const linkifiers = [
  compileLinkifier('#(?P<id>[0-9]+)', 'https://tracker.example/{id}'),
  compileLinkifier('(?P<repository>[a-z]+)@(?P<commit>[0-9a-f]{7,40})', 'https://code.example/{repository}/{commit}'),
];
const references: Parameters<typeof render>[1] = {
  users: [
    { id: 31, fullName: 'Rosa Lind', isActive: true },
    { id: 44, fullName: 'Kim Ode', isActive: true },
  ],
  groups: [{ id: 5, name: 'ovens', displayName: 'ovens', isActive: true }],
  channels: [{ id: 3, name: 'daily bread' }],
  linkifiers,
  organization: { url: 'https://chat.example', defaultCodeLanguage: null, previewsImages: true, previewsLinks: false },
};
const bare = new MarkdownIt({ linkify: true, breaks: true });

const ours = (text: string): unknown => render(text, references);
const plain = (text: string): unknown => bare.render(text);

/** Each kind by its share, in mixed order. */
function mixed(kinds: readonly Kind[]): string[] {
  const texts = kinds.flatMap(({ share, texts: all }) =>
    Array.from({ length: share }, (_, at) => all[at % all.length]),
  );
  return texts.map((_, at) => texts[(at * 37) % texts.length]);
}

/** Processor time, so that other work of the machine counts less. */
function perSecond(texts: readonly string[], one: (text: string) => unknown): number {
  const until = performance.now() + MILLISECONDS;
  const before = process.cpuUsage();
  let done = 0;
  while (performance.now() < until) {
    for (const text of texts) one(text);
    done += texts.length;
  }
  const { user, system } = process.cpuUsage(before);
  return done / ((user + system) / 1e6);
}

function compare(name: string, texts: readonly string[]): Record<string, string | number> {
  const rates = Array.from({ length: ROUNDS }, () => [perSecond(texts, ours), perSecond(texts, plain)]);
  const [our, their] = [0, 1].map((side) => median(rates.map((round) => round[side])));
  return {
    texts: name,
    'rendered a second of a core': Math.round(our),
    'bare markdown-it': Math.round(their),
    'our cost / its cost': (their / our).toFixed(2),
    'p50 / p99 in ms': '',
    'event loop held, p50 / p99 in ms': '',
    'the first time': '',
  };
}

function milliseconds(text: string): number[] {
  return Array.from({ length: LONG_RUNS }, () => {
    const began = performance.now();
    ours(text);
    return performance.now() - began;
  });
}

function slowness(name: string, text: string): Record<string, string | number> {
  ours(text);
  const times = milliseconds(text);
  return {
    texts: `${name}, ${text.length} characters`,
    'p50 / p99 in ms': `${median(times).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`,
  };
}

/** How long rendering a text blocks the event loop, the first time and later. */
async function holdUps(name: string, text: string): Promise<Record<string, string | number>> {
  const first = await holdUp(text);
  const later: { took: number; held: number }[] = [];
  for (let run = 0; run < ASIDE_RUNS; run++) later.push(await holdUp(text));
  const of = (key: 'took' | 'held') => later.map((one) => one[key]);
  const both = (key: 'took' | 'held') => `${median(of(key)).toFixed(1)} / ${quantile(of(key), 0.99).toFixed(1)}`;
  return {
    texts: `${name}, ${text.length} characters, in a thread`,
    'p50 / p99 in ms': both('took'),
    'event loop held, p50 / p99 in ms': both('held'),
    'the first time': `${first.took.toFixed(0)}, held ${first.held.toFixed(0)}`,
  };
}

async function holdUp(text: string): Promise<{ took: number; held: number }> {
  const began = performance.now();
  let seen = began;
  let held = 0;
  let isOver = false;
  const look = (): void => {
    const now = performance.now();
    held = Math.max(held, now - seen);
    seen = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await renderAside(text, references);
  isOver = true;
  look();
  return { took: performance.now() - began, held };
}

const withoutColours = CORPUS.filter(({ name }) => name !== 'code' && name !== 'math');
const filled = (unit: string): string => unit.repeat(LONG).slice(0, LONG);
const fenced = (language: string, unit: string): string => `\`\`\`${language}\n${filled(unit).slice(0, -20)}\n\`\`\``;

async function main(): Promise<void> {
  const aside = [
    ['TypeScript', fenced('ts', CORPUS[2].texts[0].split('```ts\n')[1].split('```')[0])],
    ['C#', fenced('cs', 'public int Add(int a, int b) { return a + b; } // sum\n')],
    ['Perl', fenced('perl', 'my ($a, %b) = @_; print "$a: $b{$a}\\n" if $a =~ /^x+$/;\n')],
    ['formulas', filled('so $$x^2+\\frac{a}{b}$$ and ')],
    ['a matrix', `\`\`\`math\n\\begin{matrix}${filled('a&').slice(0, 1_400)}\\end{matrix}\n\`\`\``],
  ];
  const rows = [
    compare('mixed', mixed(CORPUS)),
    compare('mixed, without code and math', mixed(withoutColours)),
    ...CORPUS.map((kind) => compare(kind.name, kind.texts)),
    slowness('mixed', longText(LONG, CORPUS)),
    slowness('mixed, without code and math', longText(LONG, withoutColours)),
    slowness('emoji', filled(':tada: 🎉 ')),
    slowness('brackets', filled('[')),
    slowness('nested quotes', filled('> ')),
    slowness('a wide table', filled(`${'|a'.repeat(200)}|\n`).replace(/\n.*?\n/, `\n${'|-'.repeat(200)}|\n`)),
  ];
  for (const [name, text] of aside) rows.push(await holdUps(name, text));
  rows.push(await holdUps('mixed', longText(LONG, CORPUS)));
  report('render', 'Rendering', rows);
}

void main();
