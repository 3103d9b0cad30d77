// Writes what is generated: from the running program docs/openapi.json, docs/events.md and the types of packages/client,
// from the table of its tests docs/markdown.md, from the import rules docs/nouns.md, from the catalogues the words of the
// browser client. With --check it writes nothing and fails when a file is not what would be written.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { clientTypes, currentOpenapi } from './client-types.mjs';
import { dialectPage } from './dialect-page.mjs';
import { withEventFiles } from './event-files.mjs';
import { ensureInstalled } from './install.mjs';
import { nounsPage } from './nouns-page.mjs';
import { root, run } from './run.mjs';
import { compiledWords } from './words.mjs';

await ensureInstalled();
await ensureBuilt();

const scratch = mkdtempSync(join(tmpdir(), 'parley-generate-'));
process.exitCode = await run(process.execPath, [join(root, 'dist/apps/server/src/generate.js'), scratch]);
writeFileSync(join(scratch, 'markdown.md'), await dialectPage());
writeFileSync(join(scratch, 'nouns.md'), await nounsPage());
if (process.exitCode === 0) {
  const events = join(scratch, 'events.md');
  writeFileSync(events, withEventFiles(readFileSync(events, 'utf8')));
  for (const name of readdirSync(scratch)) (process.argv.includes('--check') ? compare : copy)(name);
}
const openapi = existsSync(join(scratch, 'openapi.json'))
  ? readFileSync(join(scratch, 'openapi.json'), 'utf8')
  : currentOpenapi();
for (const [path, text] of Object.entries({ ...(await clientTypes(openapi)), ...compiledWords() })) settle(path, text);
rmSync(scratch, { recursive: true });

/** Types and words of the client: written, or compared. */
function settle(path, text) {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, path), text);
    return console.log(`wrote ${path}`);
  }
  if (existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text) return;
  console.error(`${path} is out of date; run "npm run generate".`);
  process.exitCode = 1;
}

function copy(name) {
  copyFileSync(join(scratch, name), join(root, 'docs', name));
  console.log(`wrote docs/${name}`);
}

function compare(name) {
  const difference = firstDifference(lines(join(root, 'docs', name)), lines(join(scratch, name)));
  if (!difference) return;
  console.error(`docs/${name} is out of date from line ${difference} on; run "npm run generate".`);
  process.exitCode = 1;
}

function lines(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
}

/** The number of the first line that differs, 0 when none does. */
function firstDifference(old, current) {
  for (let index = 0; index < Math.max(old.length, current.length); index++) {
    if (old[index] !== current[index]) return index + 1;
  }
  return 0;
}
