import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresFailed } from './embedded-postgres.errors';
import { GuardedProcess } from './guarded-process';
import type { PostgresAccount } from './postgres-account';
import type { PostgresLog } from './postgres-log';
import { serverArguments } from './postgres-settings';
import { readPostmaster } from './postmaster-file';

const POLL_MS = 10;
const RETRY_MS = 100;
const FAST_STOP_MS = 5_000;

/** Faults that pass: the backends of a killed server are still leaving, or another program took the port first. */
const PASSING = /pre-existing shared memory block|lock file .* already exists|could not create any TCP\/IP sockets/;

export interface ServerStart {
  postgres: string;
  cluster: string;
  account: PostgresAccount;
  log: PostgresLog;
  durable: boolean;
  /** A free one where it is not given. */
  port?: number;
  settings: Record<string, string>;
  /** How long to try again while a predecessor's remains pass. */
  patienceMs: number;
}

/** Starts the server on 127.0.0.1 and waits until it takes connections. */
export async function startServer(options: ServerStart): Promise<{ process: GuardedProcess; port: number }> {
  const deadline = Date.now() + options.patienceMs;
  for (;;) {
    const position = options.log.position();
    const port = options.port ?? (await freePort());
    const process = launch(options, port);
    if (await becomesReady(process, options.cluster)) return { process, port };

    const words = options.log.since(position);
    if (!PASSING.test(words) || Date.now() > deadline) throw failure(words, options.log.path);
    await delay(RETRY_MS);
  }
}

/** Ends the server: what it is doing is rolled back; one that does not get there in 5 s recovers at its next start. */
export async function stopServer(process: GuardedProcess): Promise<void> {
  process.signal('SIGINT');
  const impatience = setTimeout(() => process.signal('SIGQUIT'), FAST_STOP_MS);
  await process.exited;
  clearTimeout(impatience);
}

function launch({ postgres, cluster, account, log, durable, settings }: ServerStart, port: number): GuardedProcess {
  return new GuardedProcess([postgres, '-D', cluster, ...serverArguments(port, durable, settings)], account, log.fd);
}

/** Crash recovery takes as long as it takes: only the server's end is a failure. */
async function becomesReady(process: GuardedProcess, cluster: string): Promise<boolean> {
  while (process.isRunning) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.isReady && postmaster.pid === process.pid) return true;
    await delay(POLL_MS);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function failure(words: string, path: string): EmbeddedPostgresFailed {
  const lines = words.trim().split('\n');
  const telling = lines.filter((line) => /FATAL|PANIC|HINT/.test(line));
  const last = (telling.length > 0 ? telling : lines.slice(-3)).join(' ') || 'it said nothing';
  return new EmbeddedPostgresFailed(`PostgreSQL did not start: ${last} (see ${path})`);
}
