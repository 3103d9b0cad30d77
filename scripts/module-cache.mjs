// What the node processes of the tests load is compiled once (scripts/jest/module-cache.cjs).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, runOrExit } from './run.mjs';

const HOOK = join(root, 'scripts/jest/module-cache.cjs');
const DIRECTORY = join(root, 'node_modules/.cache/modules');

/**
 * The environment of processes that use the compiled modules. `renew` compiles again: parts whose source has changed since
 * are compiled by each process otherwise.
 */
export async function withModuleCache({ renew }) {
  const packages = createHash('sha256')
    .update(process.version)
    .update(readFileSync(join(root, 'package-lock.json')));
  const path = join(DIRECTORY, packages.digest('hex'));
  if (renew || !existsSync(path)) {
    rmSync(DIRECTORY, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    const env = { ...process.env, TEST_MODULES: path, TEST_MODULES_MADE: '1' };
    await runOrExit(process.execPath, [join(root, 'scripts/jest/make-module-cache.cjs')], { env });
  }
  const options = [process.env.NODE_OPTIONS, `--require=${JSON.stringify(HOOK)}`];
  return { TEST_MODULES: path, NODE_OPTIONS: options.filter(Boolean).join(' ') };
}
