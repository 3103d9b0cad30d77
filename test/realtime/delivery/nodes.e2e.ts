import type { RunningServer } from '../../../apps/server/src/boot';
import { ResidentQueues } from '../../../libs/realtime/src/delivery/resident-queues.service';
import { Line } from '../../support/line';
import { secondNode } from '../../support/second-node';
import { until } from '../../support/until';
import { World } from '../../support/world';
import type { Person } from '../../support/person';

/** Two nodes on one database, without sticky sessions. */
describe('several nodes', () => {
  let world: World;
  let other: RunningServer;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    world = await World.start();
    other = await secondNode(world);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
  });
  afterAll(async () => {
    await other.stop();
    await world.stop();
  });

  const events = async (url: string, person: Person, queue: string, last: number, block = false) => {
    const query = new URLSearchParams({ queue_id: queue, last_event_id: String(last), dont_block: String(!block) });
    const response = await fetch(`${url}/api/v1/events?${query}`, { headers: { authorization: person.authorization } });
    return ((await response.json()) as { events: { id: number; type: string; message?: { id: number } }[] }).events;
  };

  it('start on a database with an organization, and create no second one', async () => {
    expect(other.firstStart.created).toBe(false);
    expect(await world.sql('SELECT count(*)::int AS count FROM organization')).toEqual([{ count: 1 }]);
  });

  it('serve a queue of another node, with the same ids', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const id = await ana.send('plans', 'nodes', 'here');
    const [there] = await events(other.url, bo, queue.id, -1, true);
    const here = await queue.until(({ message }) => (message as { id: number }).id === id);
    expect(there.id).toBe(here.id);
    expect(there.message!.id).toBe(id);
  });

  it('serve a client that polls them in turns, without loss or repetition', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const sent: number[] = [];
    const heard: number[] = [];
    let last = -1;
    for (let turn = 0; turn < 20; turn++) {
      sent.push(await ana.send('plans', 'turns', `message ${turn}`));
      for (const event of await events(turn % 2 ? world.url : other.url, bo, queue.id, last, true)) {
        last = event.id;
        if (event.message) heard.push(event.message.id);
      }
    }
    while (heard.length < sent.length) {
      for (const event of await events(world.url, bo, queue.id, last, true)) {
        last = event.id;
        if (event.message) heard.push(event.message.id);
      }
    }
    expect(heard).toEqual(sent);
  });

  it('send events of a subscription that another node changed', async () => {
    const cy = await world.member('cy');
    const queue = await cy.register({ event_types: ['message'] });
    await events(other.url, cy, queue.id, -1);
    await ana.subscribe('plans', { principals: [cy.id], send_new_subscription_messages: false });
    const id = await ana.send('plans', 'nodes', 'welcome');
    await ana.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'], principals: [ana.id] });
    const [event] = await events(other.url, cy, queue.id, -1, true);
    expect(event.message!.id).toBe(id);
  });
});

/** The network between them drops packets: neither end learns that the other is gone. */
describe('a node that has lost its connection to the database', () => {
  let world: World;
  let line: Line;
  let node: RunningServer;
  beforeAll(async () => {
    world = await World.start();
    line = await Line.to(world.databaseUrl);
    node = await secondNode(world, { PARLEY_LOG_LEVEL: 'silent' }, line.url);
  });
  afterAll(async () => {
    await node.stop();
    await line.cut();
    await world.stop();
  });

  const ask = (path: string) => fetch(node.url + path, { headers: { authorization: world.owner.authorization } });
  const statusOf = async (path: string) => {
    const answer = await ask(path);
    await answer.text();
    return answer.status;
  };

  it('answers every request with an error at once, and serves again when the network is back', async () => {
    const queue = await world.owner.register({ event_types: ['message'] });
    const poll = `/api/v1/events?queue_id=${queue.id}&last_event_id=-1`;
    const waiting = ask(poll).then((answer) => answer.json());
    while (!node.app.get(ResidentQueues, { strict: false }).find(queue.id)?.waiting) await new Promise(setImmediate);

    line.fallSilent();
    expect(await waiting).toMatchObject({ result: 'success', events: [] });
    const from = performance.now();
    const refused = await ask('/api/v1/users/me');
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '1',
      { result: 'error', msg: 'The server is not ready.', code: 'SERVER_NOT_READY' },
    ]);
    expect([await statusOf(poll), await statusOf('/health/live')]).toEqual([503, 200]);
    expect(performance.now() - from).toBeLessThan(1_500);
    expect(await statusOf('/health/ready')).toBe(503);
    expect(await statusOf('/metrics')).toBe(200);

    line.mend();
    await until(async () => (await statusOf('/api/v1/users/me')) === 200);
    const id = await world.owner.sendTo([world.owner], 'after the silence');
    expect(await (await ask(poll)).json()).toMatchObject({ events: [{ message: { id } }] });
    const many = await Promise.all(Array.from({ length: 40 }, () => statusOf('/api/v1/users/me')));
    expect(new Set(many)).toEqual(new Set([200]));
  });
});
