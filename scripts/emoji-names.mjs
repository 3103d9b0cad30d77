// Writes libs/markdown/src/emoji/names.json: the names of each Unicode emoji, the canonical one first. Run by hand when
// Unicode has new ones. The shortcodes are those of the package emojibase-data (MIT), which is fetched for the moment
// and not kept; where several of its sets use a name for different emoji, the set named first decides.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';

const PACKAGE = 'emojibase-data@17.0.0';
const SETS = ['iamcal', 'joypixels', 'emojibase', 'github', 'cldr'];
const MODIFIERS = 2;
const DIRECTORY = join(root, 'libs/markdown/src/emoji');

const scratch = mkdtempSync(join(tmpdir(), 'parley-emoji-'));
execFileSync('npm', ['pack', PACKAGE, '--silent', '--pack-destination', scratch], { stdio: 'inherit' });
execFileSync('tar', ['xzf', `${PACKAGE.replace('@', '-')}.tgz`], { cwd: scratch });
const read = (path) => JSON.parse(readFileSync(join(scratch, 'package/en', path), 'utf8'));

const overrides = JSON.parse(readFileSync(join(DIRECTORY, 'overrides.json'), 'utf8'));
const emoji = read('compact.json').filter(({ group }) => group !== undefined && group !== MODIFIERS);
const names = new Map(emoji.map(({ hexcode }) => [hexcode.toLowerCase(), []]));
const taken = new Set();

for (const [code, words] of Object.entries(overrides)) add(code, words.split(' '));
for (const set of SETS) {
  for (const [code, words] of Object.entries(read(`shortcodes/${set}.json`))) add(code.toLowerCase(), [words].flat());
}
rmSync(scratch, { recursive: true });

const lines = Array.from(names, ([code, words]) => `  "${code}": "${words.join(' ')}"`).filter(
  (line) => !line.endsWith('""'),
);
writeFileSync(join(DIRECTORY, 'names.json'), `{\n${lines.join(',\n')}\n}\n`);
console.log(`wrote ${taken.size} names of ${lines.length} emoji`);

function add(code, words) {
  const known = names.get(code);
  if (!known) return;
  for (const word of words.filter((name) => /^[\w+-]+$/.test(name) && !taken.has(name))) {
    known.push(word);
    taken.add(word);
  }
}
