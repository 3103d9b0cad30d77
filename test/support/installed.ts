import { execFileSync } from 'node:child_process';

/** Whether this machine has a program that knows `-v`. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
