import { createServer, Server } from 'node:net';
import { startBalancer } from '../scale/balancer';
import type { NodeProcess } from '../scale/node-process';
import { EventStreamConnection } from '../support/event-stream';
import { isInstalled } from '../support/installed';
import { freePort } from '../support/ports';
import { bodyOf, rawResponse } from '../support/raw-response';
import { World } from '../support/world';

const balancers = isInstalled('nginx') ? ['nginx', 'own'] : ['own'];

/** What clients receive while nodes are killed: an answer after which they may retry. */
describe.each(balancers)('before killed nodes, the balancer "%s"', (kind) => {
  let node: Server;
  let balancer: NodeProcess;

  beforeAll(async () => {
    // Accepts a request and ends, as a node that is killed during one.
    node = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('data', () => socket.destroy());
    });
    const port = await freePort();
    await new Promise<void>((resolve) => node.listen(port, '127.0.0.1', resolve));
    balancer = await startBalancer(await freePort(), [port], kind);
  });
  afterAll(async () => {
    await balancer.stop();
    await new Promise((resolve) => node.close(resolve));
  });

  it.each(['with the request in hand', 'before they took it'])(
    'answers 503 with Retry-After when they end %s',
    async (moment) => {
      if (moment !== 'with the request in hand') await new Promise((resolve) => node.close(resolve));
      const body = new URLSearchParams({ type: 'direct', to: '[1]', content: 'x' });
      const response = await fetch(`${balancer.url}/api/v1/messages`, { method: 'POST', body });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ result: 'error', code: 'SERVER_NOT_READY' });
    },
  );
});

describe.each(balancers)('before a node, the balancer "%s"', (kind) => {
  let world: World;
  let balancer: NodeProcess;
  beforeAll(async () => {
    world = await World.start({}, 1);
    balancer = await startBalancer(await freePort(), [Number(new URL(world.url).port)], kind);
  });
  afterAll(async () => {
    await balancer.stop();
    await world.stop();
  });

  /** A node answers before it has read everything; a client that is still sending must receive that answer. */
  it.each([5, 20])('forwards its refusal of a body that is too large, every time, at %i MiB', async (mebibytes) => {
    const body = new URLSearchParams({ content: 'x'.repeat(mebibytes * 1024 * 1024) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let turn = 0; turn < 6; turn++) {
      const answer = await fetch(`${balancer.url}/api/v1/messages/render`, { method: 'POST', body, headers });
      const said = await answer.json();
      const refusal = { result: 'error', msg: 'The request is too large', code: 'BAD_REQUEST' };
      expect([answer.status, said]).toEqual([400, refusal]);
    }
    expect((await fetch(`${balancer.url}/health/live`)).status).toBe(200);
  });

  /** The node refuses a picture after reading it; either refuses a longer body that is no upload. */
  it.each([
    ['POST', '/api/v1/user_uploads', 401],
    ['POST', '/json/user_uploads/', 401],
    ['POST', '/api/v1/users/me/avatar', 401],
    ['POST', '/api/v1/realm/emoji/party', 401],
    ['PATCH', '/api/v1/user_uploads', kind === 'nginx' ? 400 : 405],
    ['POST', '/api/v1/messages', 400],
  ])('accepts 5 MiB for uploads only: %s %s', async (method, path, status) => {
    const body = new FormData();
    body.append('file', new Blob([Buffer.alloc(5 * 1024 * 1024)]), 'x.png');
    const answer = await fetch(balancer.url + path, { method, body });
    expect([answer.status, ((await answer.json()) as { result: string }).result]).toEqual([status, 'error']);
  });

  it('accepts addresses as long as the node does', async () => {
    const ids = Array.from({ length: 5_000 }, (_, at) => 10_000_000 + at);
    const query = new URLSearchParams({ message_ids: JSON.stringify(ids), narrow: '[]' }).toString();
    const answer = await fetch(`${balancer.url}/api/v1/messages?${query}`);
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  });

  it.each([
    ['malformed', 'no HTTP', 'hello\r\n\r\n'],
    ['malformed', 'of two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc'],
    [
      'malformed',
      'of a length and chunked',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['too large', 'by its address', `GET /?${'x'.repeat(110_000)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`],
    [
      'too large',
      'by its headers',
      `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'y'.repeat(110_000)}\r\n\r\n`,
    ],
  ])('answers with a documented error what is %s: %s', async (word, _, bytes) => {
    const answer = await rawResponse(balancer.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(bodyOf(answer)).toEqual({ result: 'error', msg: `The request is ${word}`, code: 'BAD_REQUEST' });
  });

  it('forwards each event of a stream at once', async () => {
    const ana = await world.member('ana');
    const { id } = await ana.register({ event_types: ['typing'] });
    const stream = await EventStreamConnection.open({ authorization: ana.authorization, world: balancer }, id);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    for (let turn = 0; turn < 3; turn++) {
      await world.owner.ok('POST', 'typing', { op: 'start', type: 'direct', to: [ana.id] });
      expect((await stream.take(1)).map(({ type }) => type)).toEqual(['typing']);
    }
    stream.close();
  });

  it.each(['/metrics', '/metrics/', '/metrics?', '/metrics/?a=b'])('restricts %s to its own network', async (path) => {
    expect((await fetch(`${world.url}${path}`)).status).toBe(200);
    expect((await fetch(`${balancer.url}${path}`)).status).toBe(404);
  });
});
