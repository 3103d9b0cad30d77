import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataDirectoryInUse, EmbeddedPostgresUnavailable } from './embedded-postgres.errors';

/** open(2) flag of macOS and the BSDs: take an flock(2) while opening. */
const O_EXLOCK = 0x20;
const FLOCK_CONFLICT = 1;

export interface DataDirectoryLock {
  release(): void;
}

/**
 * Locks the data directory for this process.
 * The lock is an flock(2) on `parley.lock`, so the kernel releases it whenever the process ends, and two concurrent
 * starts cannot both get it. The content of the file (a pid) is used only in the message of the second process.
 * @throws DataDirectoryInUse when a live process holds it
 */
export async function lockDataDirectory(dataDirectory: string): Promise<DataDirectoryLock> {
  const path = join(dataDirectory, 'parley.lock');
  const fd = process.platform === 'darwin' ? openLocked(path) : openThenLock(path);
  if (fd === undefined) throw new DataDirectoryInUse(dataDirectory, await readHolder(path));

  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
  return { release: () => closeSync(fd) };
}

function openLocked(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK, 0o600);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EAGAIN' || code === 'EWOULDBLOCK') return undefined;
    throw error;
  }
}

/**
 * Node has no flock(2), but the lock belongs to the open file description, which flock(1) shares with us when it
 * inherits our descriptor: it locks, exits, and the lock stays ours. Node opens files close-on-exec, so no other child
 * keeps it alive.
 */
function openThenLock(path: string): number | undefined {
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const result = spawnSync('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'pipe', fd], encoding: 'utf8' });
  if (result.status === 0) return fd;

  closeSync(fd);
  if (result.status === FLOCK_CONFLICT) return undefined;
  if (result.error) throw new EmbeddedPostgresUnavailable('The embedded PostgreSQL needs flock (of util-linux).');
  throw new Error(`Cannot lock ${path}: ${result.stderr.trim()}`);
}

/** The winner writes its pid right after it locked; give it a moment. */
async function readHolder(path: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    if (pid > 0) return pid;
    await delay(10);
  }
  return undefined;
}
