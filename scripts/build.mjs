// Builds dist/ when a source changed since; `--force` builds always. The tree of dist is that of the sources.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { fail, root } from './run.mjs';
import { ensureWebBuilt, WEB, WEB_DIST } from './build-web.mjs';
import { compareStamp, filesUnder } from './build-sources.mjs';

const SOURCES = ['apps', 'libs', 'migrations'];
const INGREDIENTS = ['.swcrc', 'package-lock.json', 'scripts/build.mjs'];
const DIST = join(root, 'dist');
const STAMP = join(DIST, '.build-stamp');

/** @param web whether the browser client is built, too: the command line needs none */
export async function ensureBuilt({ force = false, web = true } = {}) {
  const files = SOURCES.flatMap((name) => filesUnder(name, WEB))
    .filter((path) => !/\.(spec|d)\.ts$/.test(path))
    .sort();
  if (web) await ensureWebBuilt({ force });
  const stamp = compareStamp(STAMP, [...INGREDIENTS, ...files]);
  if (!force && stamp.isCurrent) return;

  const began = performance.now();
  const outputs = new Set([STAMP, ...(await Promise.all(files.map(buildFile))).flat()]);
  prune(DIST, outputs);
  write(STAMP, stamp.text);
  console.error(`Built ${files.length} files in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

/** Returns the files that it wrote; what is not TypeScript is copied. */
async function buildFile(path) {
  const target = join(DIST, path);
  if (!path.endsWith('.ts')) {
    write(target, readFileSync(join(root, path)));
    return [target];
  }

  const { transformFile } = (await import('@swc/core')).default;
  const output = target.replace(/ts$/, 'js');
  const sourceFileName = relative(dirname(output), join(root, path));
  const options = { cwd: root, root, sourceFileName, ...loadingOf(path) };
  const { code, map } = await transformFile(join(root, path), options).catch((error) =>
    fail(`${path} does not compile:\n${error.message}`),
  );
  write(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
  write(`${output}.map`, map);
  return [output, `${output}.map`];
}

/**
 * The front entry of a context loads a file when one of its names is first used: a command loads what it needs. `export *`
 * loads at once, since its names are not known.
 */
function loadingOf(path) {
  if (!/^libs\/[^/]+\/src\/index\.ts$/.test(path)) return {};
  const sources = readFileSync(join(root, path), 'utf8').matchAll(/ from '(\.\/[^']+)'/g);
  return { module: { type: 'commonjs', lazy: [...new Set([...sources].map(([, source]) => source))] } };
}

/** Whole or not at all, so that another start which reads it at the same moment sees no half file. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** Removes what no source stands behind any more; returns whether the directory is empty then. */
function prune(directory, outputs) {
  const left = readdirSync(directory, { withFileTypes: true }).filter((entry) => {
    const path = join(directory, entry.name);
    if (path === WEB_DIST) return true;
    if (!entry.isDirectory()) {
      if (outputs.has(path)) return true;
      rmSync(path, { force: true });
      return false;
    }
    if (!prune(path, outputs)) return true;
    rmdirSync(path);
    return false;
  });
  return left.length === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureInstalled();
  await ensureBuilt({ force: process.argv.includes('--force') });
}
