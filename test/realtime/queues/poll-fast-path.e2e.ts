import { connect } from 'node:net';
import { Queues } from '../../../libs/realtime/src/queues/queues.service';
import type { EventQueue } from '../../support/event-queue';
import type { Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

describe('the usual poll, which is answered before the framework', () => {
  let world: World;
  let ana: Person;
  let queue: EventQueue;
  beforeAll(async () => {
    world = await World.start({}, 1);
    ana = await world.member('ana');
    await ana.subscribe('plans');
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    queue = await ana.register({ event_types: ['message'] });
    await queue.poll({ dont_block: true }); // from now on the node knows the credentials
  });
  afterEach(() => jest.restoreAllMocks());

  const query = (parameters: object = {}) => ({ queue_id: queue.id, last_event_id: queue.lastEventId, ...parameters });
  /** Whether the answer to some work came by the fast path. */
  async function isShort(work: () => Promise<unknown>): Promise<boolean> {
    const fastPath = jest.spyOn(world.service(Queues), 'acknowledgeAtOnce');
    await work();
    const [result] = fastPath.mock.results;
    fastPath.mockRestore();
    return result?.value === true;
  }
  async function rawStatus(head: string): Promise<string> {
    const { port, hostname } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    socket.write(`${head}\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) {
      answer += String(chunk);
      if (answer.includes('\r\n\r\n')) break;
    }
    return answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  }

  it('has the headers and the form of every answer', async () => {
    await ana.send('plans', 'lunch', 'süß 🍲');
    await world.settled();
    let answer: Awaited<ReturnType<Person['get']>>;
    expect(await isShort(async () => (answer = await ana.get('events', query())))).toBe(true);
    const { status, headers, body } = answer!;
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toMatchObject({ result: 'success', msg: '', queue_id: queue.id });
    expect(body.events).toMatchObject([{ type: 'message', message: { content: 'süß 🍲' } }]);
  });

  it('is measured like others', async () => {
    const count = async () => {
      const text = await (await fetch(`${world.url}/metrics`)).text();
      return Number(/^parley_request_seconds_count\{.*route="\/api\/v1\/events".*\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await ana.send('plans', 'lunch', 'one');
    expect(await isShort(() => queue.poll())).toBe(true);
    await until(async () => (await count()) === before + 1);
  });

  it.each([
    ['a parameter that the operation does not know', { foo: 'bar' }],
    ['a poll that does not wait', { dont_block: true }],
    ['an id in another form', { last_event_id: '00' }],
  ])('goes on to the framework with %s', async (_what, parameters) => {
    await ana.send('plans', 'lunch', 'two');
    await world.settled();
    expect(await isShort(() => ana.get('events', query(parameters)))).toBe(false);
  });

  it('is refused with two hosts, and with other credentials', async () => {
    const target = `GET /api/v1/events?queue_id=${queue.id}&last_event_id=${queue.lastEventId} HTTP/1.1`;
    const host = new URL(world.url).host;
    const own = `authorization: ${ana.authorization}`;
    expect(await rawStatus(`${target}\r\nhost: ${host}\r\nhost: ${host}\r\n${own}`)).toBe('400');
    const wrong = `authorization: Basic ${Buffer.from(`${ana.email}:${'x'.repeat(32)}`).toString('base64')}`;
    expect(await rawStatus(`${target}\r\nhost: ${host}\r\n${wrong}`)).toBe('401');
    expect(await rawStatus(`${target}\r\nhost: ${host}`)).toBe('401');
  });

  it('is refused an id that it has acknowledged, as by the framework', async () => {
    const id = await ana.send('plans', 'lunch', 'three');
    await queue.until(({ message }) => (message as { id: number }).id === id);
    await queue.poll({ dont_block: true });
    expect((await ana.get('events', query({ last_event_id: -1 }))).body.code).toBe('BAD_REQUEST');
  });
});
