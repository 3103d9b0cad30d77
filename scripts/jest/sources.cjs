const { readFileSync, statSync } = require('node:fs');
const Module = require('node:module');
const { join, relative } = require('node:path');
const { changeOf, runKnown } = require('./module-cache.cjs');

const ROOT = join(__dirname, '../..');
const SHARED = [...['apps/', 'libs/', 'packages/', 'migrations/', 'node_modules/'], 'test/support/contract.ts'].map(
  (name) => join(ROOT, name),
);
/** These put their own class into the place of node's FormData when they are loaded: for the file that asks for it alone. */
const ANEW = ['zulip-js/', 'isomorphic-form-data/'].map((name) => join(ROOT, 'node_modules', name));
const ALIAS = /^@app\/([^/]+)$/;

const FOLDERS = { '@migrations': join(ROOT, 'migrations'), '@parley/client': join(ROOT, 'packages/client/src') };

/** Where the source maps of what was loaded are. */
const known = new Map();
let transform = null;

/** What test files may have in common: the sources, packages, and what takes long to find or to make. */
const isShared = (path) =>
  SHARED.some((part) => path.startsWith(part)) &&
  !ANEW.some((part) => path.startsWith(part)) &&
  !path.endsWith('.spec.ts');

/** Lets node load TypeScript and the aliases of the contexts, compiled as jest compiles it. */
function loadWith(transformer, sourceMaps) {
  for (const [path, map] of known) sourceMaps.set(path, map);
  transform = (path) => {
    const { code, sourceMapPath } = transformer.transform(path, {
      collectCoverage: false,
      collectCoverageFrom: [],
      coverageProvider: 'v8',
      supportsDynamicImport: true,
      supportsExportNamespaceFrom: false,
      supportsStaticESM: false,
      supportsTopLevelAwait: false,
      isInternalModule: false,
    });
    if (sourceMapPath) {
      known.set(path, sourceMapPath);
      sourceMaps.set(path, sourceMapPath);
    }
    return code;
  };
}

Module._extensions['.ts'] = (module, path) => {
  if (!isShared(path)) return Module._extensions['.js'](module, path);
  const output = outputOf(path);
  // What was built after the last change of its source is what the source is now.
  if (statSync(path).mtimeMs < changeOf(output) && runKnown(module, output)) return;
  const built = builtOf(path, output);
  return built ? module._compile(built.code, built.path) : module._compile(transform(path), path);
};

const outputOf = (path) => join(ROOT, 'dist', relative(ROOT, path)).replace(/ts$/, 'js');

/** What was built of a source as it is now: to compile a thousand of them would take each process of jest seconds. */
function builtOf(path, output) {
  try {
    const { sourcesContent: [source] = [] } = JSON.parse(readFileSync(`${output}.map`, 'utf8'));
    return source === readFileSync(path, 'utf8') ? { path: output, code: readFileSync(output, 'utf8') } : null;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  const [, context] = ALIAS.exec(name) ?? [];
  const path = context ? join(ROOT, 'libs', context, 'src') : (FOLDERS[name] ?? name);
  return resolve.call(this, path, ...rest);
};

module.exports = { isShared, loadWith };
