import { Transactions } from '@app/platform';
import { EventLog, QueueControl } from '@app/realtime';
import type { RunningServer } from '../../../apps/server/src/boot';
import { Heartbeats } from '../../../libs/realtime/src/delivery/heartbeats.service';
import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { Hub } from '../../../libs/realtime/src/delivery/hub.service';
import { EventLogRepository } from '../../../libs/realtime/src/records/event-log.repository';
import type { Event } from '../../support/event-queue';
import { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

/** The ids that clients receive and send back, on one node and on two. */
describe('event ids', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let bo: Person;
  let usual: { afterMs: number; spreadMs: number };
  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    usual = { ...world.service(Heartbeats) };
  });
  afterEach(() => void Object.assign(world.service(Heartbeats), usual));
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const at =
    (url: string) =>
    async (queue_id: string, last_event_id: number, dont_block = true) => {
      const query = new URLSearchParams({
        queue_id,
        last_event_id: String(last_event_id),
        dont_block: String(dont_block),
      });
      const headers = { authorization: bo.authorization };
      const body = (await (await fetch(`${url}/api/v1/events?${query}`, { headers })).json()) as { events: Event[] };
      return body.events;
    };
  const here = (...poll: Parameters<ReturnType<typeof at>>) => at(world.url)(...poll);
  const there = (...poll: Parameters<ReturnType<typeof at>>) => at(other.url)(...poll);
  const heartbeatsAtOnce = () =>
    Object.assign(world.service(Heartbeats), { afterMs: 20, spreadMs: 0, betweenRoundsMs: 1 });
  const tellMany = (count: number) =>
    world.service(Transactions).run([], async () => {
      for (let i = 0; i < count; i++) {
        world.service(EventLog).tell({
          kind: 'realm_user',
          organizationId: world.organizationId,
          audience: { to: 'users', ids: [bo.id as never] },
          payload: {
            op: 'update',
            person: { user_id: bo.id, full_name: `Name ${i}` },
            canComputeAvatar: false,
          },
        });
      }
    });
  const namesOf = (events: readonly Event[]) => events.map(({ person }) => (person as { full_name: string }).full_name);
  const manyNames = (count: number) => Array.from({ length: count }, (_, i) => `Name ${i}`);

  it('increase strictly and are the same on two nodes', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const sent = await Promise.all(Array.from({ length: 40 }, (_, i) => ana.send('plans', 'ids', `message ${i}`)));
    const last = await ana.send('plans', 'ids', 'the last');
    await world.settled();
    let events: Event[] = [];
    while ((events.at(-1)?.message as { id?: number })?.id !== last) events = await there(queue.id, -1);
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(await here(queue.id, -1)).toEqual(events);
    expect(events).toHaveLength(sent.length + 1);
  });

  it('of heartbeats increase too, and are acknowledged like others', async () => {
    heartbeatsAtOnce();
    const queue = await bo.register({ event_types: ['message'] });
    const [first] = await here(queue.id, -1, false);
    const [second] = await here(queue.id, first.id, false);
    expect([first, second]).toEqual([
      { id: expect.any(Number), type: 'heartbeat' },
      { id: first.id + 1, type: 'heartbeat' },
    ]);
    const { body } = await bo.get('events', { queue_id: queue.id, last_event_id: first.id - 1, dont_block: true });
    expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: expect.stringContaining('pruned') });
    await ana.send('plans', 'ids', 'after heartbeats');
    const [event] = await here(queue.id, second.id, false);
    expect(event).toMatchObject({ type: 'message' });
    expect(event.id).toBeGreaterThan(second.id);
    const [third] = await here(queue.id, event.id, false);
    expect(third).toEqual({ id: event.id + 1, type: 'heartbeat' });
  });

  it('of heartbeats are checked without a statement, where nothing has happened since the registration', async () => {
    heartbeatsAtOnce();
    for (let i = 0; i < 3; i++) await world.sql('SELECT pg_current_xact_id()'); // transactions without events
    const queue = await bo.register({ event_types: ['message'] });
    const [first] = await here(queue.id, -1, false);
    const asked = jest.spyOn(world.service(EventLogRepository), 'nextXid');
    const [second] = await here(queue.id, first.id, false);
    expect(second).toEqual({ id: first.id + 1, type: 'heartbeat' });
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('of heartbeats are valid on a node that did not send them', async () => {
    heartbeatsAtOnce();
    const queue = await bo.register({ event_types: ['message'] });
    await ana.send('plans', 'ids', 'before');
    const [event] = await here(queue.id, -1, false);
    const [heartbeat] = await here(queue.id, event.id, false);
    const waiting = there(queue.id, heartbeat.id, false);
    const id = await ana.send('plans', 'ids', 'elsewhere');
    expect(await waiting).toEqual([expect.objectContaining({ message: expect.objectContaining({ id }) })]);
  });

  it('of heartbeats differ from ids of future events, on a node that is behind', async () => {
    heartbeatsAtOnce();
    Object.assign(other.app.get(Heartbeats), { afterMs: 20, spreadMs: 0, betweenRoundsMs: 1 });
    const queue = await bo.register({ event_types: ['realm_user'] });
    await there(queue.id, -1);
    const late = jest.spyOn(other.app.get(EventLogRepository), 'after').mockResolvedValue([]);
    await tellMany(1_500);
    await world.settled();
    const first = await here(queue.id, -1);
    expect(first).toHaveLength(1_000);
    const beside = await there(queue.id, first.at(-1)!.id, false);
    late.mockRestore();
    expect(beside).toEqual([]);
    const rest = await here(queue.id, first.at(-1)!.id);
    expect(namesOf([...first, ...rest])).toEqual(manyNames(1_500));
    const [heartbeat] = await here(queue.id, rest.at(-1)!.id, false);
    expect(heartbeat).toEqual({ id: rest.at(-1)!.id + 1, type: 'heartbeat' });
  });

  it('of one transaction are not separated by a heartbeat: the log is read by whole transactions', async () => {
    const queue = await bo.register({ event_types: ['realm_user'] });
    const [{ xid }] = await world.sql<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
    await tellMany(2_500);
    await world.settled(); // An older transaction, of any database, keeps the entries from being read.
    const entries = await world.service(EventLogRepository).after({ xid: Number(xid), ordinal: -1 }, 1_000);
    expect(entries.filter(({ kind }) => kind === 'realm_user')).toHaveLength(2_500);
    await queue.drain();
    expect(namesOf(queue.seen)).toEqual(manyNames(2_500));
  });

  it.each([
    ['held by a node', () => undefined],
    [
      'made again from its row',
      (id: string) => {
        const queue = world.service(ResidentQueues).find(id);
        if (queue) world.service(Hub).remove(queue);
      },
    ],
  ])('reach a client with thousands of waiting events, with its queue %s', async (_, forget) => {
    const queue = await bo.register({ event_types: ['realm_user'] });
    for (let i = 0; i < 5; i++) await tellMany(2_500);
    await world.settled();
    forget(queue.id);
    await queue.drain();
    expect(namesOf(queue.seen)).toEqual(Array.from({ length: 5 }, () => manyNames(2_500)).flat());
  });

  it("are not sent for events after the revocation of a waiting client's key", async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const waiting = here(queue.id, -1, false);
    while (!world.service(ResidentQueues).find(queue.id)?.waiting) await new Promise(setImmediate);
    await world
      .service(Transactions)
      .run([], async () => world.service(QueueControl).forgetCredentialsOf(world.organizationId, bo.id as never));
    await ana.send('plans', 'ids', 'not for that key');
    expect(await waiting).toEqual([expect.objectContaining({ type: 'heartbeat' })]);
  });

  it('are 65,536 for one transaction: one more is refused, and the transaction writes nothing', async () => {
    const queue = await bo.register({ event_types: ['realm_user'] });
    const logged = () => world.sql<{ count: string }>("SELECT count(*) FROM event_log WHERE kind = 'realm_user'");
    const before = await logged();
    await expect(tellMany(65_537)).rejects.toThrow('A transaction has 65536 event ids');
    expect(await logged()).toEqual(before);
    await tellMany(65_536);
    await tellMany(1);
    const [last] = (await queue.drain()).slice(-1);
    expect(last).toMatchObject({ person: { full_name: 'Name 0' } });
    expect(queue.seen).toHaveLength(65_537);
    expect(new Set(queue.seen.map(({ id }) => id)).size).toBe(65_537);
  });
});
