import { connect, Socket } from 'node:net';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const MESSAGES = 120;
const LONG = 9_900;
const MIB = 1024 * 1024;
/** The whole server, with clients that read their answers a byte at a time, or never. */
describe('slow clients', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let queue: EventQueue;
  const slow: Socket[] = [];
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    queue = await bo.register({ event_types: ['message'] });
    const send = () => ana.send('plans', 'much', 'x'.repeat(LONG));
    for (let sent = 0; sent < MESSAGES; sent += 10) await Promise.all(Array.from({ length: 10 }, send));
    await world.settled();
  });
  afterAll(async () => {
    for (const socket of slow) socket.destroy();
    await world.stop();
  });

  /** Requests the events of the queue so many times, and reads nothing. */
  const poll = (times: number) => {
    const { port, hostname } = new URL(world.url);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined); // The connection may be closed.
    const path = `/api/v1/events?queue_id=${queue.id}&last_event_id=-1&dont_block=true`;
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${bo.authorization}\r\n\r\n`.repeat(times));
    slow.push(socket);
    return socket;
  };
  const unread = async () => {
    const text = await (await fetch(`${world.url}/metrics`)).text();
    return Number(/^parley_unread_bytes (\S+)/m.exec(text)![1]);
  };

  it('do not delay writers and other readers', async () => {
    const others = await ana.register({ event_types: ['message'] });
    for (let turn = 0; turn < 3; turn++) poll(12);
    const byBytes = poll(12);
    const dripping = setInterval(() => byBytes.read(1), 50);
    await until(async () => (await unread()) > MIB);
    for (let turn = 0; turn < 10; turn++) {
      const id = await ana.send('plans', 'quick', `hello ${turn}`);
      await others.until(({ message }) => (message as { id: number }).id === id);
    }
    clearInterval(dripping);
    expect(await unread()).toBeGreaterThan(MIB);
  });

  it('leave no memory in use when they disconnect', async () => {
    for (const socket of slow.splice(0)) socket.destroy();
    await until(async () => (await unread()) === 0);
  });

  it('receive all their events in pieces', async () => {
    const sizes: number[] = [];
    for (let events = await queue.poll(); sizes.length === 0 || events.length > 0;) {
      sizes.push(JSON.stringify(events).length);
      events = await queue.poll({ dont_block: true });
    }
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(1.1 * MIB);
    const ids = queue.seen.map(({ message }) => (message as { id: number }).id);
    expect([ids.length, new Set(ids).size]).toEqual([MESSAGES + 10, MESSAGES + 10]);
  });
});
