import {
  addUsers,
  Bench,
  BenchUser,
  call,
  median,
  quantile,
  rate,
  report,
  startBench,
  startServer,
  stopServer,
} from './support';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
const CONNECTIONS = 8;
/** A user with 200 requests a minute is refused: so many users that none is. */
const PEOPLE = 2_000;

interface Measured {
  alone: number[];
  rates: number[];
}

/** One request after the other, then as many as possible. */
async function measure(bench: Pick<Bench, 'url'>, people: BenchUser[], into: Measured): Promise<void> {
  let turn = 0;
  const ask = () => call(bench, people[turn++ % people.length], 'GET', 'users/me');
  for (const until = performance.now() + SECONDS * 1_000; performance.now() < until;) {
    const began = performance.now();
    await ask();
    into.alone.push(performance.now() - began);
  }
  into.rates.push(await rate(CONNECTIONS, SECONDS, ask));
}

const shown = (limits: string, { alone, rates }: Measured) => ({
  limits,
  'a request by itself, median ms': median(alone).toFixed(2),
  'p95, ms': quantile(alone, 0.95).toFixed(2),
  [`requests a second, ${CONNECTIONS} at a time`]: Math.round(median(rates)),
});

/** Two servers on one database, one of which counts requests: the cost for each of them. */
async function main(): Promise<void> {
  const bench = await startBench();
  const counting = await startServer(bench.databaseUrl, bench.directory, { PARLEY_RATE_LIMITS: 'on' });
  const people = await addUsers(bench, PEOPLE);
  const off: Measured = { alone: [], rates: [] };
  const on: Measured = { alone: [], rates: [] };
  const warmUp: Measured = { alone: [], rates: [] };
  for (const server of [bench, counting]) await measure(server, people, warmUp);
  for (let round = 0; round < ROUNDS; round++) {
    await measure(bench, people, off);
    await bench.database.query('TRUNCATE rate_limit');
    await measure(counting, people, on);
  }
  await stopServer(counting.server);
  await bench.stop();
  report('limits', 'What it costs to count requests', [shown('off', off), shown('on', on)]);
}

void main();
