import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { RawClient } from '../../support/raw-client';
import { until } from '../../support/until';
import { World } from '../../support/world';

const KIB = 1024;
const MIB = 1024 * KIB;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const PARTS = { 'content-type': 'multipart/form-data; boundary=b' };
const TOO_LARGE = { result: 'error', msg: 'The request is too large', code: 'BAD_REQUEST' };

/** Forms of anonymous clients, which a node must not buffer before it knows the caller. */
describe('a hostile client with forms', () => {
  let world: World;
  const clients: RawClient[] = [];
  beforeAll(async () => {
    world = await World.start({}, 1);
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.destroy();
  });
  afterAll(() => world.stop());

  const connect = async () => {
    const client = await RawClient.to(world.url);
    clients.push(client);
    return client;
  };
  const begin = async (method: string, path: string, headers: Record<string, string>, body = '') =>
    (await connect()).begin(method, path, headers, body);
  const heldBytes = async () =>
    Number(/^parley_request_body_bytes (\d+)/m.exec(await (await fetch(`${world.url}/metrics`)).text())![1]);
  const field = (name: string, bytes: number) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n`;
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  it.each([
    ['to a path that is unknown', 'POST', '/nowhere', 404, /Not found/],
    ['to an operation that is unknown', 'POST', '/api/v1/nowhere', 404, /Not found/],
    ['by a method that the path lacks', 'PATCH', '/api/v1/messages', 405, /Method Not Allowed/],
    ['without credentials', 'POST', '/api/v1/messages', 401, /Not logged in/],
    ['by GET without credentials', 'GET', '/api/v1/users/me', 401, /Not logged in/],
    ['with a file but without credentials', 'POST', '/api/v1/user_uploads', 401, /Not logged in/],
    ['beyond what anonymous clients may send', 'POST', '/api/v1/fetch_api_key', 400, /too large/],
    ['to a page, beyond what anonymous clients may send', 'POST', '/login', 400, /too large/],
  ])('announces one %s and is answered before the upload', async (_, method, path, status, msg) => {
    const client = await begin(method, path, { ...PARTS, 'content-length': String(3 * MIB) }, field('a', 40 * KIB));
    expect(await client.answer()).toMatchObject({ status, body: { result: 'error', msg: expect.stringMatching(msg) } });
    expect(await heldBytes()).toBe(0);
  });

  it.each([
    ['announced', { 'content-length': String(64 * KIB + 1) }, ''],
    ['without end', { 'transfer-encoding': 'chunked' }, chunk(`username=${'x'.repeat(64 * KIB)}`)],
  ])('is refused at one byte over 64 kB without credentials, %s', async (_, length, body) => {
    const client = await begin('POST', '/api/v1/fetch_api_key', { ...FORM, ...length } as never, body);
    expect(await client.answer()).toEqual({ status: 400, body: TOO_LARGE });
  });

  it('is accepted up to 64 kB without credentials', async () => {
    const body = `username=x&password=${'x'.repeat(64 * KIB - 20)}`;
    const client = await begin(
      'POST',
      '/api/v1/fetch_api_key',
      { ...FORM, 'content-length': String(body.length) },
      body,
    );
    expect((await client.answer()).body.msg).not.toMatch(/too large/);
  });

  it('with wrong credentials has the limits of an anonymous client', async () => {
    const authorization = `Basic ${Buffer.from('olivia@example.org:wrong').toString('base64')}`;
    const headers = { ...FORM, authorization, 'content-length': String(3 * MIB) };
    const client = await begin('POST', '/api/v1/messages', headers, 'content=');
    expect(await client.answer()).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  it('is refused with long fields over the limit in total, with an account', async () => {
    const { authorization } = world.owner;
    const client = await begin('POST', '/api/v1/messages', { ...PARTS, authorization, 'transfer-encoding': 'chunked' });
    for (let sent = 0; sent < 5; sent++) client.socket.write(chunk(field(`f${sent}`, MIB)));
    expect(await client.answer()).toEqual({ status: 400, body: TOO_LARGE });
    await until(async () => (await heldBytes()) === 0);
  });

  it('is refused with more than 200 fields, with an account', async () => {
    const body = new FormData();
    for (let sent = 0; sent <= 200; sent++) body.append(`f${sent}`, 'x');
    const headers = { authorization: world.owner.authorization };
    const response = await fetch(`${world.url}/api/v1/messages/render`, { method: 'POST', headers, body });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('is refused with long fields beside a small file', async () => {
    const body = new FormData();
    for (let sent = 0; sent < 100; sent++) body.append(`f${sent}`, 'x'.repeat(100 * KIB));
    body.append('file', new Blob(['x']), 'x.png');
    const headers = { authorization: world.owner.authorization };
    const response = await fetch(`${world.url}/api/v1/users/me/avatar`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  });

  it('is disconnected when it sends very many chunks of one byte each', async () => {
    const { authorization } = world.owner;
    const headers = { ...FORM, authorization, 'transfer-encoding': 'chunked' };
    const send = (chunks: number) =>
      begin('POST', '/api/v1/messages/render', headers, `${chunk('content=')}${chunk('x').repeat(chunks)}0\r\n\r\n`);
    expect((await (await send(1_000)).answer()).status).toBe(200);
    await (await send(20_000)).closed();
    await until(async () => (await heldBytes()) === 0);
  });

  it('is refused with thousands of parts before they are parsed', async () => {
    const { authorization } = world.owner;
    const form = (lines: number) =>
      `${field('content', 1)}${field('rest', 1).slice(0, -3)}${'\r\n--'.repeat(lines)}\r\n--b--`;
    const send = async (lines: number) => {
      const body = form(lines);
      const headers = { ...PARTS, authorization, 'content-length': String(body.length) };
      return (await (await begin('POST', '/api/v1/messages/render', headers, body)).answer()).status;
    };
    expect(await send(4_000)).toBe(200);
    expect(await send(5_000)).toBe(400);
  });

  it('with "Expect: 100-continue" is asked for a body only where the body is read', async () => {
    const headers = { ...FORM, expect: '100-continue', 'content-length': '10' };
    expect(await (await begin('POST', '/api/v1/messages/render', headers)).firstLine()).toMatch(/ 401 /);
    expect(await (await begin('POST', '/nowhere', headers)).firstLine()).toMatch(/ 404 /);
    const known = await begin('POST', '/api/v1/messages/render', {
      ...headers,
      authorization: world.owner.authorization,
    });
    expect(await known.firstLine()).toMatch(/ 100 /);
    known.socket.write('content=hi');
    expect((await known.answer()).body).toMatchObject({ result: 'success', rendered: '<p>hi</p>' });
  });

  it('gets the answer of the next request on a connection after a late body', async () => {
    const client = await begin('POST', '/nowhere', { ...FORM, 'content-length': String(MIB) });
    expect(await client.firstLine()).toMatch(/ 404 /);
    client.socket.write('x'.repeat(MIB));
    client.begin('GET', '/api/v1/server_settings');
    await until(async () => (await client.firstLine()).includes(' 200 '));
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }, Buffer.from('{"content":"hi"}')],
    ['compressed', { ...FORM, 'content-encoding': 'gzip' }, gzipSync(`content=${'x'.repeat(MIB)}`)],
  ])('has a body ignored that is %s', async (_, type, body) => {
    const headers = { authorization: world.owner.authorization, ...type } as Record<string, string>;
    const response = await fetch(`${world.url}/api/v1/messages/render`, { method: 'POST', headers, body });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'REQUEST_VARIABLE_MISSING' }]);
  });

  it('has a time limit for the head of a request, and for all of it', () => {
    const server = world.server.app.getHttpServer() as Server;
    expect(server.headersTimeout).toBe(20_000);
    expect(server.requestTimeout).toBeGreaterThan(0);
  });

  it('is refused with more than 200 parameters in the address', async () => {
    const ask = async (count: number) => {
      const query = Array.from({ length: count }, (_, at) => `p${at}=`).join('&');
      const headers = { authorization: world.owner.authorization };
      const response = await fetch(`${world.url}/api/v1/users/me?${query}`, { headers });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await ask(200)).toEqual([200, undefined]);
    expect(await ask(201)).toEqual([400, 'BAD_REQUEST']);
    expect(await ask(10_000)).toEqual([400, 'BAD_REQUEST']);
  });

  it('sends a plus, which is a space, and an escaped one, which is a plus', async () => {
    const form = 'content=a+b%2Bc';
    const { authorization } = world.owner;
    const headers = { ...FORM, authorization, 'content-length': String(form.length) };
    const client = await begin('POST', '/api/v1/messages/render', headers, form);
    expect((await client.answer()).body).toMatchObject({ rendered: '<p>a b+c</p>' });
  });

  describe('with invalid parts', () => {
    const file = (name: string, bytes: number) => field(name, bytes).replace('"\r\n', '"; filename="x.png"\r\n');
    const many = (bytes: number) =>
      Array.from({ length: 300 }, (_, at) => (at % 7 === 3 ? file : field)(`f${at}`, bytes)).join('');
    const END = '--b--\r\n';
    const nameless = `--b\r\nx: y\r\n\r\n${'x'.repeat(50 * KIB)}\r\n`;
    const cut = (part: string) => part.slice(0, -2);
    const FORMS: [string, string][] = [
      ['that are too many, files among them', many(20) + END],
      ['that are too many and long, files among them', many(400) + END],
      ['that are too many, without end', many(400)],
      ['that are too many, and ends in the middle of one', cut(many(400))],
      ['of which the last is a field without end', field('a', 1) + cut(field('b', 20))],
      ['of which the last is a file without end', field('a', 1) + cut(file('b', 20))],
      ['of which the only one is a file without end', cut(file('b', 50 * KIB))],
      ['of which the last ends in its head', `${field('a', 1)}--b\r\ncontent-dispo`],
      ['of which a long one has no name and the last is cut', `--b\r\nx: y\r\n\r\n${'x'.repeat(50 * KIB)}`],
      ['of which there are none', 'nothing'],
    ];
    const STUCK: [string, string][] = [
      ['long and the only one', nameless + END],
      ['long and before the file', nameless + file('f', 20) + END],
      ['long and after the file', file('f', 20) + nameless + END],
    ];
    const WITHOUT_CREDENTIALS: [string, string][] = [['POST', '/api/v1/fetch_api_key']];
    const WITH_CREDENTIALS: [string, string][] = [
      ['POST', '/api/v1/messages/render'],
      ['POST', '/api/v1/users/me/subscriptions'],
      ['POST', '/api/v1/user_uploads'],
      ['POST', '/api/v1/users/me/avatar'],
      ['POST', '/api/v1/realm/emoji/hostile'],
      ['POST', '/api/v1/realm/icon'],
    ];
    const routes = (): [string, string, Record<string, string>][] => [
      ...WITHOUT_CREDENTIALS.map(([method, path]): [string, string, Record<string, string>] => [method, path, {}]),
      ...WITH_CREDENTIALS.map(([method, path]): [string, string, Record<string, string>] => [
        method,
        path,
        { authorization: world.owner.authorization },
      ]),
    ];
    const isAlive = async () => expect((await world.owner.get('users/me')).status).toBe(200);

    it.each(FORMS)('%s is refused at once, for every operation', async (_, form) => {
      for (const [method, path, credentials] of routes())
        for (const [length, body] of [
          [{ 'content-length': String(form.length) }, form],
          [{ 'transfer-encoding': 'chunked' }, `${chunk(form)}0\r\n\r\n`],
        ] as [Record<string, string>, string][]) {
          const client = await begin(method, path, { ...PARTS, ...credentials, ...length }, body);
          expect({ path, ...(await client.answer()) }).toMatchObject({ path, status: 400, body: { result: 'error' } });
        }
      expect(await heldBytes()).toBe(0);
      await isAlive();
    });

    it.each(STUCK)('with a part without a name that is %s is refused, and the other upload too', async (_, form) => {
      const { authorization } = world.owner;
      const whole = [{ 'content-length': String(form.length) }, form] as const;
      const inChunks = [{ 'transfer-encoding': 'chunked' }, `${chunk(form)}0\r\n\r\n`] as const;
      const refused = WITH_CREDENTIALS.slice(2).flatMap(([method, path]) =>
        [whole, inChunks].map(async ([length, body]) => {
          const client = await begin(method, path, { ...PARTS, authorization, ...length }, body);
          expect({ path, ...(await client.answer()) }).toMatchObject({ path, status: 400, body: { result: 'error' } });
        }),
      );
      await Promise.all(refused);
      expect(await heldBytes()).toBe(0);
      await isAlive();
    });

    it.each(FORMS)('%s and disconnected does not affect the server', async (_, form) => {
      for (const [method, path, credentials] of routes()) {
        const headers = { ...PARTS, ...credentials, 'content-length': String(form.length + 10) };
        const client = await begin(method, path, headers, form);
        client.socket.end();
        client.socket.destroySoon();
        await client.closed();
      }
      await until(async () => (await heldBytes()) === 0);
      await isAlive();
    });

    it('with long parts without a name is accepted without them', async () => {
      const content = '--b\r\ncontent-disposition: form-data; name="content"\r\n\r\nhi\r\n';
      const form = nameless + content + nameless + END;
      const { authorization } = world.owner;
      const headers = { ...PARTS, authorization, 'content-length': String(form.length) };
      const client = await begin('POST', '/api/v1/messages/render', headers, form);
      expect((await client.answer()).body).toMatchObject({ result: 'success', rendered: '<p>hi</p>' });
    });
  });
});
