// Builds the browser client into dist/web when a source changed since: hashed files, each with its brotli and gzip form.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { compareStamp, filesUnder } from './build-sources.mjs';
import { root } from './run.mjs';
import { compileWords } from './words.mjs';

/** Where its sources are. */
export const WEB = 'apps/web';
export const WEB_DIST = join(root, 'dist/web');
const SOURCES = ['apps/web', 'packages/client/src'];
const INGREDIENTS = ['package-lock.json', 'scripts/build-web.mjs'];
const STAMP = join(WEB_DIST, '.build-stamp');
const COMPRESSED = /\.(js|css|svg|html|json)$/;

export async function ensureWebBuilt({ force = false } = {}) {
  const files = SOURCES.flatMap((name) => filesUnder(name))
    .filter((path) => !/\.spec\.tsx?$|\/i18n\/generated\//.test(path))
    .sort();
  const stamp = compareStamp(STAMP, [...INGREDIENTS, ...files]);
  if (!force && stamp.isCurrent) return;

  const began = performance.now();
  compileWords();
  const { build } = await import('vite');
  const draft = `${WEB_DIST}.${process.pid}`;
  await build({
    root: join(root, WEB),
    configFile: join(root, WEB, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: draft },
  });
  for (const name of readdirSync(draft)) if (COMPRESSED.test(name)) compress(join(draft, name));
  writeFileSync(join(draft, '.build-stamp'), stamp.text);
  // Whole or not at all, so that another start at the same moment sees no half build.
  rmSync(WEB_DIST, { recursive: true, force: true });
  renameSync(draft, WEB_DIST);
  console.error(`Built the browser client in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
}

function compress(path) {
  const bytes = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
}
