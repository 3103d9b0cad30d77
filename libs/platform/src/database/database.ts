import { Injectable } from '@nestjs/common';
import type { QueryResult } from 'pg';
import { createHash } from 'node:crypto';
import { assertTime } from './deadline';
import { isWrite } from './is-write';
import { corkWrites } from './transactions/cork-writes';
import { readerNow } from './replica/replica-reader';
import { ReservedConnections } from './connections/reserved-connections';
import { Transactions } from './transactions/transactions';

/** A row by its column names, of unknown types. */
export type Row = Record<string, unknown>;

/**
 * A statement that is prepared once for each connection: for hot paths whose best plan does not depend on the values.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** The same text has the same name, on every connection. */
export function prepared(text: string): PreparedStatement {
  return { name: createHash('sha1').update(text).digest('hex').slice(0, 20), text };
}

/** SQL for repositories: in the transaction when one is open, else on a connection of the pool. */
@Injectable()
export class Database {
  constructor(
    private readonly reserved: ReservedConnections,
    private readonly transactions: Transactions,
  ) {}

  async rows<T = Row>(statement: string | PreparedStatement, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.send(statement, values)).rows as T[];
  }

  /** The only row, or null. */
  async row<T = Row>(statement: string | PreparedStatement, values: readonly unknown[] = []): Promise<T | null> {
    return (await this.rows<T>(statement, values))[0] ?? null;
  }

  /** The number of rows written. */
  async write(statement: string | PreparedStatement, values: readonly unknown[] = []): Promise<number> {
    return (await this.send(statement, values)).rowCount ?? 0;
  }

  /**
   * The last write of a transaction, for hot paths: it is sent together with COMMIT. Its failure is a failure of the
   * transaction.
   * @throws Error outside a transaction
   */
  writeLast(statement: string | PreparedStatement, values: readonly unknown[] = []): void {
    const { client, unanswered } = this.transactions.required;
    corkWrites(client);
    const sent = this.send(statement, values);
    sent.catch(() => undefined); // the transaction itself reports it
    unanswered.push(sent);
  }

  private async send(statement: string | PreparedStatement, values: readonly unknown[]): Promise<QueryResult> {
    assertTime();
    const { text, name } = typeof statement === 'string' ? { text: statement, name: undefined } : statement;
    const { open } = this.transactions;
    if (!open) {
      const server = readerNow() ?? this.reserved.forStatement;
      const result = server.query({ text, name, values: [...values] });
      return result.catch((error: unknown) => {
        if (isWrite(text)) this.transactions.noteIfEnded(error);
        throw error;
      });
    }
    if (open.isSnapshot && isWrite(text)) open.deadline.begin();
    return open.client.query({ text, name, values: [...values] });
  }
}
