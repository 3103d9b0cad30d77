import { cpuSeconds } from './load/process-tree';
import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const USERS = 10_000;
const ROUNDS = 25;

/** Channels made by SQL, alike except for the number of subscribers; names tell the series they belong to. */
async function addChannels({ database }: Bench, series: string, people: BenchUser[][]): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO channel (organization_id, name, description, rendered_description, permissions)
       SELECT organization_id, $1 || ' ' || n, 'About ' || n, '<p>About ' || n || '</p>', permissions
       FROM channel, generate_series(1, $2) AS n WHERE name = 'general' RETURNING id, name),
     members AS (
       SELECT made.id AS channel_id, member::bigint AS user_id FROM made
       JOIN jsonb_array_elements($3::jsonb) WITH ORDINALITY AS list (ids, place) ON made.name = $1 || ' ' || place
       CROSS JOIN LATERAL jsonb_array_elements_text(list.ids) AS member),
     colors AS (INSERT INTO subscription (user_id, channel_id, color) SELECT user_id, channel_id, '#76ce90' FROM members)
     INSERT INTO subscription_period (user_id, channel_id, from_position)
     SELECT user_id, channel_id, nextval('message_id_seq') FROM members`,
    [series, people.length, JSON.stringify(people.map((list) => list.map(({ id }) => id)))],
  );
  await database.query('VACUUM ANALYZE');
}

/** Most channels have few subscribers, some have many, and all users are subscribed to two. */
function crowds(users: BenchUser[], count: number, always: BenchUser | null): BenchUser[][] {
  return Array.from({ length: count }, (_, at) => {
    const size = at < 2 ? users.length : at % 10 === 0 ? 500 : 30;
    const from = (at * 97) % (users.length - size + 1);
    const crowd = users.slice(from, from + size).filter(({ id }) => id !== always?.id);
    return always ? [...crowd, always] : crowd;
  });
}

async function measured(
  bench: Bench,
  what: string,
  work: () => Promise<unknown>,
): Promise<Record<string, string | number>> {
  for (let warm = 0; warm < 5; warm++) await work();
  const times: number[] = [];
  let bytes = 0;
  const before = cpuSeconds(bench.server.pid!);
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    bytes = JSON.stringify(await work()).length;
    times.push(performance.now() - began);
  }
  const cpu = ((cpuSeconds(bench.server.pid!) - before) * 1_000) / ROUNDS;
  return {
    request: what,
    statements: Math.min(...[await countStatements(bench, work), await countStatements(bench, work)]),
    'ms, median': median(times).toFixed(0),
    'server CPU, ms': cpu.toFixed(0),
    bytes,
  };
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, USERS);
  const [member, busy, viewer] = users;
  await addChannels(bench, 'mine', crowds(users, 200, member));
  await addChannels(bench, 'busy', crowds(users, 300, busy));
  await addChannels(bench, 'other', crowds(users, 1_500, null));
  const list =
    (user: BenchUser, path: string, parameters = {}) =>
    () =>
      call(bench, user, 'GET', path, parameters);
  const register =
    (user: BenchUser, parameters = {}) =>
    () =>
      call(bench, user, 'POST', 'register', {
        client_capabilities: { notification_settings_null: true },
        ...parameters,
      });
  const rows = [
    await measured(bench, 'GET /streams, 2,000 channels', list(viewer, 'streams')),
    await measured(bench, 'GET /users/me/subscriptions, 200', list(member, 'users/me/subscriptions')),
    await measured(
      bench,
      'GET /users/me/subscriptions with subscribers, 200',
      list(member, 'users/me/subscriptions', { include_subscribers: 'true' }),
    ),
    await measured(bench, 'POST /register, member of 200 of 2,000 channels, 10,000 users', register(member)),
    await measured(bench, '... as web clients do, with subscribers', register(member, { include_subscribers: 'true' })),
    await measured(
      bench,
      '... of channels and subscriptions alone',
      register(member, { fetch_event_types: ['subscription', 'stream'] }),
    ),
  ];
  await addChannels(bench, 'more', crowds(users, 2_000, null));
  await addChannels(bench, 'busier', crowds(users, 700, busy));
  rows.push(await measured(bench, 'POST /register, member of 1,000 of 4,700 channels', register(busy)));
  report('channels', 'Lists of channels in an organization of 10,000 users', rows);
  await bench.stop();
}

void main();
