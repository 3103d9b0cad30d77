import type { PoolConfig } from 'pg';
import type { DatabaseTimes, Pooler } from './database-access';
import { PooledClient, TransactionSettings } from './pooled-client';

/** The time limits of a connection that PostgreSQL enforces, in milliseconds; 0: none. */
export interface SessionLimits {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

export const usualLimits = ({ statementMs, lockMs, transactionMs }: DatabaseTimes): SessionLimits => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: transactionMs,
});

/** Below the second after which PostgreSQL looks for deadlocks and cancels one of the statements. */
const MIGRATION_LOCK_TIMEOUT_MS = 500;

/**
 * Migrations may rewrite tables and build indexes, so they have no statement timeout, whatever the role's setting is.
 */
export const MIGRATION_LIMITS: SessionLimits = {
  statement_timeout: 0,
  lock_timeout: MIGRATION_LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 0,
};

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
