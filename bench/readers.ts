import { ChannelGroup } from './load/channel-group';
import { cpuSeconds } from './load/process-tree';
import { LogWriter } from './load/log-writer';
import { Tally } from './load/tally';
import { addChannel, addUsers, median, quantile, report, startBench, startServer, stopServer } from './support';

const NODES = 3;
const PACES = process.env.BENCH_PACES?.split(',').map(Number) ?? [1_000, 5_000, 10_000];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const NUMBERS = [...Array(NODES).keys()];
const TICK_MS = 5;
/** The entries of a transaction, as when many send at once. */
const TOGETHER = 10;
const PATIENCE_MS = 20_000;

interface Round {
  readonly written: number;
  readonly p50: number;
  readonly p99: number;
  /** Processors. */
  readonly nodes: readonly number[];
  readonly postgres: readonly number[];
  readonly lost: number;
  readonly doubled: number;
}

/** Three nodes that read one log: from the write of an entry to the client of each node. */
async function main(): Promise<void> {
  const root = process.env.BENCH_THIS;
  const bench = await startBench({}, undefined, root);
  const others = await Promise.all(
    Array.from({ length: NODES - 1 }, () => startServer(bench.databaseUrl, bench.directory, {}, undefined, root)),
  );
  const nodes = [bench, ...others];
  const users = await addUsers(bench, NODES);
  const channel = await addChannel(bench, users[0], 'all', users);
  const writer = await LogWriter.open(bench, users[0], channel, TOGETHER);
  const groups = await Promise.all(
    nodes.map(({ url }, at) =>
      ChannelGroup.open(Number(new URL(url).port), [users[at]], 0, { senders: 0, listeners: 1 }),
    ),
  );

  /** The processes of PostgreSQL that answer the readers of the log. */
  async function tails(): Promise<number[]> {
    const text = `SELECT pid FROM pg_stat_activity WHERE application_name = 'parley-tail' ORDER BY backend_start`;
    return (await bench.database.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
  }

  async function measured(pace: number, seconds: number): Promise<Round> {
    const first = groups[0].tally.first + groups[0].tally.sent;
    const tallies = groups.map((group) => (group.tally = new Tally(1, first)));
    const pids = await tails();
    const cpu = [...nodes.map(({ server }) => server.pid!), ...pids].map(cpuSeconds);
    const began = performance.now();
    while (performance.now() - began < seconds * 1_000) {
      const due = Math.ceil(((performance.now() - began) / 1_000) * pace) - tallies[0].sent;
      const at = first + tallies[0].sent;
      for (let one = 0; one < due; one++) for (const tally of tallies) tally.next(performance.now());
      if (due > 0) await writer.write(at, due);
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    }
    const written = tallies[0].sent / ((performance.now() - began) / 1_000);
    await Promise.all(tallies.map((tally) => tally.complete(PATIENCE_MS)));
    const used = [...nodes.map(({ server }) => server.pid!), ...pids].map(
      (pid, at) => (cpuSeconds(pid) - cpu[at]) / seconds,
    );
    const waits = tallies.flatMap((tally) => tally.waits);
    return {
      written,
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      nodes: used.slice(0, NODES),
      postgres: used.slice(NODES),
      lost: tallies.reduce((sum, { lost }) => sum + lost, 0),
      doubled: tallies.reduce((sum, { doubled }) => sum + doubled, 0),
    };
  }

  for (const pace of PACES) await measured(pace, SECONDS); // until the code is compiled
  const rounds = PACES.map((): Round[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, pace] of PACES.entries()) rounds[at].push(await measured(pace, SECONDS));
  const rows = rounds.map((all, at) => rowOf(PACES[at], all));
  const title = `${NODES} nodes read one log, with a long poll at each, medians of ${ROUNDS} rounds`;
  report('readers', `${title}; from before the write to the client`, rows);
  for (const group of groups) await group.close();
  for (const { server } of others) await stopServer(server);
  await bench.stop();
}

const rowOf = (pace: number, rounds: readonly Round[]): Record<string, string | number> => ({
  'entries/s wanted': pace,
  'entries/s written': Math.round(median(rounds.map(({ written }) => written))),
  'p50, ms': median(rounds.map(({ p50 }) => p50)).toFixed(1),
  'p99, ms': median(rounds.map(({ p99 }) => p99)).toFixed(1),
  'p99 of each round': rounds.map(({ p99 }) => p99.toFixed(0)).join(', '),
  'processors of each node': shown(NUMBERS.map((at) => median(rounds.map(({ nodes }) => nodes[at])))),
  'of its PostgreSQL process': shown(NUMBERS.map((at) => median(rounds.map(({ postgres }) => postgres[at])))),
  lost: rounds.reduce((sum, { lost }) => sum + lost, 0),
  doubled: rounds.reduce((sum, { doubled }) => sum + doubled, 0),
});

const shown = (processors: readonly number[]): string => processors.map((one) => one.toFixed(2)).join(', ');

void main();
