import { statementsLogged } from './postgres-log';
import type { Bench } from './support';

/** The reader of the log and the worker of the outbox run their own queries. */
const OF_THE_SERVER_ITSELF =
  /event_log[\s\S]*xid|SELECT pg_snapshot_xmin|SKIP LOCKED|FROM notice WHERE due_at|pg_notify/;

/** How many statements the server sends to PostgreSQL for some work, BEGIN and COMMIT included, read from its log. */
export async function countStatements(bench: Bench, work: () => Promise<unknown>): Promise<number> {
  const entries = await statementsLogged(bench, work);
  const statements = entries.filter((entry) => /(?:statement|execute [^:]+): /.test(entry));
  return statements.filter((entry) => !OF_THE_SERVER_ITSELF.test(entry)).length;
}
