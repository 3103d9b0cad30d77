import { Client } from 'pg';
import { TAIL_QUERY } from '../../../libs/realtime/src/records/event-log.repository';
import { World } from '../../support/world';

const ROWS = 1_000_000;
const ROWS_A_TRANSACTION = 2_000;
const BATCH = 1_000;
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

/** The cost of a read of a long log, with the plan that a connection made when the log was empty. */
describe('a log of a million entries', () => {
  let world: World;
  let session: Client;
  beforeAll(async () => {
    world = await World.start();
    session = new Client({ connectionString: world.databaseUrl });
    await session.connect();
    await session.query('SET plan_cache_mode = force_generic_plan');
    await session.query(`PREPARE tail (text, int, bigint) AS ${TAIL_QUERY.text}`);
    await look(0);
    await session.query(
      `INSERT INTO event_log (xid, ordinal, organization_id, kind, audience, payload, created_at)
       SELECT (3 + n / $2::int)::text::xid8, n % $2, 1, 'queue_control', '{"to": "users", "ids": []}', '{}',
              now() - make_interval(days => n % 3)
       FROM generate_series(0, $1::int - 1) n`,
      [ROWS, ROWS_A_TRANSACTION],
    );
  });
  afterAll(async () => {
    await session.end();
    await world.stop();
  });

  const look = async (xid: number): Promise<{ plan: Plan; milliseconds: number }> => {
    const { rows } = await session.query<{ 'QUERY PLAN': { Plan: Plan; 'Execution Time': number }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE tail ('${xid}', 0, ${BATCH})`,
    );
    const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN'];
    return { plan, milliseconds };
  };

  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  it.each([
    ['beginning', 3],
    ['middle', 3 + ROWS / ROWS_A_TRANSACTION / 2],
    ['end', 2 + ROWS / ROWS_A_TRANSACTION],
  ])('is read by its index only, at the %s', async (place, xid) => {
    const { plan, milliseconds } = await look(xid);
    const scans = nodesOf(plan).filter((node) => node['Relation Name']);
    expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Scan']));
    for (const { 'Index Cond': condition } of scans) {
      expect(condition).toMatch(/ROW\(xid, ordinal\) >/);
      expect(condition).toMatch(/xid < pg_snapshot_xmin/);
    }
    const read = scans.reduce((sum, node) => sum + node['Actual Rows'], 0);
    expect(read).toBeGreaterThanOrEqual(ROWS_A_TRANSACTION - 1);
    expect(read).toBeLessThan(ROWS_A_TRANSACTION * 2);
    process.stdout.write(`${read} of ${ROWS} entries read at the ${place}: ${milliseconds.toFixed(1)} ms\n`);
  });
});
