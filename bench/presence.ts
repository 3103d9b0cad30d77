import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, rate, report, startBench } from './support';

const ROUNDS = 60;
const CONNECTIONS = 16;
const SECONDS = 4;

type Row = Record<string, string | number>;

/** All users reported a minute ago: the next report of each is due. */
const aMinuteLater = ({ database }: Bench) =>
  database.query("UPDATE presence SET active_at = now() - interval '60 s', connected_at = now() - interval '60 s'");

const hoursLater = ({ database }: Bench) =>
  database.query("UPDATE presence SET active_at = now() - interval '9 h', connected_at = now() - interval '9 h'");

const loggedEvents = async ({ database }: Bench): Promise<number> =>
  Number(
    (await database.query<{ count: string }>("SELECT count(*) FROM event_log WHERE kind = 'presence'")).rows[0].count,
  );

const ping = (bench: Bench, user: BenchUser) =>
  call(bench, user, 'POST', 'users/me/presence', { status: 'active', ping_only: true });

/** One report each of some users, in the state after `before`. */
async function reports(bench: Bench, what: string, users: BenchUser[], before: () => Promise<unknown>): Promise<Row> {
  await before();
  const times: number[] = [];
  const known = await loggedEvents(bench);
  for (const user of users.slice(0, ROUNDS)) {
    const began = performance.now();
    await ping(bench, user);
    times.push(performance.now() - began);
  }
  const events = ((await loggedEvents(bench)) - known) / ROUNDS;
  return {
    request: what,
    statements: await countStatements(bench, () => ping(bench, users[ROUNDS])),
    'ms, median': median(times).toFixed(1),
    'events in the log': events,
    'a second, 16 connections': '',
    bytes: '',
  };
}

async function throughput(bench: Bench, users: BenchUser[], before: () => Promise<unknown>): Promise<string> {
  await before();
  let next = 0;
  return (await rate(CONNECTIONS, SECONDS, () => ping(bench, users[next++ % users.length]))).toFixed(0);
}

async function answers(bench: Bench, what: string, user: BenchUser, parameters: Row): Promise<Row> {
  const ask = () => call(bench, user, 'POST', 'users/me/presence', { status: 'active', ...parameters });
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 15; round++) {
    const began = performance.now();
    bytes = Buffer.byteLength(JSON.stringify(await ask()));
    times.push(performance.now() - began);
  }
  return {
    request: what,
    statements: await countStatements(bench, ask),
    'ms, median': median(times).toFixed(1),
    'events in the log': '',
    'a second, 16 connections': '',
    bytes,
  };
}

async function main(): Promise<void> {
  const bench = await startBench();
  const few = await addUsers(bench, 80);
  const rows = [
    await reports(bench, '80 users: a report of a user who comes back', few, async () => undefined),
    await reports(bench, '80 users: a report that is due', few, () => aMinuteLater(bench)),
  ];
  const users = await addUsers(bench, 10_000);
  await bench.database.query('VACUUM ANALYZE');
  rows.push(await reports(bench, '10,000 users: a report of a user who comes back', users, async () => undefined));
  await bench.database.query(
    `INSERT INTO presence (user_id, organization_id, active_at, connected_at, change_id)
       SELECT id, organization_id, now(), now(), 1 FROM user_account ON CONFLICT DO NOTHING`,
  );
  await bench.database.query('VACUUM ANALYZE');
  const due = await reports(bench, '10,000 users: a report that is due', users, () => aMinuteLater(bench));
  const early = await reports(bench, '10,000 users: a report that is not', users, async () => undefined);
  due['a second, 16 connections'] = await throughput(bench, users, () => aMinuteLater(bench));
  early['a second, 16 connections'] = await throughput(bench, users.slice(0, 100), async () => undefined);
  rows.push(due, early);
  await hoursLater(bench);
  const last = (
    await call<{ presence_last_update_id: number }>(bench, users[0], 'POST', 'users/me/presence', {
      status: 'active',
      last_update_id: -1,
    })
  ).presence_last_update_id;
  await Promise.all(users.slice(0, 50).map((user) => ping(bench, user)));
  rows.push(
    await answers(bench, 'presence of all 10,000, by id', users[0], { last_update_id: -1 }),
    await answers(bench, 'what 50 of them changed since', users[0], { last_update_id: last }),
  );
  report('presence', 'Presence', rows);
  await bench.stop();
}

void main();
