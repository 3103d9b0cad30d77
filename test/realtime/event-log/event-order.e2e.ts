import { EventLog } from '@app/realtime';
import { Database, lock, Transactions } from '@app/platform';
import type { Person } from '../../support/person';
import { heldTransaction } from '../../support/held';
import { secondNode } from '../../support/second-node';
import { tailHasLooked } from '../../support/tail';
import { until } from '../../support/until';
import { World } from '../../support/world';

const WRITERS = 16;
const ROUNDS = 12;
const COUNTS = 50;
interface Entry {
  xid: number;
  kind: string;
  payload: unknown;
}
interface MembershipChange {
  channelId: number;
  change: 'joined' | 'left';
  userIds: number[];
  position: number;
}

/** Clients receive the changes of one object in the order in which they were made (ADR 1). */
describe('the order of events', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let channelId: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    channelId = await ana.channelId('plans');
  });
  afterAll(() => world.stop());

  const together = (work: (writer: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));

  const log = (kind: string, after = 0) =>
    world.sql<Entry>(
      `SELECT xid::text::bigint AS xid, kind, payload FROM event_log
       WHERE kind = $1 AND xid > $2::text::xid8 ORDER BY event_log.xid, ordinal`,
      [kind, String(after)],
    );

  it('ends, after 16 writers on one subscription, with the stored value', async () => {
    const queue = await ana.register({ event_types: ['subscription'] });
    for (let round = 0; round < ROUNDS; round++) {
      await together((writer) => {
        const value = `#${(round * WRITERS + writer).toString(16).padStart(6, '0')}`;
        const subscription_data = [{ stream_id: channelId, property: 'color', value }];
        return ana.ok('POST', 'users/me/subscriptions/properties', { subscription_data });
      });
      const stored = await world.sql('SELECT color FROM subscription WHERE user_id = $1 AND channel_id = $2', [
        ana.id,
        channelId,
      ]);
      const last = (await log('subscription_updated')).at(-1)!.payload;
      expect([{ color: (last as { value: string }).value }]).toEqual(stored);
      await queue.drain();
      expect([{ color: queue.seen.at(-1)!.value }]).toEqual(stored);
    }
    expect(queue.seen).toHaveLength(ROUNDS * WRITERS);
  });

  it('ends, after 16 writers on the subscribers of one channel, with the stored subscribers', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await together((writer) =>
        writer % 2
          ? ana.subscribe('plans', { principals: [bo.id] })
          : ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [bo.id] }),
      );
      const changes = (await log('channel_membership')).flatMap(({ payload }) => payload as MembershipChange[]);
      const last = changes.filter((one) => one.channelId === channelId && one.userIds.includes(bo.id)).at(-1)!;
      const open = await world.sql(
        'SELECT 1 FROM subscription_period WHERE channel_id = $1 AND user_id = $2 AND to_position = $3',
        [channelId, bo.id, '9223372036854775807'],
      );
      expect(last.change).toBe(open.length === 1 ? 'joined' : 'left');
    }
  });

  it('is, for 16 writers under one lock, the order in which they held it', async () => {
    const transactions = world.service(Transactions);
    await world.sql('CREATE TABLE counter (n int)');
    await world.sql('INSERT INTO counter VALUES (0)');
    const queue = await bo.register({ event_types: ['realm_user'] });
    const count = () =>
      transactions.run([lock.user(bo.id)], async () => {
        const counted = await world.service(Database).row<{ n: number }>('UPDATE counter SET n = n + 1 RETURNING n');
        world.service(EventLog).tell({
          kind: 'realm_user',
          organizationId: world.organizationId,
          audience: { to: 'users', ids: [bo.id as never] },
          payload: { op: 'update', person: { user_id: bo.id, full_name: `${counted!.n}` }, canComputeAvatar: false },
        });
      });
    await together(async () => {
      for (let i = 0; i < COUNTS; i++) await count();
    });
    await queue.drain();
    const told = queue.seen.map(({ person }) => Number((person as { full_name: string }).full_name));
    expect(told).toEqual(Array.from({ length: WRITERS * COUNTS }, (_, n) => n + 1));
  });

  it('excludes a transaction that waits for its lock: it has no id yet', async () => {
    await ana.subscribe('plans', { principals: [bo.id] });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    // A node keeps those who wait for its own transactions out of the database.
    const other = await secondNode(world);
    const locks = [lock.user(bo.id), lock.channel(channelId)];
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const holder = other.app.get(Transactions).run(locks, () => {
      begin();
      return held;
    });
    await begun;
    const subscription_data = [{ stream_id: channelId, property: 'color', value: '#123456' }];
    const waiters = () =>
      world.sql<{ xid: string | null }>(
        `SELECT backend_xid AS xid FROM pg_stat_activity
         WHERE wait_event = 'advisory' AND datname = current_database()`,
      );
    const waiting: Promise<unknown>[] = [];
    const wait = async (request: Promise<unknown>) => {
      waiting.push(request);
      await until(async () => (await waiters()).length === waiting.length);
    };
    await wait(bo.post('users/me/subscriptions/properties', { subscription_data }));
    await wait(bo.send('plans', 'waits', 'for the channel'));
    // Last: what wants the lock alone keeps those who share it out of the database.
    await wait(ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [bo.id] }));
    expect(await waiters()).toEqual(waiting.map(() => ({ xid: null })));
    letGo();
    await Promise.all([holder, ...waiting]);
    await other.stop();
    await ana.subscribe('plans', { principals: [bo.id] });
  });

  it('puts messages before or after a change of subscribers by their ids, as all reads do', async () => {
    await ana.subscribe('plans', { principals: [bo.id] });
    const queue = await bo.register({ event_types: ['message'] });
    let isOver = false;
    const sending = together(async (writer) => {
      for (let i = 0; !isOver; i++) await ana.send('plans', 'order', `${writer} ${i}`);
    });
    const quietly = { principals: [bo.id], send_new_subscription_messages: false };
    for (let i = 0; i < ROUNDS; i++) {
      await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [bo.id] });
      await ana.subscribe('plans', quietly);
    }
    isOver = true;
    await sending;
    await queue.drain();

    const entries = await world.sql<{ kind: string; id: number; positions: number[] }>(
      `SELECT kind, (payload #>> '{letter,id}')::bigint AS id,
         ARRAY(SELECT (change ->> 'position')::int FROM jsonb_array_elements(
           CASE jsonb_typeof(payload) WHEN 'array' THEN payload ELSE '[]' END) change) AS positions
       FROM event_log WHERE kind = 'channel_membership' OR (kind = 'message' AND payload #>> '{letter,topic}' = 'order')
       ORDER BY xid, ordinal`,
    );
    expect(entries.filter(({ kind }) => kind === 'message').length).toBeGreaterThan(ROUNDS);
    const changes = entries.flatMap(({ positions }, at) => positions.map((position) => ({ at, position })));
    for (const { at, position } of changes) {
      const before = entries.slice(0, at).filter(({ kind }) => kind === 'message');
      const after = entries.slice(at).filter(({ kind }) => kind === 'message');
      expect(before.filter(({ id }) => id > position)).toEqual([]);
      expect(after.filter(({ id }) => id < position)).toEqual([]);
    }
    const told = queue.seen.map(({ message }) => (message as { id: number }).id).sort((a, b) => a - b);
    const received = await world.sql<{ id: string }>(
      `SELECT m.id FROM message m JOIN subscription_period p ON p.channel_id = m.channel_id
         AND m.id > p.from_position AND m.id < p.to_position
       WHERE p.user_id = $1 AND m.topic = 'order' ORDER BY m.id`,
      [bo.id],
    );
    expect(told).toEqual(received.map(({ id }) => Number(id)));
    expect(told.length).toBeGreaterThan(0);
  });

  it('waits for a transaction that began earlier and commits later, and loses no event', async () => {
    const queue = await bo.register({ event_types: ['realm_user', 'message'] });
    const slow = await heldTransaction(world, bo);
    const ids = await together(() => ana.send('plans', 'late', 'committed before'));
    await tailHasLooked(world);
    expect(await queue.poll({ dont_block: true })).toEqual([]);
    await slow.letGo();
    await queue.drain();
    expect(queue.seen.map(({ type }) => type)).toEqual(['realm_user', ...ids.map(() => 'message')]);
    const told = queue.seen.slice(1).map(({ message }) => (message as { id: number }).id);
    expect(told.sort((a, b) => a - b)).toEqual((ids as number[]).sort((a, b) => a - b));
  });
});
