import { Client, ClientConfig, QueryResult } from 'pg';
import { corkWrites } from '../transactions/cork-writes';

type Query = string | { text: string; name?: string };
type QueryCallback = (error: unknown, result?: QueryResult) => void;

/** Statements that each transaction begins with, each after a semicolon. */
export interface TransactionSettings {
  readonly transactionSettings?: string;
}

const BEGINS = /^(BEGIN|START TRANSACTION)[^;]*/i;
const ENDS = /^(COMMIT|ROLLBACK(?! TO))/i;
/** What PostgreSQL carries out in no transaction. */
const STANDS_ALONE = /^(CREATE|DROP) INDEX CONCURRENTLY/i;
const OF_THE_SESSION = /^(SET (?!LOCAL)|RESET )/i;

/**
 * A connection to a pooler that lends out a session for one transaction at a time: nothing of ours may stay in it, and
 * nothing may be expected in it. So statements have no names, settings of the session are left out, and each transaction
 * sets its own limits in the message with BEGIN; a statement outside of one gets one of its own, which leaves in one piece.
 */
export class PooledClient extends Client {
  private readonly transactionSettings: string;
  private isInTransaction = false;

  constructor({ transactionSettings = '', ...config }: ClientConfig & TransactionSettings = {}) {
    super(config);
    this.transactionSettings = transactionSettings;
  }

  override query(...given: unknown[]): never {
    return this.submit(given[0] as Query, given.slice(1)) as never;
  }

  private submit(query: Query, rest: unknown[]): Promise<QueryResult> | undefined {
    const text = typeof query === 'string' ? query : query.text;
    if (BEGINS.test(text)) {
      this.isInTransaction = true;
      return this.send(this.withLimits(text), ...rest);
    }
    if (this.isInTransaction) {
      if (ENDS.test(text)) this.isInTransaction = false;
      return this.send(nameless(query), ...rest);
    }
    if (OF_THE_SESSION.test(text)) return this.send('', ...rest);
    if (STANDS_ALONE.test(text)) return this.send(text, ...rest);
    return this.inTransaction(nameless(query), rest);
  }

  private inTransaction(query: Query, rest: unknown[]): Promise<QueryResult> | undefined {
    const callback = rest.find((one) => typeof one === 'function') as QueryCallback | undefined;
    corkWrites(this);
    const steps = [
      this.send(this.withLimits('BEGIN')),
      this.send(query, ...rest.filter((one) => one !== callback)),
      this.send('COMMIT'),
    ];
    const done = Promise.allSettled(steps).then((all) => {
      const failed = all.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
      return (all[1] as PromiseFulfilledResult<QueryResult>).value;
    });
    if (!callback) return done;
    done.then((result) => callback(undefined, result), callback);
    return undefined;
  }

  private withLimits(begin: string): string {
    return begin.replace(BEGINS, (statement) => statement + this.transactionSettings);
  }

  private send(...given: unknown[]): Promise<QueryResult> {
    return (super.query as (...all: unknown[]) => Promise<QueryResult>)(...given);
  }
}

const nameless = (query: Query): Query => (typeof query === 'string' ? query : { ...query, name: undefined });
