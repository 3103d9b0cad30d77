import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a running PostgreSQL writes into its cluster's `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

/** Reads the cluster's `postmaster.pid`; undefined when there is none or it is only half written. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  const lines = readIfPresent(join(cluster, 'postmaster.pid'))?.split('\n');
  if (!lines) return undefined;
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Waits until a PostgreSQL that a killed process left in the cluster has ended, and asks it to end. Only the holder of
 * the data directory's lock may call this: for it, any server that still runs is an orphan.
 * @returns the pid of one that did not end within `timeoutMs`
 */
export async function awaitOrphan(cluster: string, timeoutMs: number): Promise<number | undefined> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const postmaster = readPostmaster(cluster);
    if (!postmaster || !isAlive(postmaster.pid)) return undefined;
    if (!isServerOf(cluster, postmaster.pid)) {
      disownPid(cluster);
      return undefined;
    }
    if (Date.now() > deadline) return postmaster.pid;
    process.kill(postmaster.pid, 'SIGINT');
    await delay(50);
  }
}

/**
 * The noted pid is by now another program's (usual in containers, where pids start over). PostgreSQL would see it alive
 * and refuse to start; it overlooks its parent's pid, which is ours, and still checks through the file's shared memory
 * line that no backend of the dead server lives on. Removing the file would lose that check.
 */
function disownPid(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const text = readIfPresent(path);
  if (text) writeFileSync(path, text.replace(/^\d+/, `${process.pid}`));
}

function isServerOf(cluster: string, pid: number): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(`-D ${cluster}`);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' }).stdout ?? '';
  }
  return readIfPresent(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}
