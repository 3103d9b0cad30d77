import { Config } from '@app/platform';
import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Relay } from './relay.client';

type Saying = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

describe('Relay', () => {
  let server: Server;
  let relay: Relay;
  let say: Saying;
  const asked: (IncomingMessage & { text: string })[] = [];
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const relayAt = (address: string) =>
    new Relay(
      Config.fromEnvironment({
        PARLEY_PUSH_RELAY_URL: address,
        PARLEY_PUSH_RELAY_ORG_ID: 'our-id',
        PARLEY_PUSH_RELAY_ORG_KEY: 'our:key',
      }),
    );

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const whole = Object.assign(request, { text: Buffer.concat(parts).toString() });
      asked.push(whole);
      say(whole, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    relay = relayAt(`${url()}/`);
  });
  afterAll(async () => {
    relay.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const answering =
    (status: number, text: string, headers: Record<string, string> = {}): Saying =>
    (_, response) =>
      void response.writeHead(status, headers).end(text);
  const ask = (by = relay) => by.post('push/e2ee/notify', { a: 1 }, 'json');

  it('identifies the server, and loses no digit of a number', async () => {
    say = answering(200, '{"device_id":9223372036854775807,"counts":[1,2.5]}');
    const body = { id: -9_223_372_036_854_775_808n, list: [{ id: 9_007_199_254_740_993n }], none: null };
    const response = await relay.post('push/e2ee/notify', body, 'json');
    const { method, url: path, headers, text } = asked.at(-1)!;
    expect([method, path]).toEqual(['POST', '/api/v1/remotes/push/e2ee/notify']);
    expect(headers.authorization).toBe(`Basic ${Buffer.from('our-id:our:key').toString('base64')}`);
    expect(headers['user-agent']).toMatch(/^ZulipServer\/\d/);
    expect(headers['content-type']).toBe('application/json');
    expect(text).toBe('{"id":-9223372036854775808,"list":[{"id":9007199254740993}],"none":null}');
    expect(response).toEqual({ kind: 'done', body: { device_id: 9_223_372_036_854_775_807n, counts: [1n, 2.5] } });
  });

  it('encodes forms: text unchanged, other values as JSON, absent values left out', async () => {
    say = answering(200, '{}');
    await relay.post('push/e2ee/register', { text: 'a&b=ü', id: 9_007_199_254_740_993n, all: [1], no: null }, 'form');
    const { headers, text } = asked.at(-1)!;
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
      text: 'a&b=ü',
      id: '9007199254740993',
      all: '[1]',
    });
  });

  it.each<[string, Saying, object]>([
    ['a refusal', answering(403, '{"code":"NO"}'), { kind: 'refused', status: 403, code: 'NO', body: { code: 'NO' } }],
    ['a refusal in no words', answering(404, '<html>'), { kind: 'refused', status: 404, code: null, body: {} }],
    ['a refusal in words that are no code', answering(403, '{"code":"No\\n"}'), { kind: 'refused', code: null }],
    ['a refusal without end', answering(403, `{"code":"${'A'.repeat(65)}"}`), { kind: 'refused', code: null }],
    [
      'a number of more than 64 bits',
      answering(200, `{"a":${'9'.repeat(400)}}`),
      { kind: 'done', body: { a: Infinity } },
    ],
    ['a request to wait', answering(429, '{}', { 'retry-after': '7' }), { kind: 'refused', retryAfterSeconds: 7 }],
    ['a redirect', answering(302, '', { location: '/elsewhere' }), { kind: 'refused', status: 302 }],
    ['a failure', answering(503, '{}', { 'retry-after': '9' }), { kind: 'broken', status: 503, retryAfterSeconds: 9 }],
    ['a success that is no JSON', answering(200, 'fine'), { kind: 'broken', status: 200 }],
    ['a success that is no object', answering(200, '[1]'), { kind: 'broken', status: 200 }],
    ['nesting without end', answering(200, '['.repeat(200_000)), { kind: 'broken', status: 200 }],
    ['an answer that is cut off', (_, response) => response.socket!.destroy(), { kind: 'unreachable' }],
    [
      'an answer without end',
      (_, response) => {
        response.writeHead(200);
        const more = () => response.write('x'.repeat(1_000_000), () => response.destroyed || setImmediate(more));
        more();
      },
      { kind: 'unreachable', reason: expect.stringContaining('longer than') },
    ],
  ])('reports %s', async (_, saying, expected) => {
    say = saying;
    expect(await ask()).toMatchObject(expected);
  });

  it('follows no redirect', async () => {
    say = answering(307, '', { location: `${url()}/api/v1/remotes/elsewhere` });
    const before = asked.length;
    await ask();
    expect(asked).toHaveLength(before + 1);
  });

  it('retries over a new connection if the relay has closed the reused one', async () => {
    say = answering(200, '{}');
    await ask();
    let isFirst = true;
    say = (request, response) => {
      if (!isFirst) return void response.writeHead(200).end('{"again":true}');
      isFirst = false;
      request.socket.destroy();
    };
    expect(await ask()).toEqual({ kind: 'done', body: { again: true } });
  });

  it('reports an unreachable relay', async () => {
    const nobody = relayAt('http://127.0.0.1:1');
    expect(await ask(nobody)).toEqual({ kind: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') });
  });

  it('refuses an invalid certificate', async () => {
    const plain = relayAt(url().replace('http:', 'https:'));
    expect((await ask(plain)).kind).toBe('unreachable');
  });

  it('stops when the caller aborts', async () => {
    say = () => undefined;
    const end = new AbortController();
    const asking = relay.post('push/e2ee/notify', {}, 'json', end.signal);
    end.abort(new Error('the end'));
    await expect(asking).rejects.toThrow('the end');
  });

  it('sends nothing if no relay is configured', async () => {
    const none = new Relay(Config.fromEnvironment({}));
    expect(none.isConfigured).toBe(false);
    await expect(none.post('push/e2ee/notify', {}, 'json')).rejects.toThrow('No push relay is configured');
  });
});
