import { request as httpRequest } from 'node:http';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** Rules of all operations: parameters, envelope, errors, limits. */
describe('the protocol', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  const raw = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${world.url}${path}`, {
      method,
      ...init,
      headers: { authorization: world.owner.authorization, ...init.headers },
    });

  it('answers an unknown path with 404 as JSON', async () => {
    const response = await raw('GET', '/api/v1/nowhere');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it.each(['/api/v1/users/%zz', '/api/v1/%', '/%c0%ae'])(
    'answers a path with an invalid escape as JSON: %s',
    async (path) => {
      const response = await raw('GET', path);
      expect([400, 404]).toContain(response.status);
      expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    },
  );

  it('answers a wrong method with 405 and the allowed ones', async () => {
    const response = await raw('PATCH', '/api/v1/register');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST', allowed_methods: ['POST'] });
  });

  it.each([
    ['GET', 'messages/render', 'POST'],
    ['GET', 'messages/flags', 'POST'],
    ['GET', 'messages/flags/?x=1', 'POST'],
  ])('rejects a known word as an id: %s %s', async (method, path, allowed) => {
    const response = await raw(method, `/api/v1/${path}`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST', allowed_methods: [allowed] });
  });

  it.each([
    ['users', { user_ids: '[1.0]' }],
    ['users', { user_ids: '[1e0]' }],
    ['users', { user_ids: '1.0' }],
    ['messages', { anchor: 'newest', num_before: '5e0', num_after: '0' }],
    ['messages', { anchor: 'newest', num_before: '5', narrow: '[{"operator":"sender","operand":1.0}]' }],
  ])('rejects a decimal point or an exponent in an integer: %s %j', async (path, parameters) => {
    const { status, body } = await world.owner.get(path, parameters);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('rejects a parameter together with its deprecated name', async () => {
    const message = { type: 'stream', to: 'general', content: 'x', topic: 'a', subject: 'b' };
    const { status, body } = await world.owner.post('messages', message);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' });
  });

  it.each([
    ['none', undefined],
    ['another scheme', 'Bearer abc'],
    ['what is no base64', 'Basic ***'],
    ['no colon', `Basic ${Buffer.from('nobody').toString('base64')}`],
    ['a short key', `Basic ${Buffer.from('olivia@example.org:abc').toString('base64')}`],
    ['an unknown key', `Basic ${Buffer.from(`olivia@example.org:${'a'.repeat(32)}`).toString('base64')}`],
  ])('rejects credentials: %s', async (_, authorization) => {
    const { status, body, headers } = await world.request('GET', 'users/me', {}, authorization);
    expect(status).toBe(401);
    expect(body.code).toBe('UNAUTHORIZED');
    expect(headers.get('www-authenticate')).toBe('Basic realm="zulip"');
  });

  it("rejects a key with another user's address", async () => {
    const ana = await world.member('ana');
    const mixed = `Basic ${Buffer.from(`${ana.email}:${world.owner.key}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, mixed)).status).toBe(401);
  });

  it('lists unknown parameters, sorted, on success only', async () => {
    const success = await world.owner.post('messages/render', { content: 'x', zeta: 1, alpha: 2 });
    expect(success.body.ignored_parameters_unsupported).toEqual(['alpha', 'zeta']);
    const failure = await world.owner.post('messages/render', { zeta: 1 });
    expect(failure.body).toEqual({
      result: 'error',
      msg: "Missing 'content' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'content',
    });
  });

  it('accepts a multipart form', async () => {
    const body = new FormData();
    body.set('content', '**hi**');
    const response = await raw('POST', '/api/v1/messages/render', { body });
    expect(await response.json()).toMatchObject({ result: 'success', rendered: '<p><strong>hi</strong></p>' });
  });

  it('accepts parameters in the query string of a POST, and prefers the body', async () => {
    const body = new URLSearchParams({ content: 'body' });
    const both = await raw('POST', '/api/v1/messages/render?content=query', { body });
    expect(await both.json()).toMatchObject({ rendered: '<p>body</p>' });
    const query = await raw('POST', '/api/v1/messages/render?content=query');
    expect(await query.json()).toMatchObject({ rendered: '<p>query</p>' });
  });

  it('accepts the body of a GET', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const text = 'client_gravatar=false';
      const headers = {
        authorization: world.owner.authorization,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': text.length,
      };
      const sent = httpRequest(`${world.url}/api/v1/users`, { method: 'GET', headers }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk)).on('end', () => resolve(body));
      });
      sent.on('error', reject).end(text);
    });
    const { members } = JSON.parse(answer) as { members: { avatar_url: string | null }[] };
    expect(members.every(({ avatar_url }) => typeof avatar_url === 'string')).toBe(true);
  });

  it('rejects an oversized body and serves the next request', async () => {
    const body = new URLSearchParams({ content: 'x'.repeat(6 * 1024 * 1024) });
    const response = await raw('POST', '/api/v1/messages/render', { body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect((await world.owner.post('messages/render', { content: 'still here' })).status).toBe(200);
  });

  it.each(['application/json', 'text/plain'])('ignores a body of type %s', async (type) => {
    const response = await raw('POST', '/api/v1/messages/render', {
      body: '{"content":"x"}',
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' });
  });

  it('rejects an invalid content type', async () => {
    const response = await raw('POST', '/api/v1/messages/render', {
      body: 'content=x',
      headers: { 'content-type': 'nonsense' },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'BAD_REQUEST']);
  });

  it("gives each answer an id for the operator's log", async () => {
    const { headers } = await world.owner.get('users/me');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers liveness and readiness without credentials', async () => {
    for (const path of ['/health/live', '/health/ready']) expect((await fetch(`${world.url}${path}`)).status).toBe(200);
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toContain('parley_request_seconds_bucket');
    for (const name of ['event_lag_seconds', 'event_tail_age_seconds', 'requests_under_way', 'requests_refused_total'])
      expect(metrics).toMatch(new RegExp(`^parley_${name} [\\d.e+-]+$`, 'm'));
    for (const state of ['busy', 'idle', 'waiting'])
      expect(metrics).toMatch(new RegExp(`^parley_database_connections\\{state="${state}"\\} \\d+$`, 'm'));
  });

  it('measures the delay of events while a transaction holds them back', async () => {
    const measured = async () => {
      const metrics = await (await fetch(`${world.url}/metrics`)).text();
      return Number(/^parley_event_lag_seconds ([\d.e+-]+)$/m.exec(metrics)![1]);
    };
    const { Client } = await import('pg');
    const dawdler = new Client({ connectionString: world.databaseUrl });
    await dawdler.connect();
    try {
      await dawdler.query('BEGIN; SELECT pg_current_xact_id()');
      await world.owner.ok('PATCH', 'settings', { twenty_four_hour_time: true });
      await until(async () => (await measured()) > 0);
      await dawdler.query('ROLLBACK');
      await until(async () => (await measured()) === 0);
    } finally {
      await dawdler.end();
    }
  });

  it('serves its OpenAPI contract', async () => {
    const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/api/v1/messages', '/api/v1/register']));
    expect((await fetch(`${world.url}/api/docs`)).status).toBe(200);
  });

  it('lists each operation once', async () => {
    const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as { paths: object };
    const paths = Object.values(document.paths) as Record<string, { operationId: string; tags: string[] }>[];
    const operations = paths.flatMap((path) => Object.values(path));
    const ids = new Set(operations.map(({ operationId }) => operationId));
    expect(operations.filter(({ tags }) => tags.length !== 1)).toEqual([]);
    expect(ids.size).toBe(operations.length);
  });

  it('shows a start page to a browser', async () => {
    const page = await (await fetch(`${world.url}/`)).text();
    expect(page).toContain('team-chat server');
  });
});

describe('rate limits', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
  });
  afterAll(() => world.stop());

  it('count by user, report the remaining requests, and answer 429 with the time to wait', async () => {
    const first = await world.owner.get('users/me');
    expect(first.headers.get('x-ratelimit-limit')).toBe('200');
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(200);
    expect(Number(first.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000 - 1);

    let last = first;
    for (let sent = 0; sent < 200 && last.status === 200; sent++) last = await world.owner.get('users/me');
    expect(last.status).toBe(429);
    expect(last.body.code).toBe('RATE_LIMIT_HIT');
    expect(last.body['retry-after']).toBeGreaterThan(0);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('count concurrent login attempts', async () => {
    const guess = () => world.request('POST', 'fetch_api_key', { username: 'bo@example.org', password: 'wrong' });
    const statuses = (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  it('limit guesses at a password, for that user from that address', async () => {
    const guess = () => world.request('POST', 'fetch_api_key', { username: 'olivia@example.org', password: 'wrong' });
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});
