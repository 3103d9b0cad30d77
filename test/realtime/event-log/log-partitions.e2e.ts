import { Client } from 'pg';
import { LogPartitions } from '../../../libs/realtime/src/event-log/log-partitions.service';
import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

const DAY_MS = 86_400_000;

/** The log has a partition for each day: created ahead of time, and dropped when no queue can read it any more. */
describe('the partitions of the event log', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  const nameOf = (date: string) => `event_log_${date.replaceAll('-', '')}`;
  const make = (ahead: number) =>
    world.sql(`CREATE TABLE ${nameOf(day(ahead))} PARTITION OF event_log
       FOR VALUES FROM ('${day(ahead)} 00:00:00+00') TO ('${day(ahead + 1)} 00:00:00+00')`);
  const log = (ahead: number, count = 1) =>
    world.sql(
      `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload, created_at)
       SELECT n, 1, 'queue_control', '{"to": "users", "ids": []}', '{}', $1 FROM generate_series(1, $2::int) n`,
      [`${day(ahead)}T12:00:00Z`, count],
    );
  const partitions = async () =>
    (
      await world.sql<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event_log'::regclass ORDER BY 1`,
      )
    ).map(({ name }) => name);
  const strewn = async () =>
    (await world.sql<{ count: number }>('SELECT count(*)::int AS count FROM event_log_overflow'))[0].count;
  const turn = () => world.service(LogPartitions).turn();

  it('exist for today and two more days, and are dropped after eight days', async () => {
    await make(-8);
    for (const ahead of [-9, -40]) await make(ahead);
    await log(-9);
    await turn();
    const wanted = [-8, 0, 1, 2].map((ahead) => nameOf(day(ahead)));
    expect(await partitions()).toEqual([...wanted, 'event_log_overflow']);
  });

  it('may be missing after a long pause: events are delivered, and the server runs and restarts', async () => {
    await world.sql(`DROP TABLE ${nameOf(day(0))}`);
    const queue = await ana.register({ event_types: ['user_settings'] });
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true });
    expect(await queue.drain()).toHaveLength(1);
    await world.sql(`DROP TABLE ${nameOf(day(2))}`);
    await turn();
    expect(await partitions()).toEqual([-8, 1, 2].map((ahead) => nameOf(day(ahead))).concat('event_log_overflow'));
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: false });
    expect(await queue.drain()).toHaveLength(1);
  });

  it('that are missing have their entries deleted one by one, when they expire', async () => {
    const before = await strewn();
    await log(-20, 5_001);
    await turn();
    expect(await strewn()).toBe(before);
  });

  it('are not dropped while a reader holds the log, and writers do not wait for that reader', async () => {
    await make(-30);
    const reader = new Client({ connectionString: world.databaseUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN; SELECT count(*) FROM event_log');
      const sent = await statementsDuring(async () => {
        const turning = turn();
        await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true });
        await turning;
      });
      const limits = sent.map(({ text }) => text).filter((text) => text.startsWith('SET LOCAL lock_timeout'));
      expect(limits).toEqual(Array(5).fill('SET LOCAL lock_timeout = 300'));
      expect(await partitions()).toContain(nameOf(day(-30)));
      await reader.query('ROLLBACK');
      await turn();
      expect(await partitions()).not.toContain(nameOf(day(-30)));
    } finally {
      await reader.end();
    }
  });
});
