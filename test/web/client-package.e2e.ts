import {
  Connection,
  EventQueue,
  patiently,
  QueuePlace,
  register,
  RequestRefused,
  sendOnce,
  ServerEvent,
  ServerUnreachable,
  upload,
} from '@parley/client';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { World } from '../support/world';

describe('the client package', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let connection: Connection;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    connection = of(bo);
  });
  afterAll(() => world.stop());

  const of = ({ email, key }: Person, url = world.url): Connection =>
    new Connection({ url, credentials: { email, key } });
  const placeOf = async (): Promise<QueuePlace> => {
    const { queue_id: queueId, last_event_id: lastEventId } = await register(connection, { eventTypes: ['message'] });
    return { queueId, lastEventId };
  };
  const textsOf = (events: readonly ServerEvent[]): string[] =>
    events.flatMap((event) => (event.type === 'message' ? [event.message.content] : []));

  it('sends the parameters of operations in the path, the query and the form', async () => {
    const channelId = await bo.channelId('plans');
    await ana.send('plans', 'paths & slashes', 'hello');
    const { topics } = await connection.request('GET users/me/{stream_id}/topics', { stream_id: channelId });
    expect(topics.map(({ name }) => name)).toContain('paths & slashes');
    const { subscribed } = await connection.request('POST users/me/subscriptions', {
      subscriptions: [{ name: 'typed' }],
    });
    expect(Object.values(subscribed)).toEqual([['typed']]);
  });

  it('reports the error of a refused request', async () => {
    const refused = connection.request('GET messages/{id}', { id: 999_999 });
    await expect(refused).rejects.toThrow(RequestRefused);
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST', message: 'Invalid message(s)' });
    const stranger = new Connection({ url: world.url, credentials: { email: bo.email, key: 'wrong' } });
    await expect(stranger.request('GET users/me', {})).rejects.toMatchObject({ isLoggedOut: true, isPassing: false });
    const nobody = new Connection({ url: 'http://127.0.0.1:9', credentials: null });
    await expect(nobody.request('GET server_settings', {})).rejects.toThrow(ServerUnreachable);
  });

  it.each(['stream', 'poll'] as const)(
    'reads a queue by %s, each event once, and registers again when it has ended',
    async (by) => {
      const ended = new AbortController();
      const heard: string[] = [];
      let renewals = 0;
      const handlers = {
        take: (events: readonly ServerEvent[]) => void heard.push(...textsOf(events)),
        renew: () => placeOf().finally(() => renewals++),
      };
      const queue = new EventQueue(connection, await placeOf(), handlers, { by });
      const running = queue.run(ended.signal);
      await ana.send('plans', 'queues', 'one');
      await until(() => heard.length === 1);
      await bo.ok('DELETE', 'events', { queue_id: queue.current.queueId });
      await until(() => renewals === 1);
      await ana.send('plans', 'queues', 'two');
      await until(() => heard.length === 2);
      ended.abort();
      await running;
      expect(heard).toEqual(['<p>one</p>', '<p>two</p>']);
    },
  );

  it('registers again after an event that it cannot apply, and continues', async () => {
    const ended = new AbortController();
    const heard: string[] = [];
    let renewals = 0;
    const take = (events: readonly ServerEvent[]) => {
      const texts = textsOf(events);
      if (texts.includes('<p>unfit</p>')) throw new TypeError('This client is too old');
      heard.push(...texts);
    };
    const handlers = { take, renew: () => placeOf().finally(() => renewals++) };
    const running = new EventQueue(connection, await placeOf(), handlers).run(ended.signal);
    await ana.send('plans', 'unfit', 'unfit');
    await until(() => renewals === 1);
    await ana.send('plans', 'unfit', 'fit');
    await until(() => heard.length === 1);
    ended.abort();
    await running;
    expect([heard, renewals]).toEqual([['<p>fit</p>'], 1]);
  });

  it('polls if a proxy holds streams back', async () => {
    // A proxy that passes nothing on before the answer is complete.
    const proxy = createServer((request, response) => {
      void fetch(world.url + request.url, { headers: request.headers as Record<string, string> }).then(
        async (answer) => {
          const body = await answer.text();
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! }).end(body);
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const behind = of(bo, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    const ended = new AbortController();
    const heard: string[] = [];
    const handlers = { take: (events: readonly ServerEvent[]) => void heard.push(...textsOf(events)), renew: placeOf };
    const running = new EventQueue(behind, await placeOf(), handlers, { firstWordMs: 50 }).run(ended.signal);
    await ana.send('plans', 'proxies', 'through');
    await until(() => heard.length === 1);
    ended.abort();
    await running;
    proxy.closeAllConnections();
    proxy.close();
  });

  it('ends when its credentials become invalid', async () => {
    const cy = await world.member('cy');
    const own = of(cy);
    const { queue_id: queueId, last_event_id: lastEventId } = await register(own, { eventTypes: ['message'] });
    const handlers = { take: () => undefined, renew: () => Promise.reject(new Error('It was not to be renewed')) };
    const running = new EventQueue(own, { queueId, lastEventId }, handlers).run(new AbortController().signal);
    await cy.ok('POST', 'users/me/api_key/regenerate');
    await expect(running).rejects.toMatchObject({ isLoggedOut: true });
  });

  it('sends a message once, however often the request is repeated', async () => {
    let isLost = true;
    const lossy = new Connection({
      url: world.url,
      credentials: { email: bo.email, key: bo.key },
      fetch: async (...request) => {
        const answer = await fetch(...request);
        if (!isLost) return answer;
        isLost = false;
        throw new TypeError('The answer was lost');
      },
    });
    const message = {
      type: 'stream' as const,
      to: String(await bo.channelId('plans')),
      topic: 'once',
      content: 'only once',
    };
    const { id } = await sendOnce(lossy, message, 'a-key-of-our-own', { firstMs: 1 });
    const narrow = [{ operator: 'topic', operand: 'once' }];
    const { messages } = await connection.request('GET messages', {
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
      narrow,
    });
    expect(messages.map((one) => one.id)).toEqual([id]);
  });

  it('waits for as long as the server says, and retries requests that can be repeated', async () => {
    const answers = [
      () => Promise.reject(new RequestRefused(429, 'RATE_LIMIT_HIT', 'Slow down', {}, 20)),
      () => Promise.reject(new ServerUnreachable('away')),
      () => Promise.resolve('done'),
    ];
    expect(await patiently(() => answers.shift()!(), { firstMs: 1 })).toBe('done');
    const refused = new RequestRefused(400, 'BAD_REQUEST', 'No', {}, null);
    await expect(patiently(() => Promise.reject(refused), { firstMs: 1 })).rejects.toBe(refused);
  });

  it('hears of no time that is too long for a timer, which would end at once', async () => {
    const server = createServer((_, response) =>
      response.writeHead(429, { 'retry-after': '99999999' }).end('{"code":"RATE_LIMIT_HIT","msg":"Slow down"}'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const busy = of(bo, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const refused = busy.request('GET users/me', {});
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMIT_HIT', retryAfterMs: 2 ** 31 - 1 });
    server.close();
  });

  it('uploads a file', async () => {
    const { url, filename } = await upload(connection, new Blob(['a plan']), 'plan.txt');
    expect(filename).toBe('plan.txt');
    const file = await fetch(world.url + url, { headers: { authorization: bo.authorization } });
    expect(await file.text()).toBe('a plan');
  });
});
