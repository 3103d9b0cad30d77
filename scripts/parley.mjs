// npm run parley -- <command>: the admin command line. Only the command itself writes to stdout.
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, root } from './run.mjs';

endWithNpm();
// Node 20 has no cache of compiled code.
module.enableCompileCache?.(join(root, 'node_modules/.cache/node'));
await ensureInstalled();
await ensureBuilt({ web: false });
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist/apps/server/src/cli.js')).href);
