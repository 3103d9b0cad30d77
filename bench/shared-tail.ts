import { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPostmaster } from '../libs/platform/src/database/embedded/postmaster-file';
import { cpuSeconds } from './load/cpu';
import { LogWriter } from './load/log-writer';
import { addChannel, addUsers, Bench, quantile, report, startBench } from './support';

const COUNTS = process.env.BENCH_PROCESS_COUNTS?.split(',').map(Number) ?? [2, 4];
const PACES = process.env.BENCH_PACES?.split(',').map(Number) ?? [200, 2_000];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const TICK_MS = 5;
const SETTLES_MS = 300;

type Row = Record<string, string | number>;

/** The processes of one machine read the log: each for itself, or one for all, which hands on what it reads. */
async function main(): Promise<void> {
  const bench = await startBench();
  const [user] = await addUsers(bench, 1);
  const writer = await LogWriter.open(bench, user, await addChannel(bench, user, 'all', [user]));
  bench.server.kill('SIGSTOP'); // it would read the log, too
  const rows: Row[] = [];
  for (const count of COUNTS)
    for (const pace of PACES) {
      rows.push(await measured(bench, writer, pace, count, 'each for itself'));
      rows.push(await measured(bench, writer, pace, count, 'one for all'));
    }
  report('shared-tail', 'Processes of one machine read one log of messages, each for itself or one for all', rows);
  bench.server.kill('SIGCONT');
  await bench.stop();
}

async function measured(bench: Bench, writer: LogWriter, pace: number, count: number, how: string): Promise<Row> {
  const isShared = how === 'one for all';
  const readers = await Promise.all(
    Array.from({ length: isShared ? 1 : count }, () => started(bench, isShared ? count - 1 : 0)),
  );
  await delay(SETTLES_MS);
  const cpu = () => readers.reduce((sum, { pid }) => sum + cpuSeconds(pid!), 0);
  const postgres = readPostmaster(join(bench.directory, 'postgres'))!.pid;
  const before = { readers: cpu(), postgres: cpuSeconds(postgres) };
  const began = performance.now();
  let written = 0;
  while (performance.now() - began < SECONDS * 1_000) {
    const due = Math.ceil(((performance.now() - began) / 1_000) * pace) - written;
    if (due > 0) await writer.write(written, due);
    written += due;
    await delay(TICK_MS);
  }
  const seconds = (performance.now() - began) / 1_000;
  const used = { readers: cpu() - before.readers, postgres: cpuSeconds(postgres) - before.postgres };
  const waits = (await Promise.all(readers.map(waitsOf))).flat();
  for (const reader of readers) reader.kill();
  return {
    processes: count,
    'entries/s': Math.round(written / seconds),
    reads: how,
    'processors of PostgreSQL, writes included': (used.postgres / seconds).toFixed(2),
    'of the processes': (used.readers / seconds).toFixed(2),
    'p50, ms': quantile(waits, 0.5).toFixed(1),
    'p99, ms': quantile(waits, 0.99).toFixed(1),
  };
}

async function started({ databaseUrl }: Bench, sharesWith: number): Promise<ChildProcess> {
  const reader = fork(join(__dirname, 'run.js'), ['load/tail-process'], {
    env: { ...process.env, TAIL_DATABASE: databaseUrl, TAIL_SHARES_WITH: String(sharesWith) },
    serialization: 'advanced',
  });
  await once(reader, 'message');
  return reader;
}

/** Its own, and those of the processes that hear from it, which report to it first. */
async function waitsOf(reader: ChildProcess): Promise<number[]> {
  const all: number[] = [];
  for (let times = 0; times < 2; times++) {
    await delay(SETTLES_MS);
    reader.send('report');
    const [waits] = (await once(reader, 'message')) as [number[]];
    all.push(...waits);
  }
  return all;
}

void main();
