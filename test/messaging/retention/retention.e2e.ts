import { Workers } from '@app/platform';
import type { RunningServer } from '../../../apps/server/src/boot';
import { Retention } from '../../../libs/messaging/src/retention/retention.service';
import type { EventQueue } from '../../support/event-queue';
import { uploaded } from '../../support/files';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

const BULK = {
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true, empty_topic_name: true },
};

describe('message retention', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let ben: Person;
  let count = 0;

  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world, { PARLEY_LOG_LEVEL: 'fatal' });
    await world.withoutWorkers();
    await other.app.get(Workers, { strict: false }).beforeApplicationShutdown();
    ana = await world.member('ana');
    ben = await world.member('ben');
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });
  beforeEach(() => keep('unlimited'));

  const keep = (days: number | 'unlimited') => world.owner.ok('PATCH', 'realm', { message_retention_days: days });
  async function channel(parameters: Record<string, unknown> = {}): Promise<number> {
    const name = `channel ${++count}`;
    await world.owner.subscribe(name, { principals: [world.owner.id, ana.id], ...parameters });
    return world.owner.channelId(name);
  }
  const age = (ids: readonly number[], days: number) =>
    world.sql("UPDATE message SET sent_at = now() - $2 * interval '1 day' WHERE id = ANY ($1)", [ids, days]);
  const there = async (ids: readonly number[]) =>
    (await world.sql<{ id: number }>('SELECT id::int AS id FROM message WHERE id = ANY ($1) ORDER BY id', [ids])).map(
      ({ id }) => id,
    );
  const here = () => world.service(Retention);
  const elsewhere = () => other.app.get(Retention, { strict: false });
  const due = () => world.sql("UPDATE pass SET due_at = now() WHERE job = 'retention'");
  /** Runs the check that comes every minute. */
  const look = async () => {
    await due();
    return here().work(new AbortController().signal);
  };
  const told = async (queue: EventQueue) => {
    await queue.drain();
    return queue.seen.filter(({ type }) => type === 'delete_message').map(({ message_ids }) => message_ids);
  };
  const copies = async (id: number, more: number): Promise<number[]> => {
    const rows = await world.sql<{ id: number }>(
      `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at)
       SELECT nextval('message_id_seq'), organization_id, channel_id, topic, sender_id, content, rendered_content,
         renderer_version, client, sent_at FROM message, generate_series(1, $2) WHERE id = $1 RETURNING id::int AS id`,
      [id, more],
    );
    return rows.map((row) => row.id);
  };

  it('deletes messages after the days of their channel, by topic, with events to their receivers', async () => {
    const id = await channel({ message_retention_days: 30 });
    const ids = [await ana.send(id, 't', 'x'), await ana.send(id, 'T', 'y'), await ana.send(id, 'u', 'z')];
    const young = await ana.send(id, 't', 'young');
    const { first_message_id: notice } = (await ana.ok('GET', `streams/${id}`)).stream as { first_message_id: number };
    await age([notice, ...ids], 31);
    await age([young], 29);
    const queues = await Promise.all([ana, ben].map((person) => person.register(BULK)));
    await look();
    expect(await told(queues[0])).toEqual([[notice], ids.slice(0, 2), ids.slice(2)]);
    expect(await told(queues[1])).toEqual([]);
    expect(await there([young])).toEqual([young]);
    for (const queue of queues) {
      expect(queue.seen.filter(({ op }) => op === 'update')).toMatchObject([
        { stream_id: id, property: 'first_message_id', value: young },
      ]);
      await expectFreshSnapshot(queue);
    }
  });

  it('deletes direct messages, and messages of channels without a policy, after the days of the organization', async () => {
    const [inheriting, longer, unlimited] = [
      await channel(),
      await channel({ message_retention_days: 60 }),
      await channel({ message_retention_days: 'unlimited' }),
    ];
    const sent: number[] = [];
    for (const id of [inheriting, longer, unlimited]) sent.push(await ana.send(id, 't', 'x'));
    const direct = [await ana.sendTo([ben], 'x'), await ben.sendTo([ben], 'to myself')];
    const young = await ana.sendTo([ben], 'young');
    await age([...sent, ...direct], 31);
    const queue = await ben.register(BULK);
    await look();
    expect(await there([...sent, ...direct])).toEqual([...sent, ...direct]);
    await keep(30);
    await look();
    expect(await there([...sent, ...direct, young])).toEqual([sent[1], sent[2], young]);
    expect(await told(queue)).toEqual([direct]);
    await expectFreshSnapshot(queue);
  });

  it('deletes messages of archived channels too, with files that no other message links to', async () => {
    const id = await channel({ message_retention_days: 30 });
    const url = await uploaded(ana, 'notes.txt', 'notes');
    const message = await ana.send(id, 't', `[notes](${url})`);
    await world.owner.ok('DELETE', `streams/${id}`);
    await age([message], 31);
    const queue = await ana.register(BULK);
    await look();
    expect(await there([message])).toEqual([]);
    expect((await ana.ok('GET', 'attachments')).attachments).toEqual([]);
    await queue.drain();
    expect(queue.seen.filter(({ type }) => type === 'attachment')).toMatchObject([{ op: 'remove' }]);
    expect(await world.sql('SELECT FROM file_removal')).toHaveLength(1);
  });

  it('deletes in small batches, on one node at a time, and once', async () => {
    const id = await channel({ message_retention_days: 30 });
    const first = await ana.send(id, 't', 'x');
    const ids = [first, ...(await copies(first, 249))];
    await age(ids, 31);
    const queue = await ana.register({ ...BULK, event_types: ['delete_message'] });
    await due();
    const { signal } = new AbortController();
    expect(await Promise.all([here().work(signal), elsewhere().work(signal)])).toContain(false);
    expect(await there(ids)).toEqual([]);
    const batches = (await told(queue)) as number[][];
    expect(batches.flat()).toEqual(ids);
    expect(batches.length).toBeGreaterThan(2);
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(100);
  });

  it('continues where a node died, and deletes once with two nodes', async () => {
    const id = await channel({ message_retention_days: 30 });
    const first = await ana.send(id, 't', 'x');
    const ids = [first, ...(await copies(first, 249))];
    await age(ids, 31);
    const queue = await ana.register({ ...BULK, event_types: ['delete_message'] });
    await due();
    const stopping = new AbortController();
    const working = here().work(stopping.signal);
    const other = new AbortController().signal;
    do
      await due(); // As after the minute without a heartbeat; the first node may just have sent one.
    while (!(await elsewhere().work(other)));
    stopping.abort();
    await working;
    expect(await there(ids)).toEqual([]);
    expect(((await told(queue)) as number[][]).flat().sort((one, other) => one - other)).toEqual(ids);
  });

  it('keeps messages when the policy is withdrawn before they are deleted', async () => {
    const id = await channel({ message_retention_days: 30 });
    const message = await ana.send(id, 't', 'x');
    await age([message], 31);
    await world.owner.ok('PATCH', `streams/${id}`, { message_retention_days: 'unlimited' });
    await look();
    expect(await there([message])).toEqual([message]);
    expect((await here().backlog()).waiting).toBe(0);
  });

  it('is previewed for administrators as a count of the messages it would delete, and deletes none', async () => {
    const { owner } = world;
    const preview = (days: number, person = owner) =>
      person.get('realm/retention_preview', { message_retention_days: days });
    const before = (await preview(400)).body.message_count as number;
    await channel();
    const general = `channel ${count}`;
    await channel({ message_retention_days: 'unlimited' });
    const old = [
      await owner.send(general, 'a', 'old'),
      await owner.send(`channel ${count}`, 'a', 'kept by its channel'),
      await owner.sendTo([ana], 'old'),
    ];
    const young = await owner.send(general, 'a', 'young');
    await age(old, 401);
    expect((await preview(400)).body).toMatchObject({ message_count: before + 2, is_exact: true });
    expect((await preview(402)).body).toMatchObject({ message_count: before, is_exact: true });
    expect(await there([...old, young])).toHaveLength(4);
    expect((await preview(400, ana)).body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
    expect((await preview(0)).body.code).toBe('BAD_REQUEST');
    await age(old, 0);
  });

  it('of one channel is previewed for administrators who see the channel', async () => {
    const { owner } = world;
    const preview = (days: number, channel_id: unknown, person = owner) =>
      person.get('realm/retention_preview', { message_retention_days: days, channel_id });
    await channel({ message_retention_days: 'unlimited' });
    const name = `channel ${count}`;
    const id = await owner.channelId(name);
    const old = [await owner.send(name, 'a', 'old'), await owner.send(name, 'b', 'older')];
    await owner.send(name, 'a', 'young');
    await age(old, 401);
    expect((await preview(400, id)).body).toMatchObject({ message_count: 2, is_exact: true });
    expect((await preview(402, id)).body).toMatchObject({ message_count: 0, is_exact: true });
    expect(await there(old)).toHaveLength(2);
    expect((await preview(400, id, ana)).body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
    expect((await preview(400, 987_654)).body.msg).toBe('Invalid channel ID');
    for (const wrong of [-1, 'x']) expect((await preview(400, wrong)).body.code).toBe('BAD_REQUEST');
    await age(old, 0);
  });
});
