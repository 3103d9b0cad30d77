import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './support';

/** The reader of the log and the worker of the outbox look by themselves. */
const OF_THE_SERVER_ITSELF = /event_log[\s\S]*xid|SELECT pg_snapshot_xmin|SKIP LOCKED|FROM notice WHERE due_at/;

/** How many statements the server sends to PostgreSQL for some work, BEGIN and COMMIT included, read from its log. */
export async function countStatements(bench: Bench, work: () => Promise<unknown>): Promise<number> {
  await bench.database.query("ALTER SYSTEM SET log_statement = 'all'");
  await bench.database.query('SELECT pg_reload_conf()');
  await new Promise((resolve) => setTimeout(resolve, 500)); // until every connection has read it
  const file = join(bench.directory, 'postgres.log');
  const from = statSync(file).size;
  await work();
  await new Promise((resolve) => setTimeout(resolve, 300)); // until the log is written
  const entries = readFileSync(file)
    .subarray(from)
    .toString()
    .split(/\n(?=\S)/);
  await bench.database.query('ALTER SYSTEM RESET log_statement');
  await bench.database.query('SELECT pg_reload_conf()');
  const statements = entries.filter((entry) => /(?:statement|execute [^:]+): /.test(entry));
  return statements.filter((entry) => !OF_THE_SERVER_ITSELF.test(entry)).length;
}
