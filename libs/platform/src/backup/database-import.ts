import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { lock, lockStatements } from '../database/transactions/locks';
import { connectForCopy, copySettings, listed, quoted, schemaOf, tablesOf } from './catalog';
import { DatabaseIsForeign, DatabaseIsNewer, DatabaseIsTaken, TablesDoNotFit } from './errors';
import type { Manifest, TablePart } from './manifest';
import { drain } from './checksum';

export interface TargetRules {
  /** Tables whose rows are not part of a backup: they are empty afterwards. */
  leftOut: readonly string[];
  /** A database with rows in this table is in use, and left alone. */
  claimedBy: string;
}

/**
 * Looks whether a database may be restored into; changes nothing.
 * @throws DatabaseIsTaken, DatabaseIsForeign, DatabaseIsNewer
 */
export async function checkTarget(url: string, schema: readonly string[], { claimedBy }: TargetRules): Promise<void> {
  const client = await connectForCopy(url);
  try {
    const tables = await tablesOf(client);
    const present = await schemaOf(client);
    if (!present) {
      const [foreign] = tables;
      if (foreign) throw new DatabaseIsForeign(foreign.name);
      return;
    }
    if (tables.some(({ name }) => name === claimedBy)) await checkUnclaimed(client, claimedBy);
    const newer = present.find((name, index) => schema[index] !== name);
    if (newer) throw new DatabaseIsNewer(newer);
  } finally {
    await client.end();
  }
}

/** Fills an empty database, whose schema is the manifest's, in one transaction. */
export class DatabaseImport {
  /** What brings back the constraints, indexes and triggers that were taken away for the time of loading. */
  private readonly afterwards: string[] = [];
  /** The archive's tables that this schema does not have: not ours. */
  readonly passedOver: string[] = [];
  private readonly parts: TablePart[] = [];

  private constructor(
    private readonly client: Client,
    private readonly manifest: Manifest,
    private readonly rules: TargetRules,
  ) {}

  /** @throws DatabaseIsTaken, TablesDoNotFit */
  static async begin(url: string, manifest: Manifest, rules: TargetRules): Promise<DatabaseImport> {
    const loading = new DatabaseImport(await connectForCopy(url), manifest, rules);
    try {
      await loading.prepare();
      return loading;
    } catch (error) {
      await loading.abandon();
      throw error;
    }
  }

  /** @throws TablesDoNotFit when there are more or fewer rows than promised */
  async load(table: string, rows: AsyncIterable<Buffer>): Promise<void> {
    const part = this.parts.find(({ name }) => name === table);
    if (!part) return drain(rows);
    const copy = this.client.query(from(`COPY ${quoted(table)} (${listed(part.columns)}) FROM STDIN`));
    await pipeline(rows, copy);
    if (copy.rowCount !== part.rows) throw new TablesDoNotFit(table);
  }

  async finish(): Promise<void> {
    for (const statement of this.afterwards) await this.client.query(statement);
    for (const { name, last } of this.manifest.sequences) await this.setSequence(name, last);
    await this.client.query(`ANALYZE ${listed(this.parts.map(({ name }) => name))}`);
    await this.client.query('COMMIT');
    await this.client.end();
  }

  /** Nothing of it stays. */
  async abandon(): Promise<void> {
    await this.client.end();
  }

  private async prepare(): Promise<void> {
    const settings = await copySettings(this.client);
    await this.client.query(`BEGIN${settings}${lockStatements([lock.cluster(), lock.schema()])}`);
    await checkUnclaimed(this.client, this.rules.claimedBy);
    const leftOut = await this.matchTables();
    for (const { away, back } of await this.brakes()) {
      await this.client.query(away);
      this.afterwards.unshift(back);
    }
    // What migrations have put there comes with the archive.
    const emptied = [...this.parts.map(({ name }) => name), ...leftOut];
    await this.client.query(`TRUNCATE ${listed(emptied)}`);
  }

  /**
   * Fills `parts` and `passedOver`; returns the names of those of the tables left out that there are.
   * @throws TablesDoNotFit
   */
  private async matchTables(): Promise<string[]> {
    const isLeftOut = ({ name }: { name: string }) => this.rules.leftOut.includes(name);
    const tables = await tablesOf(this.client);
    const carried = tables.filter((table) => !isLeftOut(table));
    for (const part of this.manifest.tables) {
      const present = carried.find(({ name }) => name === part.name);
      if (!present) this.passedOver.push(part.name);
      else if (isDeepStrictEqual([...present.columns].sort(), [...part.columns].sort())) this.parts.push(part);
      else throw new TablesDoNotFit(part.name);
    }
    const missing = carried.find(({ name }) => !this.parts.some((part) => part.name === name));
    if (missing) throw new TablesDoNotFit(missing.name);
    return tables.filter(isLeftOut).map(({ name }) => name);
  }

  /**
   * What makes loading slow or depends on its order, as pairs of statements, in the order in which they go: triggers must
   * not fire again, foreign keys would ask for parents first, and an index is built faster over all rows at once.
   */
  private async brakes(): Promise<{ away: string; back: string }[]> {
    const names = this.parts.map(({ name }) => name);
    const { rows } = await this.client.query<{ away: string; back: string }>(
      `WITH carried AS (
         SELECT oid, format('%I', relname) AS name, relkind FROM pg_class
         WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND relname = ANY($1))
       SELECT away, back FROM (
         SELECT 1 AS turn, c.name, format('ALTER TABLE %s DISABLE TRIGGER %I', c.name, t.tgname) AS away,
                format('ALTER TABLE %s ENABLE TRIGGER %I', c.name, t.tgname) AS back
         FROM pg_trigger t JOIN carried c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND t.tgenabled = 'O'
         UNION ALL
         SELECT 2, c.name, format('ALTER TABLE %s DROP CONSTRAINT %I', c.name, k.conname),
                format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.name, k.conname, pg_get_constraintdef(k.oid))
         FROM pg_constraint k JOIN carried c ON c.oid = k.conrelid WHERE k.contype = 'f' AND k.conparentid = 0
         UNION ALL
         SELECT 3, c.name, format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
         FROM pg_index i JOIN carried c ON c.oid = i.indrelid AND c.relkind = 'r'
         WHERE NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
       ) brake ORDER BY turn, name, away`,
      [names],
    );
    return rows;
  }

  /** Does nothing for a sequence that the schema does not have. */
  private async setSequence(name: string, last: string | null): Promise<void> {
    await this.client.query(
      `SELECT setval(to_regclass($1), coalesce($2::bigint, seqstart), $2::bigint IS NOT NULL)
       FROM pg_sequence WHERE seqrelid = to_regclass($1)`,
      [quoted(name), last],
    );
  }
}

async function checkUnclaimed(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM ${quoted(table)}) AS is`);
  if (rows[0]!.is) throw new DatabaseIsTaken(table);
}
