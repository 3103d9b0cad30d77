import type { QueryRunner } from 'typeorm';

/** What a version of the server relies on in the database. */
export interface Facts {
  /** Tables, views and sequences, with the file that holds their rows (null: none). */
  readonly relations: Map<string, string | null>;
  readonly functions: Set<string>;
  /** By `table.column`. */
  readonly columns: Map<string, { type: string; isRequired: boolean; isFilled: boolean }>;
  /** What refuses rows, or delays writes: constraints and indexes, by name. */
  readonly rules: Map<string, Rule>;
}

export interface Rule {
  readonly table: string;
  readonly columns: readonly string[];
  readonly refusesRows: boolean;
  readonly isIndex: boolean;
  /** A foreign key: no write names it. */
  readonly isReference: boolean;
}

/** Partitions are created and dropped at run time, and migrations have a table of their own. */
const OURS = `c.relnamespace = 'public'::regnamespace AND c.relname <> 'migration' AND c.relname !~ '^(event_log_|migration_)'`;

const COLUMN_NAMES = (keys: string): string => `ARRAY(
  SELECT attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (${keys}) ORDER BY attnum)`;

export async function factsOf(runner: QueryRunner): Promise<Facts> {
  const rows = async <T>(sql: string) => (await runner.query(sql)) as T[];
  const relations = await rows<{ name: string; file: string | null }>(
    `SELECT relname AS name, CASE WHEN relkind IN ('r', 'm') THEN pg_relation_filenode(c.oid)::text END AS file
     FROM pg_class c WHERE ${OURS} AND relkind IN ('r', 'p', 'v', 'm', 'S')`,
  );
  const functions = await rows<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  const columns = await rows<{ name: string; type: string; isRequired: boolean; isFilled: boolean }>(
    `SELECT relname || '.' || attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired",
       atthasdef OR attidentity <> '' AS "isFilled"
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE ${OURS} AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped`,
  );
  const rules = await rows<Rule & { name: string }>(
    `SELECT conname AS name, relname AS "table", ${COLUMN_NAMES('o.conkey')} AS columns, true AS "refusesRows", false AS "isIndex",
       contype = 'f' AS "isReference"
     FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid WHERE ${OURS} AND contype IN ('c', 'f', 'p', 'u', 'x')
     UNION ALL
     SELECT i.indexrelid::regclass::text, relname, ${COLUMN_NAMES('i.indkey::smallint[]')}, i.indisunique, true, false
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE ${OURS}`,
  );
  return {
    relations: new Map(relations.map(({ name, file }) => [name, file])),
    functions: new Set(functions.map(({ name }) => name)),
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    rules: new Map(rules.map((rule) => [rule.name, rule])),
  };
}
