// npm start: installs and builds what is needed, then is the server. One process: signals, exit code and a SIGKILL
// reach the server itself, and there is no wrapper that could be killed alone.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWithNpm, root } from './run.mjs';

endWithNpm();
await ensureInstalled();
await ensureBuilt();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(root, 'dist/apps/server/src/main.js')).href);
