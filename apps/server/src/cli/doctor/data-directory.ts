import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Finding, judged, ok, problem, warning } from './finding';

const MIB = 1024 * 1024;
const LITTLE_MIB = 2_048;
const TOO_LITTLE_MIB = 256;
const SECRETS = ['secret-key', 'zuliprc', 'postgres.password'];

/** Room, access and secrecy of the data directory. */
export function examineDataDirectory(directory: string): Finding[] {
  const about = 'data directory';
  if (!existsSync(directory)) return [warning(about, `${directory} does not exist yet`, '"npm start" makes it.')];
  const findings = [access(directory), room(directory)];
  for (const name of SECRETS) {
    const path = join(directory, name);
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) {
      findings.push(problem(about, `${path} can be read by others`, `Run: chmod 600 ${path}`));
    }
  }
  return findings;
}

function access(directory: string): Finding {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok('data directory', directory);
  } catch {
    return problem('data directory', `${directory} cannot be written`, 'Give it to the user that runs the server.');
  }
}

function room(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MIB);
  const advice = 'Make room, or move the data directory to a larger disk and name it in PARLEY_DATA_DIR.';
  const bounds = { warning: -LITTLE_MIB, problem: -TOO_LITTLE_MIB };
  return judged('disk', `${free} MiB are free for ${directory}`, -free, bounds, advice);
}
