import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { AsyncContextValue } from '../../process/async-context-value';

/** A connection to the replica that answers one piece of work. */
export class ReplicaReader {
  private runner: QueryRunner | null = null;
  /** The first statement that failed, if any. */
  fault: unknown = null;

  constructor(
    readonly client: PoolClient,
    private readonly dataSource: DataSource,
  ) {}

  async query(query: QueryConfig): Promise<QueryResult> {
    try {
      return await this.client.query(query);
    } catch (error) {
      this.fault ??= error;
      throw error;
    }
  }

  /** The same connection for TypeORM. The runner is not released: the connection is not of TypeORM's pool. */
  get queryRunner(): QueryRunner {
    if (this.runner) return this.runner;
    const query = (text: string, values?: unknown[]) => this.query({ text, values });
    this.runner = Object.assign(this.dataSource.createQueryRunner(), {
      databaseConnection: { query },
      release: async () => undefined,
    });
    return this.runner;
  }
}

const readers = new AsyncContextValue<ReplicaReader | null>();

/** What answers reads of the work under way; `null`: the primary. */
export const readerNow = (): ReplicaReader | null => readers.get() ?? null;

export const readingFrom = <T>(reader: ReplicaReader, work: () => T): T => readers.run(reader, work);

/** For what several requests share: a fault of the replica must not reach those that the primary answers. */
export const onPrimary = <T>(work: () => T): T => (readers.get() ? readers.run(null, work) : work());
