import { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { lock, lockStatements } from '../libs/platform/src/database/transactions/locks';
import { addChannel, addUsers, Bench, BenchUser, call, quantile, report, startBench } from './support';

const SENDS = 200;
const HELD_MS = 3_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 4);
/** Concurrent requests of others: the first two write into another channel, the others read. */
const OTHERS = 4;
const BETWEEN_MS = 10;

interface Sample {
  readonly at: number;
  readonly ms: number;
}

/**
 * The waiting times of others while 200 sends wait for one lock that is held for three seconds. The sends arrive at
 * once, which is work by itself: so the same is measured with 200 sends that wait for nothing.
 */
async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, 50 + OTHERS);
  await bench.database.query('UPDATE user_account SET role = 100 WHERE id = $1', [users[0].id]);
  const busy = await addChannel(bench, users[0], 'busy', users);
  const quiet = await addChannel(bench, users[0], 'quiet', users);
  const holder = new Client({ connectionString: bench.databaseUrl });
  await holder.connect();
  const samples: Sample[] = [];
  for (const [at, user] of users.slice(-OTHERS).entries())
    void goOn(samples, () => (at < 2 ? send(bench, user, quiet) : call(bench, user, 'GET', 'users/me')));
  const sends = () => Promise.all(Array.from({ length: SENDS }, (_, at) => send(bench, users[at % 50], busy)));
  const phases: Record<string, number[]> = {};
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const from = performance.now();
    await work();
    const during = samples.filter(({ at }) => at >= from).map(({ ms }) => ms);
    phases[name] = [...(phases[name] ?? []), ...during];
  };
  for (let round = 0; round < ROUNDS; round++) {
    await delay(1_000);
    await phase('nothing else', () => delay(HELD_MS));
    await phase('200 sends that wait for nothing', sends);
    await delay(1_000);
    await holder.query(`BEGIN${lockStatements([lock.channel(busy as never)])}`);
    let sent: Promise<unknown> = Promise.resolve();
    await phase('200 sends come and wait for a lock', () => ((sent = sends()), delay(HELD_MS / 3)));
    await phase('they wait', () => delay((HELD_MS * 2) / 3));
    await phase('the lock is given', async () => {
      await holder.query('COMMIT');
      await sent;
    });
  }
  const p = (values: number[], q: number) => quantile(values, q).toFixed(1);
  phases['both: the whole time of the lock'] = [
    ...phases['200 sends come and wait for a lock'],
    ...phases['they wait'],
  ];
  const rows = Object.entries(phases).map(([name, values]) => ({
    meanwhile: name,
    requests: values.length,
    'p50, ms': p(values, 0.5),
    'p99, ms': p(values, 0.99),
  }));
  report('lock-waits', `What others wait for while ${SENDS} sends wait for one lock; ${ROUNDS} rounds`, rows);
  process.exit(0); // The server ends with it.
}

const send = (bench: Bench, user: BenchUser, to: number) =>
  call(bench, user, 'POST', 'messages', { type: 'channel', topic: 'bench', to, content: 'How long does this wait?' });

async function goOn(samples: Sample[], work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const at = performance.now();
    await work();
    samples.push({ at, ms: performance.now() - at });
    await delay(BETWEEN_MS);
  }
}

void main();
