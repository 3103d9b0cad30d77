/** Runs TypeScript of the tests and of the server without jest: `node test/support/typescript.cjs file.ts`. */
const Module = require('node:module');
const { join, resolve } = require('node:path');
const { transformFileSync } = require('@swc/core');

const root = join(__dirname, '../..');
const jsc = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  target: 'es2022',
  keepClassNames: true,
};
require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, { swcrc: false, jsc, module: { type: 'commonjs' }, sourceMaps: 'inline' });
  module._compile(code, file);
};

/** As tsconfig.json and jest.config.js name them. */
const nameOf = (request) => {
  if (request === '@migrations') return join(root, 'migrations');
  return request.replace(/^@app\/([^/]+)$/, (_, room) => join(root, 'libs', room, 'src'));
};
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => resolveFilename.call(Module, nameOf(request), ...rest);

require(resolve(process.argv[2]));
