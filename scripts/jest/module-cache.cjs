const { createHash } = require('node:crypto');
const { openSync, readSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, sep } = require('node:path');
const { constants, Script } = require('node:vm');

/**
 * Every node process of a run loads this first (scripts/module-cache.mjs). A server has 4,000
 * modules, and a run starts a hundred servers: what V8 made of a module, and the file behind the name of a package, are
 * read from a file instead of made anew. A module whose source is another one by now is compiled as usual.
 */
const { TEST_MODULES: path, TEST_MODULES_MADE: made } = process.env;
const PACKAGES = `${sep}node_modules${sep}`;
const LENGTH_BYTES = 4;

const known = made || !path ? { modules: {}, files: {}, begin: 0 } : open();
const scripts = new Map();

function open() {
  try {
    const file = openSync(path, 'r');
    const [length] = new Uint32Array(read(file, 0, LENGTH_BYTES).buffer);
    const { modules, files } = JSON.parse(read(file, LENGTH_BYTES, length).toString());
    return { file, modules, files, begin: LENGTH_BYTES + length };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { modules: {}, files: {}, begin: 0 }; // Another run is making it.
  }
}

function read(file, position, length) {
  const bytes = Buffer.from(new ArrayBuffer(length));
  readSync(file, bytes, 0, length, position);
  return bytes;
}

const hashOf = (source) => createHash('sha1').update(source).digest('base64');

const compile = Module.prototype._compile;
Module.prototype._compile = function (source, filename, ...rest) {
  const one = known.modules[filename];
  const isKnown = one !== undefined && one.hash === hashOf(source);
  if (rest[0] === 'module' || (!made && !isKnown)) return compile.call(this, source, filename, ...rest);

  const script = scriptOf(source, filename, isKnown ? one : null);
  if (!script) return compile.call(this, source, filename, ...rest);
  // Made by a V8 with other flags, as those of jest are.
  if (script.cachedDataRejected) known.modules = {};
  if (made) scripts.set(filename, { script, hash: hashOf(source) });
  const require = Object.assign((name) => this.require(name), {
    resolve: Object.assign((name, options) => Module._resolveFilename(name, this, false, options), {
      paths: (name) => Module._resolveLookupPaths(name, this),
    }),
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename));
};

/** null: no script, such as a module of ECMAScript. */
function scriptOf(source, filename, one) {
  try {
    return new Script(Module.wrap(source), {
      filename,
      cachedData: one ? read(known.file, known.begin + one.position, one.length) : undefined,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, parent, isMain, options) {
  if (options || !parent?.filename || name[0] === '/') return resolve.call(this, name, parent, isMain, options);
  const key = `${dirname(parent.filename)} ${name}`;
  const found = known.files[key] ?? resolve.call(this, name, parent, isMain, options);
  if (made && found.includes(PACKAGES)) known.files[key] = found;
  return found;
};

if (made)
  process.on('exit', () => {
    const modules = {};
    const parts = [];
    let position = 0;
    for (const [filename, { script, hash }] of scripts) {
      const part = script.createCachedData();
      modules[filename] = { hash, position, length: part.length };
      parts.push(part);
      position += part.length;
    }
    const head = Buffer.from(JSON.stringify({ modules, files: known.files }));
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([Buffer.from(new Uint32Array([head.length]).buffer), head, ...parts]));
    renameSync(draft, path);
  });
