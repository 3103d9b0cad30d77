import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, which could take a port between the probe and its use. */
const LOWEST = 20_000;
/** Each worker has its own, or another one could take a port between the probe and its use, or while its server is restarted. */
const OF_A_WORKER = 1_000;
const WORKERS = 12;

const lowest = LOWEST + ((Number(process.env.JEST_WORKER_ID ?? 1) - 1) % WORKERS) * OF_A_WORKER;
const given = new Set<number>();

/** A port of 127.0.0.1 that was just free, and that no other test is given. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + randomInt(OF_A_WORKER);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
