import { createHash } from 'node:crypto';
import type { NodeProcess } from '../scale/node-process';
import { query } from '../support/database-contents';
import { NodeHost } from '../support/node-host';
import { RawClient } from '../support/raw-client';
import { until } from '../support/until';

const KIB = 1024;
const MIB = 1024 * KIB;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PARTS = { 'content-type': 'multipart/form-data; boundary=b' };
/** Bytes of which 20 hashes take at most so many milliseconds on an idle machine. */
const PIECE = Buffer.alloc(MIB);
const IDLE_MS = 20;

/** What a hostile client does to a node with a heap of 512 MB, with and without an account. */
describe('a node of 512 MB under attack', () => {
  let host: NodeHost;
  let node: NodeProcess;
  let authorization: string;
  const clients: RawClient[] = [];
  beforeAll(async () => {
    host = await NodeHost.open();
    // A machine that is busy with other tests takes many times as long: the database is not away because of that.
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
  const sendForm = async (path: string, body: string, type = FORM['content-type']) => {
    const headers = { authorization, 'content-type': type };
    const response = await fetch(`${node.url}/api/v1/${path}`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    expect([200, 400, 429, 503]).toContain(response.status);
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

  /** Milliseconds that another client waits for an answer. */
  const asOther = async () => {
    const began = performance.now();
    const answer = await fetch(`${node.url}/api/v1/server_settings`);
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    return performance.now() - began;
  };
  /** How many times longer than on an idle machine a fixed piece of work takes here and now; 1 at least. */
  const slowness = async () => {
    let longest = 0;
    for (let turn = 0; turn < 20; turn++) {
      const began = performance.now();
      for (let hashed = 0; hashed < 20; hashed++) createHash('sha256').update(PIECE).digest();
      longest = Math.max(longest, performance.now() - began);
      await new Promise(setImmediate);
    }
    return Math.max(1, longest / IDLE_MS);
  };

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
      'forms of escapes that end together',
      () => many(12, () => sendForm('messages/render', `content=${'%41'.repeat(MIB)}`)),
    ],
    ['forms of plus signs', () => many(8, () => sendForm('messages/render', `content=${'+'.repeat(3.9 * MIB)}`))],
    [
      'lists of many levels, of many entries, and objects of many keys',
      () =>
        many(12, (at) => {
          const keys = Array.from({ length: 200_000 }, (_, key) => `"k${key}":1`).join();
          const list = ['['.repeat(300_000), `[${'1.0e1,'.repeat(500_000)}1]`, `[{${keys}}]`][at % 3];
          return sendForm(
            at % 3 === 2 ? 'users/me/subscriptions' : 'messages/flags',
            `subscriptions=${list}&messages=${list}`,
          );
        }),
    ],
    [
      'forms in chunks of one byte',
      () =>
        many(8, async () => {
          const headers = { ...FORM, authorization, 'transfer-encoding': 'chunked' };
          const client = (await connect()).begin('POST', '/api/v1/messages/render', headers);
          client.socket.write('1\r\nx\r\n'.repeat(150_000));
          await client.closed();
        }),
    ],
    [
      'forms of many parts',
      () => many(8, () => sendForm('messages/render', '--b\r\n'.repeat(100_000), PARTS['content-type'])),
    ],
    [
      'requests sent ahead of their answers',
      () =>
        many(20, async (at) => {
          const client = await connect();
          const path = ['/api/v1/register', '/api/v1/messages?anchor=newest&num_before=3000&num_after=0'][at % 2];
          const head = `${at % 2 ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`;
          client.socket.pause().write(head.repeat(60));
        }),
    ],
    [
      'very many requests at once on a connection',
      () =>
        many(10, async () => {
          const client = await connect();
          client.socket.resume().write('GET /api/v1/server_settings HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500));
          await client.closed();
        }),
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
  /** The node may end the connections of a client that attacks it, also while a body is sent. */
  const isCutOff = ({ message, cause }: Error) =>
    message === 'fetch failed' &&
    ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes((cause as { code?: string }).code ?? '');
  const group = (name: string, description: string) => ({ name, description, members: '[]' });

  it.each(attacks)('keeps running and answers other clients: %s', async (_, attack) => {
    const before = await heap();
    const pace = await slowness();
    const under = attack().catch((error: Error) => error);
    const took: number[] = [];
    for (let asked = 0; asked < 8; asked++) took.push(await asOther());
    const failed = await under;
    if (failed instanceof Error && !isCutOff(failed)) throw failed;
    const slowed = Math.max(pace, await slowness());
    const median = took.toSorted((a, b) => a - b)[took.length / 2]; // This process sends the attack too, and delays itself.
    expect(median).toBeLessThan(1_000 * slowed);
    for (const { socket } of clients.splice(0)) socket.destroy();
    await until(async () => (await measured('parley_request_body_bytes')) === 0);
    await until(async () => (await heap()) < before + 200 * MIB);
    expect((await call('GET', 'users/me')).status).toBe(200);
  });
});
