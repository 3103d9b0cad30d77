/** Runs a TypeScript benchmark: `node bench/run.js send`. */
const { join } = require('node:path');
const { transformFileSync } = require('@swc/core');

const jsc = {
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
  target: 'es2022',
};
require.extensions['.ts'] = (module, file) => {
  const { code } = transformFileSync(file, { swcrc: false, jsc, module: { type: 'commonjs' }, sourceMaps: 'inline' });
  module._compile(code, file);
};
require(join(__dirname, `${process.argv[2]}.ts`));
