/** Runs a TypeScript benchmark: `node bench/run.js send`. */
const { join } = require('node:path');
require('../scripts/typescript.cjs');

require(join(__dirname, `${process.argv[2]}.ts`));
