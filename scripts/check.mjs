// npm run check: what CI does without its slow parts (e2e, real clients, the embedded database's own tests), two steps at
// a time. With --gates without the unit tests too, which CI runs with all others.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { run, tool } from './run.mjs';

const AT_A_TIME = 2;

const unit = [tool('jest'), '--selectProjects', 'unit', '--testPathIgnorePatterns', '/database/embedded/'];
const steps = [
  ['lint', tool('eslint'), '--cache', '--cache-location', 'node_modules/.cache/eslint/', '.'],
  ['types', tool('tsc'), '--build'],
  ['web types', tool('tsc'), '--project', 'apps/web'],
  ['worker types', tool('tsc'), '--project', 'apps/web/worker'],
  ['format', tool('prettier'), '--check', '--cache', '.'],
  ['gate', process.execPath, 'scripts/gate.mjs'],
  ['unused', tool('knip'), '--no-progress'],
  ['old words', process.execPath, 'scripts/old-words.mjs'],
  ['generated', process.execPath, 'scripts/generate.mjs', '--check'],
  ...(process.argv.includes('--gates') ? [] : [['unit', ...unit]]),
];

await ensureInstalled();
await ensureBuilt();

const waiting = [...steps];
const failures = [];
await Promise.all(Array.from({ length: AT_A_TIME }, work));
if (failures.length > 0) console.error(`failed: ${failures.join(', ')}`);
process.exitCode = failures.length > 0 ? 1 : 0;

async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) await check(step);
}

async function check([name, command, ...args]) {
  const began = performance.now();
  const output = [];
  const code = await run(command, args, { onOutput: (chunk) => output.push(chunk) });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  if (code === 0) return;
  failures.push(name);
  console.log(Buffer.concat(output).toString().trimEnd());
}
