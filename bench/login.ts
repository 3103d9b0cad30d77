import { BenchUser, addUsers, Bench, call, median, quantile, report, startBench } from './support';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ROUNDS = 3;
const LOGINS_A_SECOND = 20;
const READS_A_SECOND = 100;
const OWNER = { email: 'owner@bench.example', password: 'a long enough secret' };

interface Paced {
  times: number[];
  /** Requests that were answered within the time. */
  rate: number;
}

/** So many calls a second, independent of earlier answers. */
async function paced(perSecond: number, seconds: number, one: (number: number) => Promise<unknown>): Promise<Paced> {
  const times: number[] = [];
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = began + (number * 1_000) / perSecond;
    if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const sent = performance.now();
    under.push(one(number).then(() => void times.push(performance.now() - sent)));
  }
  await Promise.all(under);
  return { times, rate: times.length / ((performance.now() - began) / 1_000) };
}

/** By password, right and wrong in turn: both cost a hash. */
async function logIn({ url }: Bench, number: number): Promise<void> {
  const password = number % 2 === 0 ? OWNER.password : 'wrong';
  const body = new URLSearchParams({ username: OWNER.email, password });
  const response = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
  const expected = number % 2 === 0 ? 200 : 401;
  if (response.status !== expected) throw new Error(`login: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

const shown = (what: string, { times, rate }: Paced) => ({
  what,
  'a second': rate.toFixed(1),
  'median, ms': median(times).toFixed(1),
  'p95, ms': quantile(times, 0.95).toFixed(1),
  'p99, ms': quantile(times, 0.99).toFixed(1),
});

async function main(): Promise<void> {
  const bench = await startBench({ PARLEY_OWNER_EMAIL: OWNER.email, PARLEY_OWNER_PASSWORD: OWNER.password });
  const [reader]: BenchUser[] = await addUsers(bench, 1);
  const read = () => call(bench, reader, 'GET', 'users/me');
  const runs = { alone: [] as Paced[], beside: [] as Paced[], logins: [] as Paced[] };
  await paced(READS_A_SECOND, 2, read);
  for (let round = 0; round < ROUNDS; round++) {
    runs.alone.push(await paced(READS_A_SECOND, SECONDS, read));
    const [beside, logins] = await Promise.all([
      paced(READS_A_SECOND, SECONDS, read),
      paced(LOGINS_A_SECOND, SECONDS, (number) => logIn(bench, number)),
    ]);
    runs.beside.push(beside);
    runs.logins.push(logins);
  }
  const all = (some: Paced[]): Paced => ({
    times: some.flatMap(({ times }) => times),
    rate: median(some.map(({ rate }) => rate)),
  });
  report('login', `What ${LOGINS_A_SECOND} logins a second by password cost other users`, [
    shown('GET /users/me, no logins', all(runs.alone)),
    shown(`GET /users/me, ${LOGINS_A_SECOND} logins a second beside it`, all(runs.beside)),
    shown('the logins (half of them with a wrong password)', all(runs.logins)),
  ]);
  await bench.stop();
}

void main();
