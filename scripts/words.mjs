// Compiles the messages of apps/web/catalogues to the modules that the browser client reads, and sorts them by key.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const CATALOGUES = 'apps/web/catalogues';

/** Folders of catalogues. What is in a folder of its own is loaded with the part of the client that says it. */
const FOLDERS = ['', 'settings/'];

/** The files that it makes, by their paths in the repository. */
export function compiledWords() {
  const require = createRequire(import.meta.url);
  require('./typescript.cjs');
  const { compile } = require(`../${CATALOGUES}/compile.ts`);
  return Object.fromEntries(FOLDERS.flatMap((folder) => wordsOf(folder, compile)));
}

function wordsOf(folder, compile) {
  const names = readdirSync(join(root, CATALOGUES, folder));
  const languages = names.flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  const catalogues = new Map(languages.map((language) => [language, sorted(catalogueOf(folder + language))]));
  return [...catalogues].flatMap(([language, catalogue]) => [
    [`${CATALOGUES}/${folder}${language}.json`, `${JSON.stringify(catalogue, null, 2)}\n`],
    [`apps/web/src/i18n/generated/${folder}${language}.ts`, compile(language, catalogue, catalogues.get('en'), folder)],
  ]);
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
