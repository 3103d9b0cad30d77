import { request as httpRequest } from 'node:http';
import { DataSource } from 'typeorm';
import type { RunningServer } from '../../../apps/server/src/boot';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import type { Person } from '../../support/person';
import { RawClient } from '../../support/raw-client';
import { secondNode } from '../../support/second-node';
import { World } from '../../support/world';

const TOKEN = 'a-token-of-the-operator';
let world: World;
let ana: Person;
let open: RunningServer | undefined;
beforeAll(async () => {
  world = await World.start({ PARLEY_METRICS_TOKEN: TOKEN }, 1);
  ana = await world.member('ana');
});
afterAll(async () => {
  await open?.stop();
  await world.stop();
});

/** A request with any Host header, which fetch does not allow. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body = '', url = world.url) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const type = 'application/x-www-form-urlencoded';
    const asked = httpRequest(
      `${url}${path}`,
      { method, headers: { 'content-type': type, ...headers } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });

describe('The developer login', () => {
  const login = (headers: Record<string, string>) =>
    ask('POST', '/api/v1/dev_fetch_api_key', headers, `username=${encodeURIComponent(ana.email)}`);

  it('is available to programs and pages on this machine', async () => {
    const { host } = new URL(world.url);
    expect((await login({ host })).status).toBe(200);
    expect((await login({ host, origin: 'http://localhost:3000' })).status).toBe(200);
  });

  it.each([
    ['a page whose name leads here (DNS rebinding)', { host: 'rebound.attacker.example' }],
    ['the same, whose organization is of that name', { host: 'rebound.attacker.example:9991' }],
    ['a page of another site', { origin: 'https://attacker.example' }],
    ['a page in a frame without a site', { origin: 'null' }],
    ['a proxy that names its client', { 'x-forwarded-for': '127.0.0.1' }],
    ['a proxy that names its host', { 'x-forwarded-host': 'localhost' }],
    ['a proxy that says how it was asked', { 'x-forwarded-proto': 'http' }],
  ])('is refused to %s', async (_, headers) => {
    const { status, headers: answered } = await login(headers);
    expect([status, answered['set-cookie']]).toEqual([400, undefined]);
    expect((await ask('GET', '/api/v1/dev_list_users', headers)).status).toBe(400);
  });

  it('cannot be enabled on a server that other machines reach', async () => {
    const fault = (environment: NodeJS.ProcessEnv) =>
      secondNode(world, { PARLEY_DEV_LOGIN: '1', ...environment }).then(
        async (node) => node.stop(),
        (error: Error) => error.message,
      );
    expect(await fault({ PARLEY_BASE_URL: 'https://chat.example.org' })).toContain('is for this machine alone');
    expect(await fault({ HOST: '0.0.0.0' })).toContain('is for this machine alone');
    expect(await fault({ PARLEY_TRUSTED_PROXIES: '127.0.0.1' })).toContain('PARLEY_TRUSTED_PROXIES');
  });
});

describe('Every answer', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/login/'],
    ['GET', '/health/live'],
    ['GET', '/metrics'],
    ['GET', '/api/v1/server_settings'],
    ['HEAD', '/api/v1/server_settings'],
    ['OPTIONS', '/api/v1/server_settings'],
    ['PUT', '/api/v1/server_settings'],
    ['GET', '/api/v1/nowhere'],
    ['GET', '/api/v1/users/me'],
    ['GET', '/no/such/page'],
    ['GET', '/api/v1/%zz'],
    ['GET', '/api/docs'],
    ['GET', '/api/docs/swagger-ui-bundle.js'],
    ['GET', '/api/openapi.json'],
    ['GET', '/user_uploads/1/ab/none.txt'],
    ['GET', '/avatar/1'],
  ])('forbids browsers to guess its type: %s %s', async (method, path) => {
    expect((await ask(method, path)).headers['x-content-type-options']).toBe('nosniff');
  });

  it('forbids it outside of Fastify too: a poll, and an invalid request', async () => {
    const queue = await ana.register();
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true });
    const query = new URLSearchParams({ queue_id: queue.id, last_event_id: '-1' });
    const poll = await ask('GET', `/api/v1/events?${query}`, { authorization: ana.authorization });
    expect([poll.status, poll.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
    const expecting = await ask('GET', '/', { expect: 'the impossible' });
    expect([expecting.status, expecting.headers['x-content-type-options']]).toEqual([417, 'nosniff']);
    const client = await RawClient.to(world.url);
    const head = new Promise<string>((resolve) => client.socket.once('data', (bytes) => resolve(bytes.toString())));
    client.socket.write('this is no request\r\n\r\n');
    expect(await head).toContain('x-content-type-options: nosniff');
    client.socket.destroy();
  });

  it('to a request with two hosts is a refusal', async () => {
    for (const path of ['/api/v1/server_settings', '/health/live', '/no/such/page']) {
      const client = await RawClient.to(world.url);
      client.begin('GET', path, { Host: new URL(world.url).host });
      expect(await client.firstLine()).toContain(' 400 ');
      client.socket.destroy();
    }
  });
});

describe('The role of the embedded database', () => {
  it('is no superuser: it reads no files, runs no programs and creates no roles', async () => {
    const database = world.service(DataSource);
    const [role] = await database.query('SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user');
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false });
    for (const statement of [
      "SELECT pg_read_file('PG_VERSION')",
      "COPY (SELECT 1) TO PROGRAM 'true'",
      'CREATE ROLE mine',
    ]) {
      await expect(database.query(statement)).rejects.toThrow('permission denied');
    }
  });
});

describe('The metrics', () => {
  const status = async (headers: Record<string, string> = {}) => (await ask('GET', '/metrics', headers)).status;
  const elsewhere = { 'x-forwarded-for': '192.0.2.7' };

  it('are available on this machine, and elsewhere with the token', async () => {
    expect(await status()).toBe(200);
    expect(await status({ ...elsewhere, authorization: `Bearer ${TOKEN}` })).toBe(200);
  });

  it.each([
    ['from elsewhere', elsewhere],
    ['from a page whose name leads here (DNS rebinding)', { host: 'rebound.attacker.example' }],
    ['with another token', { ...elsewhere, authorization: `Bearer ${TOKEN}s` }],
    ['with no token', { ...elsewhere, authorization: 'Bearer ' }],
    ['with the token as a password', { ...elsewhere, authorization: `Basic ${TOKEN}` }],
  ])('are refused %s', async (_, headers) => {
    const { status, headers: answered, text } = await ask('GET', '/metrics', headers);
    expect([status, answered['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"']);
    expect(text).not.toContain('parley_');
  });

  it('are available to all clients where the operator says so', async () => {
    open = await secondNode(world, { PARLEY_METRICS_PUBLIC: 'on' });
    expect((await ask('GET', '/metrics', elsewhere, '', open.url)).status).toBe(200);
  });
});

describeInChromium('The page of the interface', () => {
  it('runs under its own policy, and cannot be framed', async () => {
    const { headers } = await ask('GET', '/api/docs');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    const browser = await startChromium();
    try {
      const { page, violations } = await openTab(await browser.newContext());
      await page.goto(`${world.url}/api/docs`);
      await page.waitForSelector('.opblock');
      expect(violations).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
