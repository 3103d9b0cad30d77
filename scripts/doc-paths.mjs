// Part of npm run gate: every path that the pages for newcomers name exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const PAGES = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/walks.md'];
const FEWEST_PATHS = 60;
const PATH = /`((?:apps|libs|test|scripts|migrations|docs|\.ci)\/[\w./-]+)`/g;

/** Paths of the pages that do not exist. A run that finds far fewer paths than there are proves nothing and fails. */
export function missingPaths() {
  const named = PAGES.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(PATH)].map(([, path]) => ({ page, path })),
  );
  if (named.length < FEWEST_PATHS) throw new Error(`Only ${named.length} paths were found in ${PAGES.join(', ')}.`);
  return named.filter(({ path }) => !existsSync(join(root, path)));
}
