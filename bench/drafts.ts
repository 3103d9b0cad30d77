import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, rate, report, startBench } from './support';

const ROUNDS = 60;
const CONNECTIONS = 16;
const SECONDS = 4;
const KEPT = 100;

type Row = Record<string, string | number>;

const draft = { type: 'stream', to: [1], topic: 'plans', content: 'What I was about to say. '.repeat(10) };

const create = (bench: Bench, user: BenchUser, count: number) =>
  call(bench, user, 'POST', 'drafts', { drafts: Array.from({ length: count }, () => draft) });
const list = (bench: Bench, user: BenchUser) => call(bench, user, 'GET', 'drafts', {});
const replace = async (bench: Bench, user: BenchUser, id: number) =>
  call(bench, user, 'PATCH', `drafts/${id}`, { draft });

async function row(bench: Bench, request: string, ask: () => Promise<unknown>, throughput = ''): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return {
    request,
    statements: await countStatements(bench, ask),
    'ms, median': median(times).toFixed(1),
    'a second, 16 connections': throughput,
  };
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, 200);
  const [author, reader, other] = users;
  await create(bench, reader, KEPT);
  const { ids } = await call<{ ids: number[] }>(bench, other, 'POST', 'drafts', { drafts: [draft] });
  let next = 0;
  const second = async (ask: (user: BenchUser) => Promise<unknown>) =>
    (await rate(CONNECTIONS, SECONDS, () => ask(users[3 + (next++ % (users.length - 3))]))).toFixed(0);
  const rows = [
    await row(bench, 'create one', () => create(bench, author, 1), await second((user) => create(bench, user, 1))),
    await row(bench, 'create 20 in one request', () => create(bench, author, 20)),
    await row(bench, 'replace one', () => replace(bench, other, ids[0])),
    await row(bench, `list ${KEPT}`, () => list(bench, reader)),
  ];
  report('drafts', 'Drafts', rows);
  await bench.stop();
}

void main();
