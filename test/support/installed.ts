import { execFileSync } from 'node:child_process';

/** Whether this machine has a program that runs `question` without an error. */
export function isInstalled(program: string, question: readonly string[] = ['-v']): boolean {
  try {
    execFileSync(program, question, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
