import { join } from 'node:path';
import { addUsers, Bench, BenchUser, call, median, report, startBench } from './support';

const USERS = 10_000;
const GROUPS = 2_000;
const GROUPS_OF_A_USER = 10;
/** Of each group, down to the last: eleven deep. */
const SUBGROUPS = 2;
const ROUNDS = 15;
const DECISIONS = 200_000;
const WALKS = 2_000;

type Boot = typeof import('../apps/server/src/boot');
type Platform = typeof import('@app/platform');
type Identity = typeof import('@app/identity');
type Graph = InstanceType<Identity['PermissionGraph']>;
type Subject = Parameters<Graph['isMember']>[0];

/** The built server's own classes, in this process. */
const built = <T>(path: string): T => module.require(join(__dirname, '../dist', path)) as T;

/** Nested groups with random members, the same in every run. */
async function addGroups({ database }: Bench, users: BenchUser[]): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO user_group (organization_id, name, creator_id, permission_version)
     SELECT (SELECT min(id) FROM organization), 'group ' || n, $2, 1 FROM generate_series(1, $1::int) n RETURNING id`,
    [GROUPS, users[0].id],
  );
  const ids = rows.map(({ id }) => Number(id));
  await database.query(
    `INSERT INTO user_group_subgroup (group_id, subgroup_id)
     SELECT o.id, i.id FROM unnest($1::bigint[]) WITH ORDINALITY o (id, place)
     JOIN unnest($1::bigint[]) WITH ORDINALITY i (id, place) ON i.place > 1 AND o.place = 1 + (i.place - 2) / $2::int`,
    [ids, SUBGROUPS],
  );
  await database.query('SELECT setseed(0.4)');
  await database.query(
    `INSERT INTO user_group_member (group_id, user_id)
     SELECT DISTINCT ($2::bigint[])[1 + floor(random() * cardinality($2::bigint[]))::int], u
     FROM unnest($1::bigint[]) u, generate_series(1, $3::int)`,
    [users.map(({ id }) => id), ids, GROUPS_OF_A_USER],
  );
  await database.query('ANALYZE');
  return ids;
}

const random = (below: number): number => Math.floor(Math.random() * below);

/** Milliseconds of some work. */
async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** As a graph without an index would decide: through everything in the group. */
function walk(graph: Graph, userId: number, groupId: number): boolean {
  const seen = new Set<number>();
  const open = [groupId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const group = graph.group(id);
    if (!group || group.isDeactivated || seen.has(id)) continue;
    if (group.members.includes(userId as never)) return true;
    seen.add(id);
    open.push(...group.subgroups);
  }
  return false;
}

async function main(): Promise<void> {
  const bench = await startBench();
  const users = await addUsers(bench, USERS);
  const groups = await addGroups(bench, users);
  const { Config } = built<Platform>('libs/platform/src/index.js');
  const { Permissions } = built<Identity>('libs/identity/src/index.js');
  const config = Config.fromEnvironment({ PARLEY_DATA_DIR: bench.directory, PARLEY_LOG_LEVEL: 'warn' });
  const app = await built<Boot>('apps/server/src/boot.js').openContext(config, bench.databaseUrl);
  const permissions = app.get(Permissions, { strict: false });

  const raise = async () => {
    const { rows } = await bench.database.query<{ id: string; version: string }>(
      'UPDATE organization SET permission_version = permission_version + 1 RETURNING id, permission_version AS version',
    );
    return { organizationId: Number(rows[0].id) as never, permissionVersion: Number(rows[0].version) };
  };
  const subjectOf = ({ id }: BenchUser): Subject => ({ userId: id as never, role: 400, joinedAt: 0 });
  const anybody = () => subjectOf(users[random(USERS)]);
  const anyGroup = () => groups[random(GROUPS)];

  const figures: Record<'whole' | 'reload' | 'first' | 'newUser' | 'decision' | 'walk' | 'change' | 'list', number[]> =
    {
      whole: [],
      reload: [],
      first: [],
      newUser: [],
      decision: [],
      walk: [],
      change: [],
      list: [],
    };
  let yes = 0;
  let bytes = 0;
  /** Another node reads a changed group from the database only. */
  const touch = (ids: number[]) =>
    bench.database.query('UPDATE user_group SET permission_version = $2 WHERE id = ANY($1::bigint[])', [
      ids,
      Number.MAX_SAFE_INTEGER,
    ]);
  const settle = () => bench.database.query('UPDATE user_group SET permission_version = 1');
  await permissions.cached(await raise());
  for (let round = 0; round < ROUNDS; round++) {
    let graph!: Graph;
    const reload = async (wanted: Awaited<ReturnType<typeof raise>>) => (graph = await permissions.cached(wanted));
    await touch(groups);
    const whole = await raise();
    figures.whole.push(await timed(() => reload(whole)));
    await settle();
    await touch([anyGroup()]);
    const wanted = await raise();
    figures.reload.push(await timed(() => reload(wanted)));
    await settle();
    figures.first.push(await timed(() => graph.isMember(subjectOf(users[0]), groups[0])));
    const every = await timed(() => users.forEach((user) => graph.isMember(subjectOf(user), anyGroup())));
    figures.newUser.push((every * 1_000) / USERS);
    const many = await timed(() => {
      for (let i = 0; i < DECISIONS; i++) yes += graph.isMember(anybody(), anyGroup()) ? 1 : 0;
    });
    figures.decision.push((many * 1_000) / DECISIONS);
    const walks = await timed(() => {
      for (let i = 0; i < WALKS; i++) yes += walk(graph, users[random(USERS)].id, anyGroup()) ? 1 : 0;
    });
    figures.walk.push((walks * 1_000) / WALKS);

    const group = await call<{ group_id: number }>(bench, users[0], 'POST', 'user_groups/create', {
      name: `made in round ${round}`,
      description: '',
      members: [],
    });
    const add = { add: users.slice(1, 11).map(({ id }) => id) };
    figures.change.push(await timed(() => call(bench, users[0], 'POST', `user_groups/${group.group_id}/members`, add)));
    figures.list.push(
      await timed(async () => {
        bytes = JSON.stringify(await call(bench, users[1], 'GET', 'user_groups')).length;
      }),
    );
  }
  if (yes === 0) throw new Error('no group has members: nothing was measured');
  const row = (what: string, values: number[], unit: string, digits = 1) => ({
    what,
    fastest: `${Math.min(...values).toFixed(digits)} ${unit}`,
    median: `${median(values).toFixed(digits)} ${unit}`,
    slowest: `${Math.max(...values).toFixed(digits)} ${unit}`,
  });
  report('permissions', `${USERS} users in ${GROUPS} nested groups, ${ROUNDS} rounds`, [
    row('reading the whole graph', figures.whole, 'ms'),
    row('reading it anew after one group changed', figures.reload, 'ms'),
    row('the first decision after that', figures.first, 'ms'),
    row('the first decision for one more user', figures.newUser, 'µs'),
    row('any further decision', figures.decision, 'µs', 2),
    row('for comparison: a walk through the group and all in it', figures.walk, 'µs'),
    row('a request that adds ten members', figures.change, 'ms'),
    row(`GET /user_groups (${Math.round(bytes / 1_000)} kB)`, figures.list, 'ms'),
  ]);
  await app.close();
  await bench.stop();
}

void main();
