import { cpuSeconds } from './load/process-tree';
import { countStatements } from './statements';
import { addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const USERS = 10_000;
const ROUNDS = 15;

async function measured(
  bench: Bench,
  what: string,
  work: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<Record<string, string | number>> {
  for (let warm = 0; warm < 3; warm++) await before().then(work);
  const times: number[] = [];
  let bytes = 0;
  let cpu = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await before();
    const used = cpuSeconds(bench.server.pid!);
    const began = performance.now();
    const answer = await work();
    times.push(performance.now() - began);
    cpu += cpuSeconds(bench.server.pid!) - used;
    bytes = Buffer.byteLength(JSON.stringify(answer));
  }
  await before();
  return {
    request: what,
    statements: await countStatements(bench, work),
    'ms, median': median(times).toFixed(0),
    'server CPU, ms': ((cpu * 1_000) / ROUNDS).toFixed(0),
    bytes,
  };
}

/** One field of every kind of text, filled in by all users. */
async function fillProfiles({ database }: Bench, fields: number): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO profile_field (organization_id, type, name, position)
       SELECT (SELECT min(id) FROM organization), 1, 'Field ' || n, n FROM generate_series(1, $1) n RETURNING id)
     INSERT INTO profile_value (field_id, user_id, organization_id, value, rendered_value)
     SELECT made.id, u.id, u.organization_id, 'About ' || u.id, '<p>About ' || u.id || '</p>' FROM made, user_account u`,
    [fields],
  );
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, USERS);
  await bench.database.query('VACUUM ANALYZE');
  const [one, other] = users;
  const list =
    (user: BenchUser, parameters = {}) =>
    () =>
      call(bench, user, 'GET', 'users', parameters);
  const rename = () =>
    bench.database.query('UPDATE user_account SET full_name = full_name || $2 WHERE id = $1', [users[5].id, '.']);
  const rows = [
    await measured(bench, 'GET /users after a change of a user', list(one), rename),
    await measured(bench, 'GET /users, the next reader', list(other)),
    await measured(bench, '... pictures for clients that compute none', list(other, { client_gravatar: false })),
    await measured(
      bench,
      'GET /users?user_ids= of 10',
      list(one, { user_ids: users.slice(0, 10).map(({ id }) => id) }),
    ),
    await measured(bench, 'POST /register of users alone', () =>
      call(bench, one, 'POST', 'register', { event_types: ['realm_user'] }),
    ),
  ];
  await fillProfiles(bench, 5);
  rows.push(
    await measured(
      bench,
      'GET /users with five profile fields each',
      list(one, { include_custom_profile_fields: true }),
    ),
  );
  report('users', 'People of an organization of 10,000 users', rows);
  await bench.stop();
}

void main();
