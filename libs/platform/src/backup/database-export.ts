import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { CopyToStreamQuery, to } from 'pg-copy-streams';
import { connectForCopy, copySettings, listed, quoted, schemaOf, sequencesOf, TableShape, tablesOf } from './catalog';
import { DatabaseIsNotParleys } from './errors';
import type { SequenceState } from './manifest';

/** One consistent state of a database that goes on being written to. */
export class DatabaseExport {
  private readonly copies = new Map<string, CopyToStreamQuery>();

  private constructor(
    private readonly client: Client,
    private readonly leftOut: readonly string[],
    readonly tables: readonly TableShape[],
    readonly schema: string[],
    /** ISO 8601. */
    readonly takenAt: string,
    readonly postgresVersion: string,
  ) {}

  /** @throws DatabaseIsNotParleys where no migration of ours has run */
  static async open(url: string, leftOut: readonly string[]): Promise<DatabaseExport> {
    const client = await connectForCopy(url);
    try {
      const tables = await beginWithTables(client, leftOut);
      const schema = await schemaOf(client);
      if (!schema || schema.length === 0) throw new DatabaseIsNotParleys();
      const { rows } = await client.query<{ at: Date; version: string }>(
        `SELECT now() AS at, current_setting('server_version') AS version`,
      );
      const { at, version } = rows[0]!;
      return new DatabaseExport(client, leftOut, tables, schema, at.toISOString(), version);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** The rows of a table in COPY's text format. One table at a time, each to its end. */
  rows({ name, columns, isPartitioned }: TableShape): AsyncIterable<Buffer> {
    const source = isPartitioned
      ? `(SELECT ${listed(columns)} FROM ${quoted(name)})`
      : `${quoted(name)} (${listed(columns)})`;
    const copy = to(`COPY ${source} TO STDOUT`);
    this.copies.set(name, copy);
    return this.client.query(copy);
  }

  /**
   * Ends the snapshot. Returns the number of rows of each table, and the values of the sequences. Sequences are not
   * part of a snapshot; as they are read last, they are at or above every number in the rows.
   */
  async finish(): Promise<{ rows: Map<string, number>; sequences: SequenceState[] }> {
    const sequences = await sequencesOf(this.client, this.leftOut);
    await this.client.query('COMMIT');
    await this.client.end();
    return { rows: new Map([...this.copies].map(([name, { rowCount }]) => [name, rowCount])), sequences };
  }

  /** May be called at any time, also in the middle of a table. */
  async close(): Promise<void> {
    await this.client.end();
  }
}

/**
 * Begins the transaction with a lock on each table, which stops only migrations: LOCK takes no snapshot, so the
 * snapshot is of a time when no table could be rewritten any more. A migration that came just before is waited for, and
 * may have changed what there is to lock.
 */
async function beginWithTables(client: Client, leftOut: readonly string[]): Promise<TableShape[]> {
  const carried = async () => (await tablesOf(client)).filter(({ name }) => !leftOut.includes(name));
  const settings = await copySettings(client);
  for (;;) {
    const expected = await carried();
    await client.query(`BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY${settings}`);
    if (expected.length > 0)
      await client.query(`LOCK TABLE ${listed(expected.map(({ name }) => name))} IN ACCESS SHARE MODE`);
    const tables = await carried();
    if (isDeepStrictEqual(tables, expected)) return tables;
    await client.query('ROLLBACK');
  }
}
