import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Program } from '../../scale/node-process';
import { ROOT } from '../server-process';

const BUILT = join(ROOT, 'dist/apps/push-relay/src');

/** The built relay, as a program of its own. */
export const RELAY: Program = { main: join(BUILT, 'main.js'), ready: /The push relay is ready[\s\S]*\n\n/ };

/** One command of its operator; returns its output. @throws Error when it fails */
export function relayCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [join(BUILT, 'cli.js'), ...args], { env }, (error, out, complaint) =>
      error ? reject(new Error(complaint)) : resolve(out),
    ),
  );
}
