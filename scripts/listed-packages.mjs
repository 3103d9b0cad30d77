// Part of npm run gate: docs/dependencies.md lists the packages of package.json, all of them and no others, and each has
// one exact version.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const PAGE = 'docs/dependencies.md';
const ROW = /^\| ([@a-z][^|]*?) +\| /gm;
const HEADING = 'package';
const FEWEST_PACKAGES = 80;
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** What the page and `package.json` say differently, as sentences without a period. */
export function examineListedPackages() {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };
  const packages = Object.keys(versions);
  if (packages.length < FEWEST_PACKAGES) throw new Error(`Only ${packages.length} packages were found.`);
  const entries = listedNames().map((names) => ({
    name: names[0],
    found: packages.filter((name) => names.some((listed) => fits(listed, name))),
  }));
  const listed = new Set(entries.flatMap(({ found }) => found));
  return [
    ...packages.filter((name) => !listed.has(name)).map((name) => `${PAGE} does not list ${name}`),
    ...entries
      .filter(({ found }) => found.length === 0)
      .map(({ name }) => `${PAGE} lists ${name}, which package.json does not have`),
    ...packages.filter((name) => !EXACT.test(versions[name])).map((name) => `${name} has no exact version`),
  ];
}

/** The names that each entry may mean: `core` after `@nestjs/common` is `@nestjs/core` or `core`. */
function listedNames() {
  const rows = [...readFileSync(join(root, PAGE), 'utf8').matchAll(ROW)].map(([, row]) => row);
  return rows
    .filter((row) => row !== HEADING)
    .flatMap((row) => {
      let scope = '';
      return row.split(', ').map((name) => {
        if (!name.startsWith('@')) return [name, `${scope}/${name}`];
        scope = name.split('/')[0];
        return [name];
      });
    });
}

const fits = (listed, name) => (listed.endsWith('/*') ? name.startsWith(listed.slice(0, -1)) : listed === name);
