// npm run relay: installs and builds what is needed, then is the push relay. One process, as npm start is the server.
// npm run relay -- <command>: its operator's command line, on the same database. Only the command itself writes to stdout.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, root } from './run.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
const program = process.argv.length > 2 ? 'cli.js' : 'main.js';
await import(pathToFileURL(join(root, 'dist/apps/push-relay/src', program)).href);
