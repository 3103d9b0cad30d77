// Loads what a server loads, and keeps what V8 made of it for the processes of a run (module-cache.cjs).
require('./module-cache.cjs');
const { join } = require('node:path');

const built = (path) => require(join(__dirname, '../../dist', path));
require('reflect-metadata');
built('apps/server/src/load-contexts.js').loadContexts();
built('apps/server/src/boot.js');
built('apps/server/src/database.js');
built('apps/server/src/cli/program.js');
