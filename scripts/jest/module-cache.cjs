const { openSync, readSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, sep } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { constants, Script } = require('node:vm');

/**
 * Every node process of a run loads this first (scripts/module-cache.mjs). A server has 4,000 modules, and a run starts
 * hundreds of servers: the source of a module, what V8 made of it, and the file behind the name of a package, come from one
 * file. A module that is newer than its part there is loaded as usual.
 */
const { TEST_MODULES: directory, TEST_MODULES_MADE: made } = process.env;
const PACKAGES = `${sep}node_modules${sep}`;
const INJECTOR = join('@nestjs', 'core', 'injector', 'injector.js');
const LENGTH_BYTES = 4;
/** V8 takes only what it made with the same options, such as the size of the heap. */
const OPTIONS = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ').match(/--max[-_]\S+/g) ?? [];
const path = directory && `${directory}/modules${OPTIONS.join('')}`;

/**
 * V8 optimizes a function after it has run for 15 times as long as usual: most processes of tests end before optimized code
 * has saved what it cost. The processes that make the file have the same option.
 */
setFlagsFromString('--interrupt-budget=1000000');

const known = made || !path ? { modules: {}, files: {} } : open();
const scripts = new Map();

function open() {
  try {
    const file = openSync(path, 'r');
    const [length] = new Uint32Array(read(file, 0, LENGTH_BYTES).buffer);
    const { modules, files } = JSON.parse(read(file, LENGTH_BYTES, length).toString());
    return { file, modules, files, begin: LENGTH_BYTES + length };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { modules: {}, files: {} }; // Other options than the usual ones, or another run is making it.
  }
}

function read(file, position, length) {
  const bytes = Buffer.from(new ArrayBuffer(length));
  readSync(file, bytes, 0, length, position);
  return bytes;
}

/** When a known module changed, in milliseconds; 0: it is not known. */
const changeOf = (filename) => known.modules[filename]?.changed ?? 0;

/** Runs the module if it is known and unchanged; false: it is to be loaded as usual. */
function runKnown(module, filename) {
  const one = known.modules[filename];
  if (one === undefined || one.changed !== statSync(filename).mtimeMs) return false;
  const bytes = read(known.file, known.begin + one.position, one.sourceLength + one.dataLength);
  const source = bytes[one.encoding === 'latin1' ? 'latin1Slice' : 'ucs2Slice'](0, one.sourceLength);
  run(module, filename, new Script(source, optionsOf(filename, bytes.subarray(one.sourceLength))));
  return true;
}

const optionsOf = (filename, cachedData) => ({
  filename,
  cachedData,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

function run(module, filename, script) {
  const require = Object.assign((name) => module.require(name), {
    resolve: Object.assign((name, options) => Module._resolveFilename(name, module, false, options), {
      paths: (name) => Module._resolveLookupPaths(name, module),
    }),
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
  script.runInThisContext().call(module.exports, module.exports, require, module, filename, dirname(filename));
}

const load = Module._extensions['.js'];
Module._extensions['.js'] = (module, filename) => {
  if (!runKnown(module, filename)) load(module, filename);
  if (filename.endsWith(INJECTOR)) require('./dependencies.cjs');
};

const resolve = Module._resolveFilename;
Module._resolveFilename = function (name, parent, isMain, options) {
  if (options || !parent?.filename || name[0] === '/') return resolve.call(this, name, parent, isMain, options);
  const key = `${parent.path} ${name}`;
  const found = known.files[key];
  if (found !== undefined) return found;
  const resolved = resolve.call(this, name, parent, isMain, options);
  if (made && resolved.includes(PACKAGES)) known.files[key] = resolved;
  return resolved;
};

if (made) makeAtExit();

function makeAtExit() {
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (source, filename, ...rest) {
    const script = rest[0] === 'module' ? null : scriptOf(Module.wrap(source), filename);
    if (!script) return compile.call(this, source, filename, ...rest);
    scripts.set(filename, { script, source: Module.wrap(source) });
    return run(this, filename, script);
  };
  process.on('exit', write);
}

/** null: no script, such as a module of ECMAScript. */
function scriptOf(source, filename) {
  try {
    return new Script(source, optionsOf(filename));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function write() {
  const modules = {};
  const parts = [];
  let position = 0;
  for (const [filename, { script, source }] of scripts) {
    const encoding = /^[\0-\xff]*$/.test(source) ? 'latin1' : 'utf16le';
    const text = Buffer.from(source, encoding);
    const data = script.createCachedData();
    const { mtimeMs: changed } = statSync(filename);
    modules[filename] = { changed, position, encoding, sourceLength: text.length, dataLength: data.length };
    parts.push(text, data);
    position += text.length + data.length;
  }
  const head = Buffer.from(JSON.stringify({ modules, files: known.files }));
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, Buffer.concat([Buffer.from(new Uint32Array([head.length]).buffer), head, ...parts]));
  renameSync(draft, path);
}

module.exports = { changeOf, runKnown };
