import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

const BETWEEN_LOOKS_MS = 250;
const CONNECT_TIMEOUT_MS = 5_000;

const OF_THE_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Connection exceptions, too many connections, shutdown, crash, starting up. */
const OF_POSTGRES = /^(08...|53300|57P0[123])$/;
/** What pg says by itself has no code. */
const OF_THE_CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* not queryable)/;

/** Whether the database could not be asked, or went away while it was: nothing is wrong with the question. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { driverError, code } = error as { driverError?: unknown; code?: unknown };
  if (driverError !== undefined) return isDatabaseAway(driverError);
  if (typeof code === 'string') return OF_THE_NETWORK.has(code) || OF_POSTGRES.test(code);
  return OF_THE_CLIENT.test(error.message);
}

/**
 * Waits until the database takes connections: nodes and their PostgreSQL are often started together.
 * @param onWaiting called once, when it does not answer at the first look
 * @throws whatever keeps it from connecting after that time, or at once where waiting does not help
 */
export async function awaitDatabase(url: string, patienceMs: number, onWaiting: () => void): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let look = 1; ; look++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined); // of a connection that we are about to leave anyway
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      if (look === 1) onWaiting();
    } finally {
      await client.end();
    }
    await delay(BETWEEN_LOOKS_MS);
  }
}
