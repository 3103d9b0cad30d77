import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

type Paths = Record<string, Record<string, unknown>>;

/** The prefix of browser sessions: /json/... beside each /api/v1/... */
describe('the JSON prefix', () => {
  let world: World;
  let ana: Person;
  let browser: Browser;
  let operations: { method: string; path: string }[];
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    browser = new Browser(world.url);
    await browser.logIn(ana.email);
    const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as { paths: Paths };
    operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/v1/'))
      .flatMap(([path, verbs]) =>
        Object.keys(verbs).map((verb) => ({
          method: verb.toUpperCase(),
          path: path.slice('/api/v1/'.length).replace(/\{\w+\}/g, '999999999'),
        })),
      );
  });
  afterAll(() => world.stop());

  const open = ['server_settings', 'fetch_api_key', 'dev_fetch_api_key', 'dev_list_users'];
  /** Operations that answer anonymous clients. */
  const isOpen = ({ path }: { path: string }) => open.includes(path);

  it('has every operation: none is an unknown path', async () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { method, path } of operations) {
      const anonymous = new Browser(world.url);
      const { status, body } = await anonymous.json(method, path);
      const where = `${method} ${path}: ${status} ${JSON.stringify(body)}`;
      if (status === 404 || status === 405) throw new Error(where);
    }
  });

  it('requires a session, with the challenge of its scheme', async () => {
    for (const { method, path } of operations.filter((one) => !isOpen(one))) {
      const parameters = path === 'events' ? { queue_id: 'x', last_event_id: -1 } : {};
      const { status, headers, body } = await new Browser(world.url).json(method, path, parameters);
      if (body.result === 'success') continue; // Operations for spectators too.
      expect([method, path, status, body.code]).toEqual([method, path, 401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate')).toBe('Session realm="zulip"');
    }
  });

  it('rejects Basic credentials, whatever else is sent', async () => {
    const headers = { authorization: ana.authorization };
    const { status, body } = await new Browser(world.url).json('GET', 'users/me', {}, { headers });
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('rejects every writing request without the token, or with another', async () => {
    const writing = operations.filter(({ method }) => method !== 'GET');
    for (const csrf of [null, 'f'.repeat(32), '']) {
      for (const { method, path } of writing) {
        const { status, body } = await browser.json(method, path, {}, { csrf });
        expect([method, path, status, body.code]).toEqual([method, path, 403, 'CSRF_FAILED']);
        expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'result']);
      }
    }
    expect((await browser.json('GET', 'users/me')).status).toBe(200);
  });

  it('has the same effect as the API prefix, by form, multipart and query string', async () => {
    await ana.subscribe('twins');
    const message = { type: 'stream', to: 'twins', topic: 'hello', content: 'by session' };
    const { body } = await browser.json('POST', 'messages', message);
    expect(body).toMatchObject({ result: 'success', id: expect.any(Number) });
    const { message: sent } = await ana.ok('GET', `messages/${body.id as number}`);
    expect(sent).toMatchObject({ sender_id: ana.id, client: 'Mozilla' });

    const form = new FormData();
    for (const [name, value] of Object.entries(message)) form.set(name, value);
    const multipart = await browser.send('POST', '/json/messages', form, { headers: { 'x-csrftoken': browser.csrf! } });
    expect(await multipart.json()).toMatchObject({ result: 'success' });

    const query = new URLSearchParams({ content: 'in the query' });
    const asked = await browser.json('POST', `messages/render?${query}`);
    expect(asked.body.rendered).toBe('<p>in the query</p>');
  });

  it('accepts the token as a field of a form, which is no parameter then', async () => {
    const fields = { csrfmiddlewaretoken: browser.csrf!, content: 'x' };
    const { text } = await browser.post('/json/messages/render', fields);
    expect(JSON.parse(text)).toEqual({ result: 'success', msg: '', rendered: '<p>x</p>' });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    expect((await browser.send('POST', '/json/messages/render', form)).status).toBe(200);
  });

  it('rejects the token in the address, where logs would contain it', async () => {
    const { status, body } = await browser.json(
      'POST',
      `messages/render?csrfmiddlewaretoken=${browser.csrf}`,
      { content: 'x' },
      { csrf: null },
    );
    expect([status, body.code]).toEqual([403, 'CSRF_FAILED']);
  });

  it('rejects requests from pages of other sites, even with the token', async () => {
    for (const origin of ['https://evil.example', 'null', `${world.url}.evil.example`]) {
      const { status, body } = await browser.json('POST', 'messages/render', { content: 'x' }, { headers: { origin } });
      expect([status, body.code]).toEqual([403, 'CSRF_FAILED']);
    }
    for (const origin of [world.url, world.url.toUpperCase().replace('HTTP', 'http')]) {
      const headers = { origin };
      expect((await browser.json('POST', 'messages/render', { content: 'x' }, { headers })).status).toBe(200);
    }
  });

  it('reports unknown parameters, wrong methods and unknown paths as the API prefix does', async () => {
    expect((await browser.json('GET', 'users/me', { wrong: 1 })).body.ignored_parameters_unsupported).toEqual([
      'wrong',
    ]);
    const wrong = await browser.json('PUT', 'users/me');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
    expect((await browser.json('GET', 'no/such/path')).status).toBe(404);
    for (const path of ['/json', '/json/', '/json//api/v1/users/me', '/JSON/users/me', '/%6Ason/users/me']) {
      expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
    }
  });

  it('leaves the API prefix unchanged: cookies give no access there', async () => {
    const { status, headers } = await browser.get('/api/v1/users/me');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="zulip"']);
    const forged = await browser.post('/api/v1/messages/render', { content: 'x' }, { 'x-csrftoken': browser.csrf! });
    expect(forged.status).toBe(401);
  });

  describe('of fetch_api_key', () => {
    it('returns a key for the password of the logged-in user', async () => {
      const { status, body } = await browser.json('POST', 'fetch_api_key', { password: 'a long enough secret' });
      expect([status, body]).toEqual([
        200,
        { result: 'success', msg: '', api_key: expect.stringMatching(/^\w{32}$/), email: ana.email, user_id: ana.id },
      ]);
    });

    it('returns none for a wrong password, without a session, or without the token', async () => {
      const wrong = await browser.json('POST', 'fetch_api_key', { password: 'wrong' });
      expect([wrong.status, wrong.body.code]).toEqual([400, 'BAD_REQUEST']);
      const password = 'a long enough secret';
      const anonymous = new Browser(world.url);
      await anonymous.get('/login/');
      const refused = await anonymous.json('POST', 'fetch_api_key', { username: ana.email, password });
      expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
      const forged = await browser.json('POST', 'fetch_api_key', { password }, { csrf: null });
      expect([forged.status, forged.body.code]).toEqual([403, 'CSRF_FAILED']);
      const missing = await browser.json('POST', 'fetch_api_key');
      expect([missing.status, missing.body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
    });
  });
});
