// npm run parley -- <command>: the admin command line. Only the command itself writes to stdout.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, root } from './run.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist/apps/server/src/cli.js')).href);
