import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { resetLogging, setLogging } from '../postgres-log';
import { Bench, median } from '../support';

/** Background work of the server, which belongs to no request. */
const OF_THE_SERVER_ITSELF =
  /event_log|pg_snapshot_xmin|SKIP LOCKED|FROM notice|search_state|event_queue|api_key|due_at/;

/** A statement of a request, as PostgreSQL logs it. */
export interface Logged {
  readonly text: string;
  readonly parameters: readonly (string | null)[];
  /** Parsing, planning and executing. */
  ms: number;
}

export interface DatabaseTime {
  /** Medians. */
  readonly database: number;
  readonly request: number;
  readonly statements: number;
  /** The statement of the last request that took longest. */
  readonly slowest: Logged;
}

export type Row = Record<string, string | number>;

export const figures = ({ database, request, statements }: DatabaseTime): Row => ({
  'database, ms': database.toFixed(1),
  'request, ms': request.toFixed(1),
  statements,
});

/** From here on PostgreSQL logs the time of each statement. */
export const logDurations = (bench: Bench): Promise<void> => setLogging(bench, 'log_min_duration_statement', '0');

export const stopLogging = (bench: Bench): void => resetLogging(bench);

/** Milliseconds of requests and of their statements in PostgreSQL; one after the other, after some warm-up requests. */
export async function timed(bench: Bench, rounds: number, ask: () => Promise<unknown>): Promise<DatabaseTime> {
  for (let warm = 0; warm < 3; warm++) await ask();
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round++) samples.push(await sample(bench, ask));
  return summary(samples);
}

export interface Sample {
  readonly request: number;
  readonly logged: readonly Logged[];
}

/** One request. */
export async function sample(bench: Bench, ask: () => Promise<unknown>): Promise<Sample> {
  const file = join(bench.directory, 'postgres.log');
  const from = statSync(file).size;
  const began = performance.now();
  await ask();
  const request = performance.now() - began;
  return { request, logged: statementsIn(readFrom(file, from)) };
}

export function summary(samples: readonly Sample[]): DatabaseTime {
  const last = samples[samples.length - 1].logged;
  const none: Logged = { text: '', parameters: [], ms: 0 };
  return {
    database: median(samples.map(({ logged }) => logged.reduce((sum, { ms }) => sum + ms, 0))),
    request: median(samples.map(({ request }) => request)),
    statements: median(samples.map(({ logged }) => logged.length)),
    slowest: last.reduce((one, other) => (other.ms > one.ms ? other : one), none),
  };
}

/** The log grows to many megabytes, most of it ids. */
function readFrom(file: string, from: number): string {
  const length = statSync(file).size - from;
  const buffer = Buffer.alloc(length);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, buffer, 0, length, from);
  closeSync(descriptor);
  return buffer.toString();
}

/** Parse, bind and execute of one statement are logged one after the other. */
function statementsIn(log: string): Logged[] {
  const statements: Logged[] = [];
  let preparing = 0;
  const entries = log.split(/\n(?=\S)/);
  for (const [at, entry] of entries.entries()) {
    const [, ms, step, text] = /duration: ([\d.]+) ms {2}(parse|bind|execute|statement)[^:]*: ([^]*)/.exec(entry) ?? [];
    if (!text || OF_THE_SERVER_ITSELF.test(text)) continue;
    preparing += Number(ms);
    if (step !== 'execute' && step !== 'statement') continue;
    statements.push({ text, ms: preparing, parameters: parametersIn(entries[at + 1] ?? '') });
    preparing = 0;
  }
  return statements;
}

function parametersIn(entry: string): (string | null)[] {
  const detail = /DETAIL:\s+[Pp]arameters: ([^]*)/.exec(entry)?.[1] ?? '';
  return [...detail.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** The plans of PostgreSQL for a statement of a request. */
export async function planOf({ database }: Bench, { text, parameters }: Logged): Promise<string> {
  const { rows } = await database.query<Record<string, string>>(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${text}`,
    [...parameters],
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
