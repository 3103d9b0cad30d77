import { Client } from 'pg';
import { KEEPING_RESOLUTIONS } from '../../../libs/identity/src/personal-settings/personal-settings.repository';
import { World } from '../../support/world';

const PEOPLE = 10_000;
const KEEPERS = 3;
const FOLLOWERS = 5;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

describe('the notice of a resolved topic, among ten thousand people', () => {
  let world: World;
  let session: Client;
  let ids: string[];
  beforeAll(async () => {
    world = await World.start();
    session = new Client({ connectionString: world.databaseUrl });
    await session.connect();
    const { rows } = await session.query<{ id: string }>(
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role, settings)
        SELECT $1, e, e, 3, 'Person ' || n, 400, CASE WHEN n <= $3 THEN '{"resolved_topic_notice_auto_read_policy": "never"}'
          WHEN n % 2 = 0 THEN '{"resolved_topic_notice_auto_read_policy": "always"}' ELSE '{}' END::jsonb
        FROM (SELECT n, 'p' || n || '@example.org' AS e FROM generate_series(1, $2) n) names RETURNING id`,
      [world.organizationId, PEOPLE, KEEPERS],
    );
    ids = rows.map(({ id }) => id);
    await session.query('ANALYZE user_account');
    await session.query('SET plan_cache_mode = force_generic_plan');
    await session.query(`PREPARE keeping (bigint, bigint[], text) AS ${KEEPING_RESOLUTIONS.text}`);
  });
  afterAll(async () => {
    await session.end();
    await world.stop();
  });

  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  it('reads only those who never want it read, and those who follow the topic', async () => {
    const followers = ids.slice(-FOLLOWERS);
    const execute = `EXECUTE keeping (${String(world.organizationId)}, '{${followers.join()}}', 'except_followed')`;
    const found = await session.query<{ id: string }>(execute);
    const wanted = [...ids.slice(0, KEEPERS), ...followers.filter((_, at) => (PEOPLE - FOLLOWERS + at + 1) % 2 === 1)];
    expect(found.rows.map(({ id }) => id)).toEqual(wanted);

    const { rows } = await session.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`,
    );
    const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'user_account');
    expect(scans.length).toBeGreaterThan(0);
    const read = scans.reduce((sum, node) => sum + node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0), 0);
    expect(read).toBeLessThanOrEqual(KEEPERS + FOLLOWERS);
  });
});
