import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setOnly } from './postgres-setting';
import type { Bench } from './support';

/** Until every connection has read a setting. */
const READ_MS = 500;
/** Until the log is written. */
const WRITTEN_MS = 300;

/** What PostgreSQL writes into its log from here on. */
export async function setLogging({ directory }: Bench, setting: string, value: string): Promise<void> {
  setOnly(directory, { [setting]: value });
  await new Promise((resolve) => setTimeout(resolve, READ_MS));
}

export function resetLogging({ directory }: Bench): void {
  setOnly(directory, {});
}

/** The log entries of some work, with every statement. */
export async function statementsLogged(bench: Bench, work: () => Promise<unknown>): Promise<string[]> {
  await setLogging(bench, 'log_statement', 'all');
  const file = join(bench.directory, 'postgres.log');
  const from = statSync(file).size;
  await work();
  await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS));
  const text = readFileSync(file).subarray(from).toString();
  resetLogging(bench);
  return text.split(/\n(?=\S)/);
}
