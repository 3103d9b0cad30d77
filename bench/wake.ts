import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../test/support/ports';
import { cpuSeconds } from './load/process-tree';
import { Asker, WaitingClients } from './load/waiting-clients';
import { addChannel, addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const CLIENTS = Number(process.env.BENCH_QUEUES ?? 10_000);
const USERS = Math.min(CLIENTS, 500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** So long that each client gets one heartbeat, in the second half. */
const IDLE_SECONDS = Number(process.env.BENCH_SECONDS ?? 50);
const KINDS = process.env.BENCH_ONLY?.split(',') ?? ['polls', 'streams'];
const REGISTERED_AT_A_TIME = 16;
/** After this time all requests have reached the server. */
const SETTLES_MS = 1_500;
/** After the first requests, for which the node makes the queues from their rows, until its workers are at rest. */
const BEGINS_MS = Number(process.env.BENCH_BEGINS ?? 60) * 1_000;

type Row = Record<string, string | number>;
interface Cost {
  readonly ms: number;
  readonly cpu: number;
}

/** Thousands of waiting clients: what they cost while nothing happens, and when one message wakes all of them. */
async function main(): Promise<void> {
  const bench = await startBench({}, undefined, process.env.BENCH_THIS);
  const costs = new Map<string, Cost[]>();
  let body = '';
  try {
    const users = await addUsers(bench, USERS);
    const channel = await addChannel(bench, users[0], 'all', users);
    const queues = await register(bench, users);
    const port = Number(new URL(bench.url).port);
    const send = () =>
      call(bench, users[0], 'POST', 'messages', { type: 'channel', to: channel, topic: 'bench', content: 'wake up' });
    const idle: Row[] = [];
    for (const kind of KINDS) {
      const askers = queues.map((queue) => askerOf(port, queue, kind, (bytes) => (body = bytes)));
      const clients = await WaitingClients.open(askers, kind === 'streams');
      if (kind === 'streams') clients.ask();
      for (let round = 0; round <= ROUNDS; round++) {
        if (kind === 'polls') clients.ask();
        if (round > 0) await delay(SETTLES_MS);
        else idle.push(await idleCost(bench.server.pid!, kind, bench));
        const cost = await costOf(bench.server.pid!, () => clients.allHeard(send));
        if (round > 0) costs.set(kind, [...(costs.get(kind) ?? []), cost]);
      }
      clients.close();
      costs.set(`${kind} of bare node:http`, await bare(kind, body, idle));
    }
    report('idle', `A node with ${CLIENTS} waiting clients while nothing happens`, idle);
    const rows = [...costs].map(([kind, some]) => ({
      clients: kind,
      'server CPU, ms': median(some.map(({ cpu }) => cpu)).toFixed(0),
      'until the last has heard, ms': median(some.map(({ ms }) => ms)).toFixed(0),
    }));
    report('wake', `One message for ${CLIENTS} waiting clients; medians of ${ROUNDS}`, rows);
  } finally {
    await bench.stop();
  }
  process.exit(0);
}

interface Queue {
  readonly id: string;
  readonly authorization: string;
  last: number;
}

/** One queue of each user, and copies of its row, since thousands of registrations take long and are not measured. */
async function register(bench: Bench, users: readonly BenchUser[]): Promise<Queue[]> {
  const left = [...users];
  const worker = async (): Promise<void> => {
    for (let user = left.pop(); user; user = left.pop())
      await call(bench, user, 'POST', 'register', { event_types: ['message'], fetch_event_types: [] });
  };
  await Promise.all(Array.from({ length: REGISTERED_AT_A_TIME }, worker));
  await bench.database.query(
    `INSERT INTO event_queue
     SELECT (jsonb_populate_record(q, jsonb_build_object('id', gen_random_uuid()))).*
     FROM event_queue q, generate_series(2, $1)`,
    [CLIENTS / users.length],
  );
  const { rows } = await bench.database.query<{ id: string; user: string }>(
    'SELECT id, user_id AS user FROM event_queue LIMIT $1',
    [CLIENTS],
  );
  const known = new Map(users.map(({ id, authorization }) => [id, authorization]));
  return rows.map(({ id, user }) => ({ id, authorization: known.get(Number(user))!, last: -1 }));
}

function askerOf(port: number, queue: Queue, kind: string, note: (body: string) => void): Asker {
  const accept = kind === 'streams' ? 'accept: text/event-stream\r\n' : '';
  return {
    port,
    head: () =>
      `GET /api/v1/events?queue_id=${queue.id}&last_event_id=${queue.last} HTTP/1.1\r\n` +
      `authorization: ${queue.authorization}\r\n${accept}`,
    heard: (bytes) => {
      const text = bytes.toString('latin1');
      note(text.slice(text.indexOf(kind === 'streams' ? 'id: ' : '{"result')));
      const id = [...text.matchAll(/"id":(\d+),"type"/g)].at(-1)?.[1];
      if (id !== undefined) queue.last = Number(id);
    },
  };
}

async function costOf(pid: number, work: () => Promise<void>): Promise<Cost> {
  const cpu = cpuSeconds(pid);
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  return { ms, cpu: (cpuSeconds(pid) - cpu) * 1_000 };
}

/** The rest of the machine changes neither processor time nor transactions of an idle server. */
async function idleCost(pid: number, kind: string, bench?: Bench): Promise<Row> {
  const transactions = async (): Promise<number> => {
    if (!bench) return 0;
    await bench.database.query('SELECT pg_stat_clear_snapshot()');
    const text = 'SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()';
    return Number((await bench.database.query<{ n: string }>(text)).rows[0].n);
  };
  await delay(BEGINS_MS);
  const [cpu, before] = [cpuSeconds(pid), await transactions()];
  await delay((IDLE_SECONDS / 2) * 1_000);
  const quiet = cpuSeconds(pid) - cpu;
  await delay((IDLE_SECONDS / 2) * 1_000);
  const used = cpuSeconds(pid) - cpu;
  return {
    clients: kind,
    '% of a processor': ((used / IDLE_SECONDS) * 100).toFixed(1),
    'between heartbeats': ((quiet / (IDLE_SECONDS / 2)) * 100).toFixed(1),
    'transactions a second': (((await transactions()) - before) / IDLE_SECONDS).toFixed(1),
  };
}

async function bare(kind: string, body: string, idle: Row[]): Promise<Cost[]> {
  const port = await freePort();
  const server = spawn(process.execPath, [join(__dirname, 'load/bare-server.js')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const accept = kind === 'streams' ? 'accept: text/event-stream\r\n' : '';
  const askers = Array.from({ length: CLIENTS }, (): Asker => ({
    port,
    head: () => `GET / HTTP/1.1\r\n${accept}`,
    heard: () => undefined,
  }));
  const clients = await WaitingClients.open(askers, kind === 'streams');
  if (kind === 'streams') clients.ask();
  const costs: Cost[] = [];
  const wake = () =>
    new Promise((resolve, reject) =>
      request({ port, method: 'POST', path: '/wake' }, (answer) => answer.resume().once('end', resolve))
        .once('error', reject)
        .end(body),
    );
  for (let round = 0; round <= ROUNDS; round++) {
    if (kind === 'polls') clients.ask();
    if (round > 0) await delay(SETTLES_MS);
    else idle.push(await idleCost(server.pid!, `${kind} of bare node:http`));
    const cost = await costOf(server.pid!, () => clients.allHeard(wake));
    if (round > 0) costs.push(cost);
  }
  clients.close();
  server.kill();
  return costs;
}

void main();
