// Compiles the messages of apps/web/catalogues to the modules that the browser client reads, and sorts them by key.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const CATALOGUES = 'apps/web/catalogues';

/** The files that it makes, by their paths in the repository. */
export function compiledWords() {
  const require = createRequire(import.meta.url);
  require('./typescript.cjs');
  const { compile } = require(`../${CATALOGUES}/compile.ts`);
  const languages = readdirSync(join(root, CATALOGUES)).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  const catalogues = new Map(languages.map((language) => [language, sorted(catalogueOf(language))]));
  return Object.fromEntries(
    [...catalogues].flatMap(([language, catalogue]) => [
      [`${CATALOGUES}/${language}.json`, `${JSON.stringify(catalogue, null, 2)}\n`],
      [`apps/web/src/i18n/generated/${language}.ts`, compile(language, catalogue, catalogues.get('en'))],
    ]),
  );
}

/** Writes what changed. */
export function compileWords() {
  for (const [path, text] of Object.entries(compiledWords())) {
    const file = join(root, path);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

const catalogueOf = (language) => JSON.parse(readFileSync(join(root, CATALOGUES, `${language}.json`), 'utf8'));

const sorted = (catalogue) =>
  Object.fromEntries(Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : 1)));

if (import.meta.url === pathToFileURL(process.argv[1]).href) compileWords();
