import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import { ROOT } from './server-process';

/** What a restore resets (docs/adr/0001), and what the migrations themselves write. */
const NOT_CARRIED = ['epoch', 'event_log', 'event_queue', 'migration'];

export async function query<T = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

/** Commits a statement while this process is blocked: none of its work can come before. */
export function writeAtOnce(url: string, text: string): void {
  const script = `const { Client } = require('pg');
    const client = new Client({ connectionString: process.env.URL });
    client.connect().then(() => client.query(process.env.TEXT)).then(() => client.end());`;
  execFileSync(process.execPath, ['-e', script], { cwd: ROOT, env: { ...process.env, URL: url, TEXT: text } });
}

export async function tablesIn(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !NOT_CARRIED.includes(name));
}

/** Every row of every table in a backup, as text, and the value of each sequence. */
export async function contentsOf(url: string): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const table of await tablesIn(url)) {
    const rows = await query<{ row: string }>(url, `SELECT t::text AS row FROM ${table} t ORDER BY 1`);
    contents[table] = rows.map(({ row }) => row);
  }
  const sequences = await query<{ row: string }>(
    url,
    `SELECT concat_ws(' ', sequencename, coalesce(last_value::text, 'untouched')) AS row FROM pg_sequences
     WHERE sequencename <> 'migration_id_seq' ORDER BY 1`,
  );
  return { ...contents, sequences: sequences.map(({ row }) => row) };
}

/** Columns, indexes, constraints and triggers, in PostgreSQL's own words. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await query<{ line: string }>(
    url,
    `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity) AS line
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name !~ '^event_log_\\d+$'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '^event_log_\\d+$'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '^event_log_\\d+$'
     UNION ALL SELECT concat_ws(' ', tgname, tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}
