import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const ROUNDS = 7;
const MANY = 5_000;

type Row = Record<string, string | number>;

/** Each round has a channel of its own; `prepare` is not measured. */
interface Case {
  what: string;
  prepare?: (channel: string) => Promise<unknown>;
  work: (channel: string) => Promise<unknown>;
}

/** The cost of subscribing and unsubscribing thousands at once: seconds and statements, events included. */
async function main(): Promise<void> {
  const bench = await startBench();
  try {
    const [asker, ...others] = await addUsers(bench, MANY + 1);
    await bench.database.query('UPDATE user_account SET role = 100 WHERE id = $1', [asker.id]);
    await bench.database.query('VACUUM ANALYZE');
    const cases = [50, 100, MANY].flatMap((count) => casesOf(bench, asker, others.slice(0, count)));
    const rows: Row[] = [];
    const times = cases.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [at, one] of cases.entries()) times[at].push(await seconds(one, `round ${round} ${at}`));
    for (const [at, one] of cases.entries()) {
      await one.prepare?.(`counted ${at}`);
      const statements = await countStatements(bench, () => one.work(`counted ${at}`));
      const [fast, slow] = [Math.min(...times[at]), Math.max(...times[at])];
      const rounded = [median(times[at]), fast, slow].map((value) => value.toFixed(3));
      rows.push({ what: one.what, 'seconds (median)': rounded[0], from: rounded[1], to: rounded[2], statements });
    }
    report('subscribe', 'Subscribing many users in one request', rows);
  } finally {
    await bench.stop();
  }
}

function casesOf(bench: Bench, asker: BenchUser, users: BenchUser[]): Case[] {
  const principals = users.map(({ id }) => id);
  const subscribe = (name: string, parameters: object) =>
    call(bench, asker, 'POST', 'users/me/subscriptions', { subscriptions: [{ name }], ...parameters });
  const empty = (name: string) => call(bench, asker, 'POST', 'channels/create', { name, subscribers: [] });
  const quietly = { principals, send_new_subscription_messages: false };
  const leave = (name: string) =>
    call(bench, asker, 'DELETE', 'users/me/subscriptions', { subscriptions: [name], principals });
  const n = users.length;
  return [
    { what: `${n} into a new channel`, work: (name) => subscribe(name, { principals }) },
    { what: `${n} into one that exists`, prepare: empty, work: (name) => subscribe(name, quietly) },
    ...(n > 100
      ? []
      : [
          {
            what: `the same, each written to`,
            prepare: empty,
            work: (name: string) => subscribe(name, { principals }),
          },
        ]),
    { what: `${n} out of it`, prepare: (name) => subscribe(name, quietly), work: leave },
  ];
}

async function seconds({ prepare, work }: Case, channel: string): Promise<number> {
  await prepare?.(channel);
  const began = performance.now();
  await work(channel);
  return (performance.now() - began) / 1_000;
}

void main();
