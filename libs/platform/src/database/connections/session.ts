import type { PoolConfig } from 'pg';
import type { Pooler } from './database-access';
import { LONGEST_TRANSACTION_MS } from '../deadline';
import { PooledClient, TransactionSettings } from './pooled-client';

/** What PostgreSQL is to end by itself, in milliseconds (0: nothing), and what else a connection begins with. */
export interface SessionLimits {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

const STATEMENT_TIMEOUT_MS = 5_000;

export const USUAL_LIMITS: SessionLimits = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Below that of statements, so that the log tells waiting for a lock from a statement that is slow.
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: LONGEST_TRANSACTION_MS,
};

/** Below the second after which PostgreSQL looks for deadlocks, and then ends the statement of whoever looks. */
const MIGRATION_LOCK_TIMEOUT_MS = 500;

/** Migrations may rewrite tables and build indexes: no statement timeout, whatever the role has. */
export const MIGRATION_LIMITS: SessionLimits = {
  statement_timeout: 0,
  lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 0,
};

/**
 * Where the network swallows what is sent, PostgreSQL's own timeout never comes back to us: the connection is given up.
 * BEGIN, what follows it and COMMIT may leave in one piece, so that the last answer has to wait for the others.
 */
export const SILENCE_MS = 3 * STATEMENT_TIMEOUT_MS + 1_000;

/**
 * How pg opens connections that keep these limits: as parameters of the session where that is ours, in each transaction
 * where a pooler lends it out.
 */
export function sessionWith(limits: SessionLimits, pooler: Pooler): PoolConfig & TransactionSettings {
  // Our statements are short: compiling one takes longer than running it.
  const settings = Object.entries({ ...limits, jit: 'off' });
  if (pooler === null) return { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
  const transactionSettings = settings.map(([name, value]) => `;SET LOCAL ${name} = ${value}`).join('');
  return { Client: PooledClient, transactionSettings, pipeline: true };
}
