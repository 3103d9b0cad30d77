import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { RawClient } from '../support/raw-client';
import { until } from '../support/until';

const KIB = 1024;
const MIB = 1024 * KIB;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PARTS = { 'content-type': 'multipart/form-data; boundary=b' };
/** What a hostile client does to a node with a heap of 512 MB, with and without an account. */
describe('a node of 512 MB under attack', () => {
  let host: NodeHost;
  let node: NodeProcess;
  let authorization: string;
  const clients: RawClient[] = [];
  beforeAll(async () => {
    host = await NodeHost.open();
    node = await host.startNode({ NODE_OPTIONS: '--max-old-space-size=512' });
    authorization = await host.authorization(node);
    const names = Array.from({ length: 20 }, (_, at) => ({ name: `c${at}` }));
    await call('POST', 'users/me/subscriptions', { subscriptions: JSON.stringify(names) });
    for (let sent = 0; sent < 200; sent++)
      await call('POST', 'messages', { type: 'stream', to: 'c0', topic: 't', content: `m${sent}` });
    await query(host.databaseUrl, `UPDATE message SET rendered_content = repeat('x', 200000) WHERE topic = 't'`);
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.destroy();
  });
  afterAll(() => host.close());

  const call = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const encoded = new URLSearchParams(fields);
    const inQuery = method === 'GET' ? `?${encoded.toString()}` : '';
    const init = { method, headers: { authorization }, ...(inQuery ? {} : { body: encoded }) };
    const response = await fetch(`${node.url}/api/v1/${path}${inQuery}`, init);
    return { status: response.status, text: await response.text() };
  };
  const connect = async () => {
    const client = await RawClient.to(node.url);
    clients.push(client);
    return client;
  };
  const many = (count: number, work: (at: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  const measured = async (name: string) => {
    const text = await (await fetch(`${node.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)![1]);
  };
  const heap = () => measured('parley_nodejs_heap_size_used_bytes');

  const attacks: [string, () => Promise<unknown>][] = [
    [
      'forms of anonymous clients, to known and unknown paths',
      () =>
        many(60, async (at) => {
          const path = ['/nowhere', '/api/v1/messages', '/api/v1/fetch_api_key', '/login'][at % 4];
          const client = (await connect()).begin('POST', path, { ...PARTS, 'content-length': String(40 * MIB) });
          for (let sent = 0; sent < 8; sent++) client.socket.write(Buffer.alloc(MIB, 'x'));
        }),
    ],
    [
      'forms that trickle',
      () =>
        many(300, async () => {
          const headers = { ...FORM, 'content-length': String(64 * KIB) };
          (await connect()).begin('POST', '/api/v1/fetch_api_key', headers, 'x'.repeat(60 * KIB));
        }),
    ],
    [
      'heads that trickle',
      () => many(300, async () => (await connect()).socket.write('GET / HTTP/1.1\r\nx-long: aaaa')),
    ],
    [
      'long forms with an account',
      () =>
        many(60, async () => {
          const headers = { ...FORM, authorization, 'content-length': String(4 * MIB) };
          (await connect()).begin('POST', '/api/v1/messages', headers, 'x'.repeat(3 * MIB));
        }),
    ],
    [
      'large pages',
      () =>
        many(24, async () => {
          const { status } = await call('GET', 'messages', { anchor: 'newest', num_before: '3000', num_after: '0' });
          expect([200, 429, 503]).toContain(status);
        }),
    ],
    [
      'answers that are never read',
      () =>
        many(60, async () => {
          const client = await connect();
          client.socket.pause();
          const path = '/api/v1/messages?anchor=newest&num_before=3000&num_after=0';
          for (let sent = 0; sent < 4; sent++) client.begin('GET', path, { authorization });
        }),
    ],
    [
      'long strings',
      () => many(20, async (at) => call('POST', 'user_groups/create', group(`g${at}`, 'x'.repeat(3 * MIB)))),
    ],
    [
      'queues',
      () =>
        many(60, async () => {
          const types = JSON.stringify(Array.from({ length: 10_000 }, (_, type) => `type${type}`.repeat(10)));
          return call('POST', 'register', { event_types: types });
        }),
    ],
  ];
  const group = (name: string, description: string) => ({ name, description, members: '[]' });

  it.each(attacks)('stays up and answers others: %s', async (_, attack) => {
    const before = await heap();
    const under = attack().catch((error: Error) => error);
    const took: number[] = [];
    for (let asked = 0; asked < 5; asked++) {
      const began = performance.now();
      const answer = await fetch(`${node.url}/api/v1/server_settings`);
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
      took.push(performance.now() - began);
    }
    const failed = await under;
    if (failed instanceof Error) throw failed;
    expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(5_000); // half a second on a quiet machine
    for (const { socket } of clients.splice(0)) socket.destroy();
    await until(async () => (await measured('parley_request_body_bytes')) === 0);
    await until(async () => (await heap()) < before + 200 * MIB);
    expect((await call('GET', 'users/me')).status).toBe(200);
  });
});
