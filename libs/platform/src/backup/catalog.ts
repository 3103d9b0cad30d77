import { Client } from 'pg';
import { migrationOptions } from '../database/migration-options';
import type { SequenceState } from './manifest';

export interface TableShape {
  name: string;
  columns: string[];
  isPartitioned: boolean;
}

/** Where TypeORM keeps the names of the migrations that ran. */
const MIGRATIONS = migrationOptions('', []).migrationsTableName!;

/** Timeouts that could abort a long copy, whether set by the role, the database or the server. */
const TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout'];

/** The format of rows: the same on both sides and in all versions of PostgreSQL from 14 on. */
const NOTATION: Record<string, string> = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, YMD',
  intervalstyle: 'iso_8601',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  row_security: 'off',
  synchronize_seqscans: 'off',
};

/** A connection for copying. Nothing is set in its session, which may be one that a pooler lends. */
export async function connectForCopy(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'parley-backup', keepAlive: true });
  client.on('error', () => undefined); // the statement under way, or the next one, meets the same fault
  await client.connect();
  return client;
}

/**
 * The statement after BEGIN of a transaction that copies: without time limits, and with a fixed format. Takes no
 * snapshot.
 */
export async function copySettings(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM pg_settings WHERE name = ANY($1)', [
    TIMEOUTS,
  ]);
  const settings = [...rows.map(({ name }) => [name, '0'] as const), ...Object.entries(NOTATION)];
  return settings.map(([name, value]) => `;SET LOCAL ${name} = ${client.escapeLiteral(value)}`).join('');
}

/**
 * All tables of the schema but those of extensions, partitions (which go with their parents), the migrations' own, and
 * those whose names need quotes, which are never ours.
 */
export async function tablesOf(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `SELECT c.relname::text AS name, c.relkind = 'p' AS "isPartitioned",
            array(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                  ORDER BY a.attnum) AS columns
     FROM pg_class c
     WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
       AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> $1 AND c.relname ~ '^[a-z_][a-z0-9_]*$'
       AND NOT EXISTS (SELECT FROM pg_depend d
                       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname COLLATE "C"`,
    [MIGRATIONS],
  );
  return rows;
}

/** The sequences that do not belong to one of the tables left out. */
export async function sequencesOf(client: Client, leftOut: readonly string[]): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `SELECT s.sequencename::text AS name, s.last_value::text AS last
     FROM pg_sequences s JOIN pg_class c ON c.oid = format('%I.%I', s.schemaname, s.sequencename)::regclass
     WHERE s.schemaname = current_schema()
       AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
                       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
                         AND t.relname = ANY($1))
     ORDER BY s.sequencename COLLATE "C"`,
    [[...leftOut, MIGRATIONS]],
  );
  return rows;
}

/** Names of the migrations that ran, oldest first; null where there is no table of them. */
export async function schemaOf(client: Client): Promise<string[] | null> {
  const name = quoted(MIGRATIONS);
  const { rows: found } = await client.query<{ is: boolean }>('SELECT to_regclass($1) IS NOT NULL AS is', [name]);
  if (!found[0]!.is) return null;
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${name} ORDER BY id`);
  return rows.map((row) => row.name);
}

export const quoted = (name: string): string => Client.prototype.escapeIdentifier(name);
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');
