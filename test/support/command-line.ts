import { Config } from '@app/platform';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './server-process';
import type { World } from './world';

export interface Said {
  code: number;
  out: string;
  complaint: string;
}

export interface Circumstances {
  /** Standard input. */
  input?: string;
  environment?: object;
}

/** One command of the admin command line, as a process of its own on the database of the running server. */
export function runParley(
  world: World,
  args: string[],
  { input = '', environment = {} }: Circumstances = {},
): Promise<Said> {
  const env = {
    ...process.env,
    npm_lifecycle_event: '',
    DATABASE_URL: world.databaseUrl,
    PARLEY_DATA_DIR: world.server.app.get(Config).dataDirectory,
    ...environment,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'scripts/parley.mjs'), ...args],
      { env },
      (error, out, complaint) => resolve({ code: error ? Number(error.code) : 0, out, complaint }),
    );
    child.stdin!.end(input);
  });
}
