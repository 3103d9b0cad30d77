import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Finding, judged, ok, problem, warning } from './finding';

const MIB = 1024 * 1024;
const LITTLE_MIB = 2_048;
const TOO_LITTLE_MIB = 256;
const SECRETS = ['secret-key', 'zuliprc', 'postgres.password'];

/** Room, access and secrecy of the data directory. */
export function examineDataDirectory(directory: string): Finding[] {
  const about = 'data directory';
  if (!existsSync(directory)) return [warning(about, `${directory} does not exist yet`, '"npm start" makes it.')];
  const advice = 'Make room, or move the data directory to a larger disk and name it in PARLEY_DATA_DIR.';
  const findings = [access(about, directory), room(directory, advice)];
  for (const name of SECRETS) {
    const path = join(directory, name);
    if (existsSync(path) && (statSync(path).mode & 0o077) !== 0) {
      findings.push(problem(about, `${path} can be read by others`, `Run: chmod 600 ${path}`));
    }
  }
  return findings;
}

/** Room and access of the uploads, where they are not in the data directory. */
export function examineUploads(directory: string, dataDirectory: string): Finding[] {
  const about = 'uploads';
  if (!relative(dataDirectory, directory).startsWith('..')) return [];
  if (!existsSync(directory)) {
    return [warning(about, `${directory} does not exist yet`, 'The first upload makes it; is a share not mounted?')];
  }
  const advice = 'Make room, or move the uploads to a larger disk and name it in PARLEY_UPLOADS_DIR.';
  return [access(about, directory), room(directory, advice)];
}

function access(about: string, directory: string): Finding {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(about, directory);
  } catch {
    return problem(about, `${directory} cannot be written`, 'Give it to the user that runs the server.');
  }
}

function room(directory: string, advice: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  const free = Math.floor((bavail * bsize) / MIB);
  const bounds = { warning: -LITTLE_MIB, problem: -TOO_LITTLE_MIB };
  return judged('disk', `${free} MiB are free for ${directory}`, -free, bounds, advice);
}
