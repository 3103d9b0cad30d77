// What the node processes of the tests load is compiled once (scripts/jest/module-cache.cjs).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runOrExit } from './run.mjs';

const HOOK = join(root, 'scripts/jest/module-cache.cjs');
const MAKER = join(root, 'scripts/jest/make-module-cache.cjs');
const DIRECTORY = join(root, 'node_modules/.cache/modules');

/** Of the processes of a run: commands, `npm start` (package.json) and jest (scripts/test.mjs). */
const OPTIONS = [[], ['--max-semi-space-size=32'], ['--max-semi-space-size=64']];

/**
 * The environment of processes that use the compiled modules. `renew` compiles again: parts whose source has changed since
 * are compiled by each process otherwise.
 */
export async function withModuleCache({ renew }) {
  const packages = createHash('sha256')
    .update(process.version)
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(HOOK));
  const directory = join(DIRECTORY, packages.digest('hex'));
  if (renew || !existsSync(directory)) {
    rmSync(DIRECTORY, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    const env = { ...process.env, TEST_MODULES: directory, TEST_MODULES_MADE: '1' };
    await Promise.all(OPTIONS.map((options) => runOrExit(process.execPath, [...options, MAKER], { env })));
  }
  const options = [process.env.NODE_OPTIONS, `--require=${JSON.stringify(HOOK)}`];
  return { TEST_MODULES: directory, NODE_OPTIONS: options.filter(Boolean).join(' ') };
}
