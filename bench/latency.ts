import { Pool } from 'pg';
import { addUsers, Bench, BenchUser, call, median, quantile, rate, report, startBench } from './support';

const RATES = [100, 1_000, 4_000];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const WARM_UP_SECONDS = 1;
const TICK_MS = 5;
const CONNECTIONS = 32;
const LOCK_ROUNDS = 9;
const LOCK_SECONDS = Math.min(2, SECONDS / 5);
const MEMBERSHIP_CHANGES_A_SECOND = 160;
/** An advisory lock of no channel. */
const KEY = 3 * 2 ** 48 + 2 ** 40;

/** What a send writes, without the message: BEGIN with its lock, one entry of the log, COMMIT. */
const APPEND = `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
  SELECT 0, min(id), 'realm_user', $1::jsonb, $2::jsonb FROM organization`;
const SHARED = `;SELECT pg_advisory_xact_lock_shared(${KEY})`;

/** Event latency at three rates, and the cost of the shared lock that every send takes. */
async function main(): Promise<void> {
  const bench = await startBench();
  const [reader] = await addUsers(bench, 1);
  const pool = new Pool({ connectionString: bench.databaseUrl, max: CONNECTIONS });

  await latency(bench, pool, reader, RATES[0], WARM_UP_SECONDS);
  const latencies: Record<string, string | number>[] = [];
  for (const wanted of RATES) latencies.push(await latency(bench, pool, reader, wanted, SECONDS));
  report('latency', `From the answer of a commit to the reader of a long poll, ${SECONDS} s each`, latencies);
  report(
    'lock',
    `What the shared lock costs, ${CONNECTIONS} connections, median of ${LOCK_ROUNDS} interleaved rounds`,
    [...(await lockCost(pool, reader))],
  );
  await pool.end();
  await bench.stop();
}

const payloadOf = (number: number, { id }: BenchUser): string =>
  JSON.stringify({ op: 'update', person: { user_id: id, full_name: `number ${number}` }, canComputeAvatar: false });

async function append(pool: Pool, number: number, reader: BenchUser, lock: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN${lock}`);
    const values = [JSON.stringify({ to: 'users', ids: [reader.id] }), payloadOf(number, reader)];
    await client.query({ name: 'append', text: APPEND, values });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function latency(
  bench: Bench,
  pool: Pool,
  reader: BenchUser,
  wanted: number,
  seconds: number,
): Promise<Record<string, string | number>> {
  const { queue_id } = await call<{ queue_id: string }>(bench, reader, 'POST', 'register', {
    event_types: ['realm_user'],
    fetch_event_types: [],
  });
  const total = wanted * seconds;
  const answeredAt = new Array<number>(total).fill(NaN);
  const heardAt = new Array<number>(total).fill(NaN);
  const reading = read(bench, reader, queue_id, heardAt);

  const began = performance.now();
  const sends: Promise<void>[] = [];
  const send = async (number: number) => {
    await append(pool, number, reader, SHARED);
    answeredAt[number] = performance.now();
  };
  while (sends.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1_000) * wanted));
    while (sends.length < due) sends.push(send(sends.length));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(sends);
  const achieved = total / ((performance.now() - began) / 1_000);
  await reading;

  const waits = heardAt.map((heard, number) => Math.max(0, heard - answeredAt[number]));
  return {
    'sends/s wanted': wanted,
    'sends/s achieved': Math.round(achieved),
    'p50, ms': quantile(waits, 0.5).toFixed(1),
    'p99, ms': quantile(waits, 0.99).toFixed(1),
    lost: heardAt.filter(Number.isNaN).length,
  };
}

/** One client that polls until it has received everything. */
async function read(bench: Bench, reader: BenchUser, queue_id: string, heardAt: number[]): Promise<void> {
  let last_event_id = -1;
  for (let heard = 0; heard < heardAt.length;) {
    const { events } = await call<{ events: { id: number; person?: { full_name: string } }[] }>(
      bench,
      reader,
      'GET',
      'events',
      { queue_id, last_event_id },
    );
    const at = performance.now();
    for (const { id, person } of events) {
      last_event_id = id;
      if (!person) continue;
      heardAt[Number(person.full_name.slice('number '.length))] = at;
      heard++;
    }
  }
}

async function lockCost(pool: Pool, reader: BenchUser): Promise<Record<string, string | number>[]> {
  const load = (lock: string) => rate(CONNECTIONS, LOCK_SECONDS, () => append(pool, 0, reader, lock));
  const rounds: { none: number; shared: number; contended: number }[] = [];
  await load(SHARED); // warm-up
  for (let i = 0; i < LOCK_ROUNDS; i++) {
    const none = await load('');
    const shared = await load(SHARED);
    const changes = changeMembership(pool);
    const contended = await load(SHARED);
    await changes.stop();
    rounds.push({ none, shared, contended });
  }
  const row = (lock: string, key: 'none' | 'shared' | 'contended') => ({
    lock,
    'transactions/s': Math.round(median(rounds.map((round) => round[key]))),
    'of those without': median(rounds.map((round) => round[key] / round.none)).toFixed(2),
  });
  return [
    row('none', 'none'),
    row('shared', 'shared'),
    row(`shared, with ${MEMBERSHIP_CHANGES_A_SECOND} exclusive holders a second`, 'contended'),
  ];
}

function changeMembership(pool: Pool): { stop(): Promise<void> } {
  let isOver = false;
  const working = (async () => {
    const client = await pool.connect();
    while (!isOver) {
      await client.query(`BEGIN;SELECT pg_advisory_xact_lock(${KEY});SELECT pg_current_xact_id();COMMIT`);
      await new Promise((resolve) => setTimeout(resolve, 1_000 / MEMBERSHIP_CHANGES_A_SECOND));
    }
    client.release();
  })();
  return {
    stop: () => {
      isOver = true;
      return working;
    },
  };
}

void main();
