import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cpuSeconds } from './load/process-tree';
import { addChannel, addUsers, Bench, BenchUser, call, median, ownOptions, report, startBench } from './support';

const USERS = Number(process.env.BENCH_USERS ?? 10_000);
const CHANNELS = 200;
/** The size of most channels; some are for all. */
const MEMBERS = 50;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const EACH = 10;
/** The build of another version, to compare with: a worktree with its `dist`. */
const OTHER = process.env.BENCH_OTHER;

interface Version {
  readonly name: string;
  readonly bench: Bench;
  readonly user: BenchUser;
  /** Resolves to the bytes of all garbage since the start. */
  readonly garbage: () => Promise<number>;
}

const CLIENTS: [client: string, parameters: Record<string, unknown>][] = [
  ['web client', { client_gravatar: true, client_capabilities: { notification_settings_null: true } }],
  ['mobile app', { client_gravatar: false, slim_presence: true, include_subscribers: false, apply_markdown: true }],
];

/** The processor time and the garbage of a registration in a large organization. */
async function main(): Promise<void> {
  ownOptions.push('--trace-gc', '--expose-gc', `--require=${join(__dirname, 'load/collect-on-signal.cjs')}`);
  const versions = [
    await open('this version', process.env.BENCH_THIS),
    ...(OTHER ? [await open('other version', OTHER)] : []),
  ];
  const rows: Record<string, string | number>[] = [];
  for (const [client, parameters] of CLIENTS) {
    const visits = new Map<string, Visit[]>(versions.map(({ name }) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++)
      for (const version of versions) {
        const visit = await measured(version, parameters);
        if (round > 0) visits.get(version.name)!.push(visit);
      }
    for (const [version, some] of visits) {
      const of = (name: keyof Visit) => median(some.map((visit) => visit[name]));
      rows.push({
        client,
        version,
        'CPU, ms': of('cpu').toFixed(1),
        'ms, median': of('ms').toFixed(0),
        'garbage, MB': (of('garbage') / 1e6).toFixed(1),
        bytes: of('bytes'),
      });
    }
  }
  report('register-large', `POST /register among ${USERS} users and ${CHANNELS} channels`, rows);
  for (const { bench } of versions) await bench.stop();
}

interface Visit {
  readonly cpu: number;
  readonly ms: number;
  readonly garbage: number;
  readonly bytes: number;
}

async function open(name: string, root: string | undefined): Promise<Version> {
  const bench = await startBench({}, undefined, root);
  let collected = 0;
  let heard: (() => void) | undefined;
  createInterface({ input: bench.server.stdout! }).on('line', (line) => {
    const [, before, after] = / ms: .*? (\d+\.\d+) \(\d+\.\d+\) -> (\d+\.\d+) /.exec(line) ?? [];
    if (before) collected += (Number(before) - Number(after)) * 1024 * 1024;
    if (line === 'collected') heard?.();
  });
  const garbage = () =>
    new Promise<number>((resolve) => {
      heard = () => resolve(collected);
      bench.server.kill('SIGUSR2');
    });
  const users = await addUsers(bench, USERS);
  for (let at = 0; at < CHANNELS; at++) {
    const from = (at * 97) % (USERS - MEMBERS);
    await addChannel(
      bench,
      users[0],
      `channel ${at}`,
      at < 2 ? users : [users[0], ...users.slice(from, from + MEMBERS)],
    );
  }
  await bench.database.query('VACUUM ANALYZE');
  return { name, bench, user: users[0], garbage };
}

async function measured({ bench, user, garbage }: Version, parameters: Record<string, unknown>): Promise<Visit> {
  const before = await garbage();
  const cpu = cpuSeconds(bench.server.pid!);
  const times: number[] = [];
  const queues: string[] = [];
  let bytes = 0;
  for (let one = 0; one < EACH; one++) {
    const began = performance.now();
    const state = await call<{ queue_id: string }>(bench, user, 'POST', 'register', parameters);
    times.push(performance.now() - began);
    bytes = JSON.stringify(state).length;
    queues.push(state.queue_id);
  }
  const left = (await garbage()) - before;
  const visit = {
    cpu: ((cpuSeconds(bench.server.pid!) - cpu) * 1_000) / EACH,
    ms: median(times),
    garbage: left / EACH,
    bytes,
  };
  for (const queue_id of queues) await call(bench, user, 'DELETE', 'events', { queue_id });
  return visit;
}

void main();
