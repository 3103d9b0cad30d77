import { EventLog } from '@app/realtime';
import { Transactions } from '@app/platform';
import { Client } from 'pg';
import { expectFreshSnapshot } from '../../support/fold';
import { heldTransaction } from '../../support/held';
import type { Person } from '../../support/person';
import { OF_THE_READER } from '../../support/statements';
import { World } from '../../support/world';

describe('event queues', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
  });
  afterAll(() => world.stop());

  it('send a message to a poll that is waiting for it', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const waiting = queue.poll();
    const id = await ana.send('plans', 'lunch', 'soup?');
    expect(await waiting).toEqual([
      expect.objectContaining({ type: 'message', message: expect.objectContaining({ id, content: 'soup?' }) }),
    ]);
  });

  it.each([
    { idle_queue_timeout: 'mobile' },
    { idle_queue_timeout: '"mobile"' },
    { idle_queue_timeout: '700' },
    { queue_lifespan_secs: '700' },
  ])('are kept for the requested time: %j', async (parameters) => {
    const body = await bo.ok('POST', 'register', { event_types: ['message'], fetch_event_types: [], ...parameters });
    expect(body).not.toHaveProperty('ignored_parameters_unsupported');
    const seconds = Object.values(parameters)[0] === '700' ? 700 : 12 * 60 * 60;
    expect(await world.sql('SELECT idle_seconds FROM event_queue WHERE id = $1', [body.queue_id])).toEqual([
      { idle_seconds: seconds },
    ]);
  });

  it('reject a narrow that costs too much for each message', async () => {
    const narrow = Array.from({ length: 101 }, (_, i) => ['topic', `t${i}`]);
    const { status, body } = await bo.post('register', { event_types: ['message'], narrow });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('repeat events that were not acknowledged, and drop the others', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const first = await ana.send('plans', 'lunch', 'one');
    const second = await ana.send('plans', 'lunch', 'two');
    await world.settled();
    const poll = async (last_event_id: number) => {
      const { events } = await bo.ok('GET', 'events', { queue_id: queue.id, last_event_id, dont_block: true });
      return (events as { id: number; message: { id: number } }[]).map(({ id, message }) => ({
        id,
        message: message.id,
      }));
    };
    const all = await poll(-1);
    expect(all.map(({ message }) => message)).toEqual([first, second]);
    expect(await poll(-1)).toEqual(all);
    expect(await poll(all[0].id)).toEqual([all[1]]);
    expect(await poll(all[1].id)).toEqual([]);
    const pruned = await bo.get('events', { queue_id: queue.id, last_event_id: all[0].id });
    expect(pruned.body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('reject an id that was never sent', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const { status, body } = await bo.get('events', { queue_id: queue.id, last_event_id: 2 ** 50, dont_block: true });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('start a second poll by ending the first, without loss', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const first = bo.get('events', { queue_id: queue.id, last_event_id: -1 });
    await pollIsWaiting(queue.id);
    const second = bo.get('events', { queue_id: queue.id, last_event_id: -1 });
    expect((await first).body.events).toEqual([{ id: expect.any(Number), type: 'heartbeat' }]);
    const id = await ana.send('plans', 'lunch', 'three');
    expect((await second).body.events).toEqual([expect.objectContaining({ message: expect.objectContaining({ id }) })]);
  });

  it.each([
    ['unknown', () => '00000000-0000-4000-8000-000000000000'],
    ['no id at all', () => 'nonsense'],
    ["another user's", async () => (await ana.register()).id],
  ])('are answered alike when they are %s', async (_, queueId) => {
    const queue_id = await queueId();
    for (const answer of [
      await bo.get('events', { queue_id, last_event_id: -1 }),
      await bo.delete('events', { queue_id }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        result: 'error',
        msg: `Bad event queue ID: ${queue_id}`,
        code: 'BAD_EVENT_QUEUE_ID',
        queue_id,
      });
    }
  });

  it('are deleted by their client, which ends its poll', async () => {
    const queue = await bo.register();
    const waiting = bo.get('events', { queue_id: queue.id, last_event_id: -1 });
    await pollIsWaiting(queue.id);
    await bo.ok('DELETE', 'events', { queue_id: queue.id });
    expect((await waiting).body.events).toEqual([expect.objectContaining({ type: 'heartbeat' })]);
    expect((await bo.get('events', { queue_id: queue.id, last_event_id: -1 })).body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('require their two parameters', async () => {
    expect((await bo.get('events', { last_event_id: -1 })).body).toMatchObject({ var_name: 'queue_id' });
    expect((await bo.get('events', { queue_id: 'x' })).body).toMatchObject({ var_name: 'last_event_id' });
  });

  it('end at once with a revoked key, and cannot be read with it again', async () => {
    const cy = await world.member('cy');
    const queue = await cy.register();
    expect((await cy.get('events', { queue_id: queue.id, last_event_id: -1, dont_block: true })).status).toBe(200);
    await world.sql('UPDATE api_key SET revoked_at = now() WHERE user_id = $1', [cy.id]);
    const { QueueControl } = await import('@app/realtime');
    await world
      .service(Transactions)
      .run([], async () => world.service(QueueControl).forgetCredentialsOf(world.organizationId, cy.id as never));
    await world.settled();
    expect((await cy.get('events', { queue_id: queue.id, last_event_id: -1, dont_block: true })).status).toBe(401);
  });

  it('run no query for a poll in steady state', async () => {
    await world.withoutWorkers();
    const queue = await bo.register({ event_types: ['message'] });
    await queue.poll({ dont_block: true });
    expect(await queriesOf(() => bo.get('users/me'))).toBeGreaterThan(0); // The counter sees queries.
    const polls = await queriesOf(async () => {
      for (let i = 0; i < 20; i++) await queue.poll({ dont_block: true });
    });
    expect(polls).toBe(0);
  });

  it('run no query for a poll while a long transaction holds the log back', async () => {
    await world.withoutWorkers();
    const held = await heldTransaction(world, ana);
    for (let i = 0; i < 3; i++) await world.sql('SELECT pg_current_xact_id()');
    const queue = await bo.register({ event_types: ['message'] });
    await queue.poll({ dont_block: true });
    const polls = await queriesOf(async () => {
      for (let i = 0; i < 3; i++) await queue.poll({ dont_block: true });
    });
    await held.letGo();
    expect(polls).toBe(0);
  });

  it('neither lose nor repeat events that are written while a client registers', async () => {
    const log = world.service(EventLog);
    const transactions = world.service(Transactions);
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let hasBegun = () => undefined as void;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const tell = (name: string) =>
      log.tell({
        kind: 'realm_user',
        organizationId: world.organizationId,
        audience: { to: 'organization', except: [] },
        payload: { op: 'update', person: { user_id: bo.id, full_name: name }, canComputeAvatar: false },
      });
    const slow = transactions.run([], async () => {
      await transactions.required.client.query('SELECT pg_current_xact_id()');
      tell('Slow');
      hasBegun();
      await held;
    });
    await begun;
    const queue = await ana.register({ event_types: ['realm_user', 'message'] });
    const id = await bo.send('plans', 'race', 'after the slow one began');
    letGo();
    await slow;
    await queue.drain();
    expect(queue.seen.map(({ type }) => type).sort()).toEqual(['message', 'realm_user']);
    expect(queue.seen.filter(({ type }) => type === 'message')).toEqual([
      expect.objectContaining({ message: expect.objectContaining({ id }) }),
    ]);
  });

  it('continue on another node when a node has forgotten them', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const [one, two] = [await ana.send('plans', 'node', 'one'), await ana.send('plans', 'node', 'two')];
    await queue.until(({ message }) => (message as { id: number }).id === two);
    const { Hub } = await import('../../../libs/realtime/src/delivery/hub.service');
    const { ResidentQueues } = await import('../../../libs/realtime/src/delivery/resident-queues.service');
    world.service(Hub).remove(world.service(ResidentQueues).find(queue.id)!);
    const three = await ana.send('plans', 'node', 'three');
    await queue.until(({ message }) => (message as { id: number }).id === three);
    expect(queue.seen.map(({ message }) => (message as { id: number }).id)).toEqual([one, two, three]);
  });

  it('end before an event that only a newer version can send, or expire without a newer node', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const before = await ana.send('plans', 'node', 'before');
    await queue.until(({ message }) => (message as { id: number }).id === before);
    const waiting = queue.poll();
    await pollIsWaiting(queue.id);
    await world.sql(
      `INSERT INTO event_log (ordinal, organization_id, kind, audience, payload)
       SELECT 0, id, 'kind_of_the_future', '{"to": "rule", "rule": "of_the_future", "of": {"id": 1}}', '{}' FROM organization`,
    );
    expect(await waiting).toEqual([]);
    await ana.send('plans', 'node', 'after');
    expect(await queue.poll()).toEqual([]);
    expect(await (await bo.register({ event_types: ['message'] })).poll({ dont_block: true })).toEqual([]);
    await world.sql(`UPDATE event_log SET created_at = now() - interval '3 minutes' WHERE kind = 'kind_of_the_future'`);
    const lost = await bo.get('events', { queue_id: queue.id, last_event_id: queue.lastEventId });
    expect(lost.body.code).toBe('BAD_EVENT_QUEUE_ID');
    await world.sql(`DELETE FROM event_log WHERE kind = 'kind_of_the_future'`);
  });

  it('carry events that turn an old snapshot into a fresh one', async () => {
    const parameters = {
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
      include_subscribers: true,
    };
    const queues = await Promise.all([ana, bo, world.owner].map((person) => person.register(parameters)));
    await world.member('dee');
    await ana.send('plans', 'fold', 'hello @**Bo Example**');
    const id = await bo.sendTo([ana], 'psst');
    await bo.sendTo([ana, world.owner], 'all of you');
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await bo.subscribe('fresh', { invite_only: true });
    await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'] });
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  /** The queries of the server meanwhile, without its own reads of the log. */
  async function queriesOf(work: () => Promise<unknown>): Promise<number> {
    const spy = jest.spyOn(Client.prototype, 'query');
    await work();
    const texts = spy.mock.calls.map(([query]: unknown[]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    spy.mockRestore();
    return texts.filter((text) => !OF_THE_READER.test(text)).length;
  }

  async function pollIsWaiting(queueId: string): Promise<void> {
    const { ResidentQueues } = await import('../../../libs/realtime/src/delivery/resident-queues.service');
    while (!world.service(ResidentQueues).find(queueId)?.waiting) await new Promise(setImmediate);
  }
});
