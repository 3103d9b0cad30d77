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
/**
 * Connection exceptions; no disk, memory or connections left; a disk that fails; shutdown, crash, starting up; takes no
 * writes, as one that is a replica.
 */
const OF_POSTGRES = /^(08...|53[123]00|58030|57P0[123]|25006)$/;
/** The statement was cancelled because it took too long, for example behind a lock, or was retried too often. */
const OF_TOO_MUCH = /^(57014|25P0[34]|55P03|40001|40P01)$/;
/** Time limits of transactions: of an idle one, or of the whole transaction. */
const OF_LIMITS = /^25P0[34]$/;
/** Errors of the client library have no code. */
const OF_THE_CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* not queryable)/;

/** TypeORM gives a connection back as soon as it breaks, and refuses the next statement of the work. */
const OF_TYPEORM = 'QueryRunnerAlreadyReleasedError';

/**
 * Whether the database is unreachable, went away during the query, or has no space for writes. The query itself is not
 * at fault.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code !== null) return OF_THE_NETWORK.has(code) || OF_POSTGRES.test(code);
  return error instanceof Error && (error.name === OF_TYPEORM || OF_THE_CLIENT.test(error.message));
}

/** Whether the database was too slow for the question: at another time it may well answer it. */
export function isDatabaseTooBusy(error: unknown): boolean {
  return OF_TOO_MUCH.test(sqlStateOf(error) ?? '');
}

/** Data, integrity, a conflict, syntax, program limits, an object that is in use, raised by a function. */
const OF_THE_STATEMENT = /^(2[123]|40|42|54|55|P0)/;

/** Whether PostgreSQL refused a statement for what it is: nothing remains of its transaction. */
export const isRefused = (error: unknown): boolean => OF_THE_STATEMENT.test(sqlStateOf(error) ?? '');

/** Whether PostgreSQL, or we, ended a transaction that had taken too long. */
export const isEndedByLimit = (error: unknown): boolean => OF_LIMITS.test(sqlStateOf(error) ?? '');

/** The code of PostgreSQL, or of the system; null: none. */
function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { driverError, code } = error as { driverError?: unknown; code?: unknown };
  if (driverError !== undefined) return sqlStateOf(driverError);
  return typeof code === 'string' ? code : null;
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
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      if (look === 1) onWaiting();
    } finally {
      await client.end();
    }
    await delay(BETWEEN_LOOKS_MS);
  }
}
