import { addUsers, Bench, BenchUser, call, quantile, report, startBench, startServer, stopServer } from './support';

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 100_000);
const QUIET = 60;
const AT_ONCE = 10;
const WRITING = 16;
/** The place of the messages for the quiet clients. */
const TYPES = ['realm_emoji'];

interface Quiet {
  readonly user: BenchUser;
  readonly queueId: string;
}

/** The time of a quiet client's first poll at another node, while the log grows by events for others. */
async function main(): Promise<void> {
  const bench = await startBench();
  const second = await startServer(bench.databaseUrl, bench.directory);
  const users = await addUsers(bench, QUIET + WRITING);
  const quiet = await Promise.all(users.slice(0, QUIET).map((user) => wait(bench, user)));
  const groups = [quiet.slice(0, QUIET / 3), quiet.slice(QUIET / 3, QUIET - AT_ONCE), quiet.slice(QUIET - AT_ONCE)];
  const began = performance.now();
  await grow(bench, users.slice(QUIET));
  const grown = ((performance.now() - began) / 1_000).toFixed(0);
  const alone: number[] = [];
  for (const one of groups[0]) alone.push(await firstPoll(second, one));
  await stopServer(bench.server);
  const ended: number[] = [];
  for (const one of groups[1]) ended.push(await firstPoll(second, one));
  const together = await Promise.all(groups[2].map((one) => firstPoll(second, one)));
  const third = await startServer(bench.databaseUrl, bench.directory);
  const started: number[] = [];
  for (const one of groups[0]) started.push(await firstPoll(third, one));
  report('take-overs', `The first poll of a quiet client at another node, ${ENTRIES} entries of others in ${grown} s`, [
    row('one after the other, while its node lives', alone),
    row('one after the other, after its node has ended', ended),
    row(`${AT_ONCE} at once`, together),
    row('one after the other, at a node that has just started', started),
  ]);
  process.exit(0); // The servers end with it.
}

const row = (what: string, times: number[]) => ({
  what,
  clients: times.length,
  'p50, ms': quantile(times, 0.5).toFixed(1),
  'longest, ms': Math.max(...times).toFixed(1),
});

/** A client that polls continuously, as far as its node knows. */
async function wait(bench: Bench, user: BenchUser): Promise<Quiet> {
  const { queue_id: queueId } = await call<{ queue_id: string }>(bench, user, 'POST', 'register', {
    event_types: TYPES,
    fetch_event_types: [],
  });
  void call(bench, user, 'GET', 'events', { queue_id: queueId, last_event_id: -1 }).catch(() => undefined);
  return { user, queueId };
}

async function grow(bench: Bench, writers: BenchUser[]): Promise<void> {
  let told = 0;
  const tell = async (user: BenchUser) => {
    while (told++ < ENTRIES) await call(bench, user, 'POST', 'typing', { op: 'start', to: [writers[0].id] });
  };
  await Promise.all(writers.map(tell));
}

async function firstPoll(node: Pick<Bench, 'url'>, { user, queueId }: Quiet): Promise<number> {
  const began = performance.now();
  await call(node, user, 'GET', 'events', { queue_id: queueId, last_event_id: -1, dont_block: true });
  return performance.now() - began;
}

void main();
