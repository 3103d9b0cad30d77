import { Clock } from '@app/kernel';
import { QueueProgressSaver } from '../../../libs/realtime/src/delivery/queue-progress-saver.service';
import { QueueRebuilds } from '../../../libs/realtime/src/delivery/queue-rebuilds.service';
import { EventLogRepository } from '../../../libs/realtime/src/records/event-log.repository';
import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { Hub } from '../../../libs/realtime/src/delivery/hub.service';
import { RecentEntries } from '../../../libs/realtime/src/event-log/recent-entries';
import { LogTail } from '../../../libs/realtime/src/event-log/log-tail.service';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface PollAnswer {
  events?: { id: number; message?: { id: number } }[];
  code?: string;
}

/** Clients whose node has ended continue at another node. */
describe('a client that polls another node', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start({}, 2);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.stop());

  const of = <T>(node: number, type: abstract new (...args: never[]) => T): T =>
    world.nodes[node].app.get<T>(type as never, { strict: false });

  /** As if more was written since then than memory holds. */
  const forgetMemory = (node: number) => {
    const tail = of(node, LogTail);
    Object.assign(tail, { recent: new RecentEntries(tail.position) });
  };
  const readingsAt = (node: number) => {
    const log = of(node, EventLogRepository);
    return [jest.spyOn(log, 'step'), jest.spyOn(log, 'concerning')];
  };
  const poll = (queue: EventQueue, node: number) =>
    queue.person
      .at(node)
      .ok('GET', 'events', { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true });
  const queuesOf = (person: Person, count: number, parameters = { event_types: ['message'] }) =>
    Promise.all(Array.from({ length: count }, () => person.at(0).register(parameters)));
  const telling = async (count: number) => {
    for (let told = 0; told < count; told++) await ana.ok('POST', 'typing', { op: 'start', to: [ana.id] });
    await world.settled();
  };

  it('is answered without a read of the log if no event was pending, for a log of any length', async () => {
    const queues = [...(await queuesOf(ana, 90)), ...(await queuesOf(bo, 90))];
    for (const queue of queues) await poll(queue, 0);
    await telling(50);
    await of(0, QueueProgressSaver).saveAll();
    forgetMemory(1);
    const readings = readingsAt(1);
    const before = of(1, QueueRebuilds).count;
    for (let at = 0; at < queues.length; at += 20)
      await Promise.all(queues.slice(at, at + 20).map((queue) => poll(queue, 1)));
    expect(of(1, QueueRebuilds).count - before).toBe(180);
    for (const reading of readings) expect(reading).not.toHaveBeenCalled();
  });

  it('receives the events since the stored position, and only these are read', async () => {
    const [queue] = await queuesOf(bo, 1);
    await poll(queue, 0);
    await telling(20);
    await of(0, QueueProgressSaver).saveAll();
    const id = await ana.send('plans', 'turns', 'after the note');
    await telling(20);
    forgetMemory(1);
    const before = of(1, QueueRebuilds).entriesRead;
    expect((await poll(queue, 1)).events).toMatchObject([{ message: { id } }]);
    expect(of(1, QueueRebuilds).entriesRead - before).toBe(1);
  });

  it('has its queue read from its position, without events for others, where a node of an older version stored it', async () => {
    const [queue] = await queuesOf(bo, 1);
    await of(0, QueueProgressSaver).saveAll();
    await world.sql('UPDATE event_queue SET caught_up_xid = NULL WHERE id = $1', [queue.id]);
    await telling(30);
    const id = await ana.send('plans', 'turns', 'among others');
    await world.settled();
    forgetMemory(1);
    const before = of(1, QueueRebuilds).entriesRead;
    expect((await poll(queue, 1)).events).toMatchObject([{ message: { id } }]);
    expect(of(1, QueueRebuilds).entriesRead - before).toBe(1);
  });

  it('finds a recent position where many events were written since the regular one', async () => {
    const queues = await queuesOf(await world.member('cleo'), 40);
    for (const queue of queues) await poll(queue, 0);
    const polls = queues.map((queue) => queue.person.at(0).get('events', { queue_id: queue.id, last_event_id: -1 }));
    await until(() => queues.every((queue) => of(0, ResidentQueues).find(queue.id)?.waiting));
    await of(0, QueueProgressSaver).saveAll();
    await telling(5);
    const told = of(0, LogTail).passedXid;
    const behind = async () =>
      (
        await world.sql('SELECT FROM event_queue WHERE id = ANY ($1::uuid[]) AND caught_up_xid < $2::bigint', [
          queues.map(({ id }) => id),
          told,
        ])
      ).length;
    await of(0, QueueProgressSaver).take();
    expect(await behind()).toBeGreaterThan(20);
    of(0, LogTail).delivered += 10_000;
    await of(0, QueueProgressSaver).take();
    expect(await behind()).toBe(0);
    of(0, Hub).redirectAll();
    await Promise.all(polls);
  });

  it('has its queue rebuilt once for several polls at once', async () => {
    const [queue] = await queuesOf(bo, 1);
    await telling(5);
    forgetMemory(1);
    const [, concerning] = readingsAt(1);
    await Promise.all(Array.from({ length: 10 }, () => poll(queue, 1)));
    expect(concerning).toHaveBeenCalledTimes(1);
  });

  it('is refused ids that it has acknowledged, or that were never sent', async () => {
    const [queue] = await queuesOf(bo, 1);
    await ana.send('plans', 'turns', 'to be acknowledged');
    await world.settled();
    const [{ id }] = (await poll(queue, 0)).events as { id: number }[];
    queue.lastEventId = id;
    await poll(queue, 0);
    await of(0, QueueProgressSaver).saveAll();
    const ask = (last_event_id: number) =>
      bo.at(1).get('events', { queue_id: queue.id, last_event_id, dont_block: true });
    expect((await ask(-1)).body.msg).toBe('An event newer than -1 has already been pruned!');
    expect((await ask(id + 2 ** 40)).body.msg).toMatch(/was not in this queue$/);
    expect((await ask(id)).body).toMatchObject({ result: 'success', events: [] });
  });

  it('cannot read the queue of another user', async () => {
    const [queue] = await queuesOf(bo, 1);
    const answer = await ana.at(1).get('events', { queue_id: queue.id, last_event_id: -1, dont_block: true });
    expect(answer.body.code).toBe('BAD_EVENT_QUEUE_ID');
    expect((await ana.delete('events', { queue_id: queue.id })).body.code).toBe('BAD_EVENT_QUEUE_ID');
    expect((await poll(queue, 1)).result).toBe('success');
  });

  it('keeps its queue where the clock of its node is wrong', async () => {
    const [queue] = await queuesOf(bo, 1);
    const now = Date.now() - 3_600_000;
    jest.spyOn(of(1, Clock), 'now').mockImplementation(() => new Date(now) as never);
    await poll(queue, 1);
    await world.sql(`UPDATE event_queue SET last_seen_at = now() - interval '10 minutes' WHERE id = $1`, [queue.id]);
    await of(1, QueueProgressSaver).saveAll();
    const [{ age }] = await world.sql<{ age: number }>(
      'SELECT extract(epoch FROM now() - last_seen_at)::int AS age FROM event_queue WHERE id = $1',
      [queue.id],
    );
    expect(age).toBeLessThan(300);
  });

  it('finds the position that its node stored on shutdown', async () => {
    const node = await secondNode(world);
    const [queue] = await queuesOf(bo, 1);
    const query = new URLSearchParams({ queue_id: queue.id, last_event_id: '-1', dont_block: 'true' });
    await fetch(`${node.url}/api/v1/events?${query}`, { headers: { authorization: bo.authorization } });
    of(0, Hub).remove(of(0, ResidentQueues).find(queue.id)!);
    await telling(5);
    const told = of(0, LogTail).passedXid;
    await until(() => node.app.get(LogTail, { strict: false }).passedXid >= told);
    await node.stop();
    const [{ behind }] = await world.sql<{ behind: number }>(
      `SELECT ($2::bigint - caught_up_xid)::int AS behind FROM event_queue WHERE id = $1`,
      [queue.id, told],
    );
    expect(behind).toBeLessThanOrEqual(0);
  });

  /** The last one: nodes of one process authenticate by the node that was started last, which must continue. */
  it('receives each message once and in order while nodes are replaced one by one', async () => {
    const CLIENTS = 150;
    const MESSAGES = 40;
    const start = () => secondNode(world, { PARLEY_DRAIN_SECONDS: '0' });
    const nodes = [await start(), await start()];
    const readers = [await world.member('rita'), await world.member('ron')];
    await ana.subscribe('plans', { principals: readers.map(({ id }) => id) });
    const queues = (await Promise.all(readers.map((reader) => queuesOf(reader, CLIENTS / 2)))).flat();
    const heard = queues.map((): number[] => []);
    const live = async (queue: EventQueue, at: number) => {
      for (let turn = at; heard[at].length < MESSAGES; turn++) {
        const node = nodes[turn % nodes.length];
        const query = new URLSearchParams({ queue_id: queue.id, last_event_id: String(queue.lastEventId) });
        const headers = { authorization: queue.person.authorization };
        const answer = await fetch(`${node.url}/api/v1/events?${query}`, { headers })
          .then((response) => response.json() as Promise<PollAnswer>)
          .catch((): PollAnswer => ({}));
        if (answer.code === 'SERVER_NOT_READY') continue; // It has much to do; clients try again, here at another node.
        if (!answer.events && nodes.includes(node)) throw new Error(`${node.url} answers ${JSON.stringify(answer)}`);
        for (const event of answer.events ?? []) {
          queue.lastEventId = event.id;
          if (event.message) heard[at].push(event.message.id);
        }
      }
    };
    const clients = Promise.all(queues.map(live));
    const ids: number[] = [];
    const readiness = new Set<number>();
    const send = async () => {
      for (let at = 0; at < MESSAGES / 4; at++) {
        ids.push(await ana.at(0).send('plans', 'replaced', `message ${ids.length}`));
        for (const { url } of nodes) readiness.add((await fetch(`${url}/health/ready`)).status);
      }
    };
    const replace = async () => {
      for (let replaced = 0; replaced < 2; replaced++) {
        await send();
        nodes.push(await start());
        const left = nodes.shift()!.leave();
        await send();
        await left;
      }
    };
    await Promise.all([clients, replace()]);
    for (const one of heard) expect(one).toEqual(ids);
    expect([...readiness]).toEqual([200]);
    for (const node of nodes) await node.stop();
  });
});
