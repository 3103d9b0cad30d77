import { QueueRepository } from '../../../libs/realtime/src/records/queue.repository';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const NO_OPTIONS = '{"eventTypes": ["message"], "narrow": [], "isWide": false, "capabilities": {}}';
/** What nodes write about queues from time to time. */
describe('the maintenance of queues', () => {
  let world: World;
  let bo: Person;
  let rows: QueueRepository;
  beforeAll(async () => {
    world = await World.start();
    bo = await world.member('bo');
    rows = world.service(QueueRepository);
  });
  afterAll(() => world.stop());

  /** As a node of the previous version inserts them: without progress and expiry. */
  const made = async (count: number, { idle = 600, seenAgo = '0 s' } = {}): Promise<string[]> => {
    const inserted = await world.sql<{ id: string }>(
      `INSERT INTO event_queue (id, organization_id, user_id, options, snapshot, base_xid, idle_seconds, last_seen_at)
       SELECT gen_random_uuid(), $1, $2, $3, pg_current_snapshot(), 1, $4, now() - $5::interval
       FROM generate_series(1, $6) RETURNING id`,
      [world.organizationId, bo.id, NO_OPTIONS, idle, seenAgo, count],
    );
    return inserted.map(({ id }) => id);
  };
  const progress = (ids: readonly string[], acknowledgedId: number) =>
    ids.map((id) => ({ id, acknowledgedId, caughtUpXid: acknowledgedId, idleMs: 0 }));
  const expiryOf = async (id: string) =>
    (
      await world.sql<{ seconds: number }>(
        'SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM event_queue WHERE id = $1',
        [id],
      )
    )[0]?.seconds;

  it('stores progress in place, without a write to any index', async () => {
    const updates = async () =>
      (
        await world.sql<{ all: number; hot: number }>(
          `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'event_queue'`,
        )
      )[0];
    const shareInPlace = async () => {
      const ids = await made(200);
      const before = await updates();
      for (let turn = 1; turn <= 5; turn++) await rows.saveProgress(progress(ids, turn));
      await until(async () => (await updates()).all >= before.all + 1_000);
      const after = await updates();
      return (after.hot - before.hot) / (after.all - before.all);
    };
    // While a snapshot of a worker is open, pages keep their old rows and may be full. An index would prevent all
    // updates in place, at each attempt.
    await until(async () => (await shareInPlace()) > 0.9);
  });

  it('never makes two nodes wait for each other', async () => {
    const ids = await made(300);
    const note = async (order: readonly string[], from: number) => {
      for (let turn = 0; turn < 20; turn++) await rows.saveProgress(progress(order, from + turn));
    };
    await Promise.all([note(ids, 1), note([...ids].reverse(), 100), note([...ids].sort(), 200)]);
    const [{ lowest }] = await world.sql<{ lowest: number }>(
      'SELECT min(acknowledged_id)::int AS lowest FROM event_queue WHERE id = ANY ($1)',
      [ids],
    );
    expect(lowest).toBe(219);
  });

  it('keeps queues that a node of the previous version has polled, and ends queues without a client', async () => {
    const [polled] = await made(1, { idle: 1_000 });
    const [silent] = await made(1, { seenAgo: '800 s' });
    await world.sql(`UPDATE event_queue SET expires_at = now() - interval '1 s' WHERE id = ANY ($1)`, [
      [polled, silent],
    ]);
    await rows.sweep(1_000);
    expect(await expiryOf(silent)).toBeUndefined();
    expect(await expiryOf(polled)).toBeGreaterThan(1_000);
    expect(await rows.find(polled)).toMatchObject({ id: polled, caughtUpXid: null });
  });

  it('reads no row before it is due', async () => {
    const queue = await bo.register({ idle_queue_timeout: 3_600 });
    expect(await expiryOf(queue.id)).toBeGreaterThan(3_600);
    expect(await rows.sweep(1_000)).toBe(0);
  });
});
