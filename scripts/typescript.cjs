/** Lets node load TypeScript of tests, benchmarks and the server as the build compiles it, by `--require`. */
const Module = require('node:module');
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const root = join(__dirname, '..');

Module._extensions['.ts'] = (module, file) =>
  module._compile(transformFileSync(file, { cwd: root, root, sourceMaps: 'inline' }).code, file);
