import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from './support';

/** Until every connection has read a setting. */
const READ_MS = 500;
/** Until the log is written. */
const WRITTEN_MS = 300;

/** What PostgreSQL writes into its log from here on. */
export async function setLogging({ database }: Bench, setting: string, value: string): Promise<void> {
  await database.query(`ALTER SYSTEM SET ${setting} = '${value}'`);
  await database.query('SELECT pg_reload_conf()');
  await new Promise((resolve) => setTimeout(resolve, READ_MS));
}

export async function resetLogging({ database }: Bench, setting: string): Promise<void> {
  await database.query(`ALTER SYSTEM RESET ${setting}`);
  await database.query('SELECT pg_reload_conf()');
}

/** The entries of the log that come about while some work is done, with every statement. */
export async function statementsLogged(bench: Bench, work: () => Promise<unknown>): Promise<string[]> {
  await setLogging(bench, 'log_statement', 'all');
  const file = join(bench.directory, 'postgres.log');
  const from = statSync(file).size;
  await work();
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS));
  const text = readFileSync(file).subarray(from).toString();
  await resetLogging(bench, 'log_statement');
  return text.split(/\n(?=\S)/);
}
