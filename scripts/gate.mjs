// npm run gate: who may import whom, how many files a folder holds, whether the tests of a context are in folders of
// its nouns, whether `@Raises` agrees with what is raised, whether constructors take few dependencies, whether casts are
// checked, whether what the docs name exists, whether they list each package, and whether comments and pages name the user
// in plain words.
// A run that sees far fewer modules than there are proves nothing, so it fails too.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { examineConstructors } from './constructor-dependencies.mjs';
import { missingPaths } from './doc-paths.mjs';
import { examineListedPackages } from './listed-packages.mjs';
import { findRiddles } from './plain-words.mjs';
import { examineRaisedEvents } from './raised-events.mjs';
import { tool } from './run.mjs';
import { findUncheckedCasts } from './unchecked-casts.mjs';

const FEWEST_MODULES = 1_000;
const MAX_FILES = 25;
const FEWEST_RAISERS = 20;
const FEWEST_CONSTRUCTORS = 500;

const options = ['--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'migrations', 'packages'];
const { stdout, stderr } = spawnSync(tool('depcruise'), ['--output-type', 'json', ...options], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
if (stdout === '') throw new Error(stderr);
const { summary } = JSON.parse(stdout);
for (const { rule, from, to } of summary.violations) console.error(`${rule.name}: ${from} -> ${to}`);
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`);
if (summary.totalCruised < FEWEST_MODULES) console.error(`Fewer than ${FEWEST_MODULES} modules were seen.`);

const files = new Map();
for (const entry of ['apps', 'libs'].flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))) {
  if (entry.isFile()) files.set(entry.parentPath, (files.get(entry.parentPath) ?? 0) + 1);
}
const crowded = [...files].filter(([, count]) => count > MAX_FILES);
for (const [folder, count] of crowded) console.error(`${folder} holds ${count} files; ${MAX_FILES} at most.`);

const contexts = readdirSync('libs').filter((context) => existsSync(join('test', context)));
const strayed = [
  ...readdirSync('test').filter((name) => name.endsWith('.ts')),
  ...contexts
    .flatMap((context) => readdirSync(join('test', context)).map((noun) => join(context, noun)))
    .filter((path) => !existsSync(join('libs', dirname(path), 'src', basename(path)))),
];
for (const path of strayed) console.error(`test/${path} is not in the folder of a noun.`);

const { faults, count } = examineRaisedEvents(['apps', 'libs']);
for (const fault of faults) console.error(`${fault}.`);
if (count < FEWEST_RAISERS) console.error(`Fewer than ${FEWEST_RAISERS} methods were seen to raise an event.`);

const constructors = examineConstructors(['apps', 'libs']);
for (const fault of constructors.faults) console.error(`${fault}.`);
if (constructors.count < FEWEST_CONSTRUCTORS)
  console.error(`Fewer than ${FEWEST_CONSTRUCTORS} constructors were seen.`);

const casts = findUncheckedCasts();
for (const cast of casts) console.error(`${cast}.`);

const missing = missingPaths();
for (const fault of missing) console.error(`${fault}, which does not exist.`);

const packages = examineListedPackages();
for (const fault of packages) console.error(`${fault}.`);

const riddles = findRiddles();
for (const riddle of riddles) console.error(`${riddle}; write the user, the caller or the request.`);

const isSound =
  summary.violations.length === 0 &&
  summary.totalCruised >= FEWEST_MODULES &&
  crowded.length === 0 &&
  strayed.length === 0 &&
  faults.length === 0 &&
  count >= FEWEST_RAISERS &&
  constructors.faults.length === 0 &&
  constructors.count >= FEWEST_CONSTRUCTORS &&
  casts.length === 0 &&
  missing.length === 0 &&
  packages.length === 0 &&
  riddles.length === 0;
process.exitCode = isSound ? 0 : 1;
