import type { RunningServer } from '../apps/server/src/boot';
import { secondNode } from './support/second-node';
import { World } from './support/world';
import type { Person } from './support/person';

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

  it('start on a database that has an organization, and make no second one', async () => {
    expect(other.firstStart.created).toBe(false);
    expect(await world.sql('SELECT count(*)::int AS count FROM organization')).toEqual([{ count: 1 }]);
  });

  it('serve a queue that another one made, with the same ids', async () => {
    const queue = await bo.register({ event_types: ['message'] });
    const id = await ana.send('plans', 'nodes', 'here');
    const [there] = await events(other.url, bo, queue.id, -1, true);
    const here = await queue.until(({ message }) => (message as { id: number }).id === id);
    expect(there.id).toBe(here.id);
    expect(there.message!.id).toBe(id);
  });

  it('go on where a client polls in turns, without loss or repetition', async () => {
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

  it('tell of a membership that the other one changed', async () => {
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
