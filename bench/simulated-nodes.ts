import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../libs/platform/src/database/migrate';
import { startEmbeddedPostgres } from '../libs/platform/src/database/embedded/embedded-postgres';
import { migrations } from '../migrations';
import { cpuSeconds } from './load/process-tree';
import { SimulatedNode } from './load/simulated-node';
import { quantile, report } from './support';

const COUNTS = process.env.BENCH_NODES?.split(',').map(Number) ?? [1, 10, 30, 100];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WAKES = 10;
const PACES = [20, 200];
const WRITERS = 16;
const TICK_MS = 5;
/** Longer than after traffic nodes go on to look often. */
const QUIET_MS = 3_000;
/** About what a message of a hundred characters takes. */
const PAYLOAD = JSON.stringify({ filler: 'x'.repeat(1_000) });
const APPEND = `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
  VALUES (0, 1, 'simulated', '{"to": "users", "ids": []}', $1) RETURNING xid::text::bigint AS xid`;
const WAKE_OTHERS = `SELECT set_config('synchronous_commit', 'off', true), pg_notify('parley_event_log', '')`;

type Row = Record<string, string | number>;

/** Many simulated nodes read one log: the statements of the reader of the log, as often as it sends them. */
async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const settings = { max_connections: '200', log_error_verbosity: 'default' };
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, durable: true, settings });
  await migrate(postgres.url, migrations);
  const pid = Number(readFileSync(join(directory, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const writers = await Promise.all(Array.from({ length: WRITERS }, () => connected(postgres.url)));
  const rows: Row[] = [];
  for (const count of COUNTS) {
    const nodes = await Promise.all(Array.from({ length: count }, () => SimulatedNode.start(postgres.url)));
    rows.push(await atRest(nodes, writers[0], pid));
    for (const pace of PACES) rows.push(await underLoad(nodes, writers, pid, pace));
    for (const node of nodes) await node.stop();
  }
  report('simulated-nodes', 'Simulated nodes that read one event log; entries of 1 kB, one a transaction', rows);
  for (const writer of writers) await writer.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** What nodes cost while nothing happens, and how soon all of them have one entry after that. */
async function atRest(nodes: readonly SimulatedNode[], writer: Client, pid: number): Promise<Row> {
  await pause(QUIET_MS);
  const usage = await used(nodes, pid, () => pause(SECONDS * 1_000));
  const waits: number[] = [];
  for (let wake = 0; wake < WAKES; wake++) {
    const xid = await append(writer);
    const began = performance.now();
    await writer.query(WAKE_OTHERS);
    const times = await Promise.all(nodes.map((node) => node.until(xid)));
    waits.push(...times.map((time) => time - began));
    await pause(QUIET_MS / WAKES);
  }
  return { nodes: nodes.length, 'entries/s': 'at rest', ...usage, ...waitsOf(waits) };
}

async function underLoad(nodes: readonly SimulatedNode[], writers: Client[], pid: number, pace: number): Promise<Row> {
  const written: Promise<number[]>[] = [];
  const idle = [...writers];
  let began = 0;
  let entries = 0;
  const write = async (writer: Client): Promise<number[]> => {
    const xid = await append(writer);
    const at = performance.now();
    idle.push(writer);
    const times = await Promise.all(nodes.map((node) => node.until(xid)));
    return times.map((time) => time - at);
  };
  const usage = await used(nodes, pid, async () => {
    began = performance.now();
    while (performance.now() - began < SECONDS * 1_000) {
      while (idle.length > 0 && entries < ((performance.now() - began) / 1_000) * pace) {
        entries++;
        written.push(write(idle.pop()!));
      }
      await pause(TICK_MS);
    }
  });
  const waits = (await Promise.all(written)).flat();
  return { nodes: nodes.length, 'entries/s': Math.round(entries / SECONDS), ...usage, ...waitsOf(waits) };
}

/** Looks a second of all nodes, and processors in use by PostgreSQL and by the simulated nodes. */
async function used(nodes: readonly SimulatedNode[], pid: number, work: () => Promise<void>): Promise<Row> {
  const looks = () => nodes.reduce((sum, node) => sum + node.looks, 0);
  const before = { looks: looks(), postgres: cpuSeconds(pid), own: process.cpuUsage(), at: performance.now() };
  await work();
  const seconds = (performance.now() - before.at) / 1_000;
  const own = process.cpuUsage(before.own);
  const postgres = cpuSeconds(pid) - before.postgres;
  const looked = looks() - before.looks;
  return {
    'looks/s': Math.round(looked / seconds),
    'processors of PostgreSQL': (postgres / seconds).toFixed(2),
    'µs of it a look': Math.round((postgres / looked) * 1e6),
    'processors of all nodes': ((own.user + own.system) / 1e6 / seconds).toFixed(2),
  };
}

const waitsOf = (waits: number[]): Row => ({
  'p50, ms': quantile(waits, 0.5).toFixed(1),
  'p99, ms': quantile(waits, 0.99).toFixed(1),
  'last, ms': Math.max(...waits).toFixed(1),
});

async function append(writer: Client): Promise<number> {
  const { rows } = await writer.query<{ xid: string }>({ name: 'append', text: APPEND, values: [PAYLOAD] });
  return Number(rows[0]!.xid);
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

void main();
