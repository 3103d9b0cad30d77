import { readdirSync, readFileSync } from 'node:fs';
import {
  addChannel,
  addUsers,
  Bench,
  call,
  median,
  quantile,
  rate,
  report,
  residentBytes,
  startBench,
} from './support';

const QUEUES = Number(process.env.BENCH_QUEUES ?? 9_000);
const SENDS = 9;
/** Connections to PostgreSQL, files, and other descriptors of the server. */
const OTHER_DESCRIPTORS = 200;
const OPENING_MS = 60_000;

/** Thousands of waiting clients: their cost, and the time until the last has received a message. */
async function main(): Promise<void> {
  const bench = await startBench();
  const descriptors = descriptorsOf(bench);
  if (descriptors.limit < QUEUES + OTHER_DESCRIPTORS) {
    await bench.stop();
    throw new Error(`A process may open ${descriptors.limit} files here, too few for ${QUEUES} clients: ulimit -Hn.`);
  }
  const users = await addUsers(bench, QUEUES);
  const channel = await addChannel(bench, users[0], 'everybody', users);
  const before = residentBytes([bench.server.pid!]);

  const queues: { queue_id: string; last: number }[] = [];
  for (let at = 0; at < QUEUES; at += 50) {
    const some = users.slice(at, at + 50).map((user) =>
      call<{ queue_id: string; last_event_id: number }>(bench, user, 'POST', 'register', {
        event_types: ['message'],
        fetch_event_types: [],
      }),
    );
    queues.push(...(await Promise.all(some)).map(({ queue_id, last_event_id }) => ({ queue_id, last: last_event_id })));
  }
  const registered = residentBytes([bench.server.pid!]);

  const poll = async (i: number) => {
    const { events } = await call<{ events: { id: number; type: string }[] }>(bench, users[i], 'GET', 'events', {
      queue_id: queues[i].queue_id,
      last_event_id: queues[i].last,
    });
    queues[i].last = events[events.length - 1].id;
    return performance.now();
  };
  const waits: number[][] = [];
  let waiting = 0;
  for (let round = 0; round <= SENDS; round++) {
    const polls = users.map((_, i) => poll(i));
    await allAreHeld(bench);
    if (round === 0) waiting = residentBytes([bench.server.pid!]);
    descriptors.open = Math.max(descriptors.open, descriptorsOf(bench).open);
    await call(bench, users[0], 'POST', 'messages', {
      type: 'channel',
      to: channel,
      topic: 'bench',
      content: `round ${round}`,
    });
    const answered = performance.now();
    const heard = await Promise.all(polls);
    if (round > 0) waits.push(heard.map((at) => at - answered)); // The first warms everything up.
  }
  const statements = await statementsOf(bench, async () => {
    await rate(8, 2, () =>
      call(bench, users[1], 'GET', 'events', {
        queue_id: queues[1].queue_id,
        last_event_id: queues[1].last,
        dont_block: true,
      }),
    );
  });
  report('queues', `${QUEUES.toLocaleString('en')} idle queues on one node`, [
    { measure: 'bytes a queue (registered, idle)', value: Math.round((registered - before) / QUEUES) },
    {
      measure: 'bytes a queue while its client waits (connection included)',
      value: Math.round((waiting - before) / QUEUES),
    },
    {
      measure: "ms from the send's answer to the median client",
      value: Math.round(median(waits.map((some) => quantile(some, 0.5)))),
    },
    {
      measure: "ms from the send's answer to the last client",
      value: Math.round(median(waits.map((some) => Math.max(...some)))),
    },
    { measure: 'transactions a poll in steady state', value: statements },
    { measure: 'files open in the server, of which it may have', value: `${descriptors.open} of ${descriptors.limit}` },
  ]);
  bench.server.kill('SIGKILL');
  await bench.stop().catch(() => undefined);
  process.exit(0);
}

/** Node raises its own limit to the hard one when it starts. */
function descriptorsOf({ server }: Bench): { open: number; limit: number } {
  const limits = readFileSync(`/proc/${server.pid}/limits`, 'utf8');
  return {
    open: readdirSync(`/proc/${server.pid}/fd`).length,
    limit: Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity),
  };
}

/** Every client's poll has arrived, and the server is idle. */
async function allAreHeld(bench: Bench): Promise<void> {
  const deadline = Date.now() + OPENING_MS;
  while (descriptorsOf(bench).open < QUEUES && Date.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // The last of them has been read.
}

/** Transactions for each call while polls run, beyond those of an idle server in the same time. */
async function statementsOf(bench: Bench, work: () => Promise<void>): Promise<string> {
  const count = async () =>
    Number(
      (await bench.database.query('SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()'))
        .rows[0].n,
    );
  const first = await count();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const second = await count();
  await work();
  const idle = second - first;
  return `${Math.max(0, (await count()) - second - idle)} in 2 s of polling beyond ${idle} of an idle server`;
}

void main();
