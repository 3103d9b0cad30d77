import { Browser } from '../../support/browser';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describe('Login pages', () => {
  let world: World;
  let ana: Person;
  const browser = () => new Browser(world.url);

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  describe('the login form', () => {
    it('opens a session without scripts and redirects to the start page', async () => {
      const own = browser();
      const answer = await own.logIn(ana.email);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
      expect((await own.json('GET', 'users/me')).body).toMatchObject({ result: 'success', user_id: ana.id });
    });

    it('forbids framing, scripts and caching', async () => {
      const { status, headers, text } = await browser().get('/login/');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-.+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(text).not.toContain('<script');
    });

    it('speaks the language that the browser prefers, and so do the other pages', async () => {
      const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8', accept: 'text/html' };
      const own = browser();
      const page = async (path: string) => (await own.send('GET', path, undefined, { headers })).text();
      const form = await page('/login/');
      expect(form).toContain('<html lang="de">');
      expect(form).toMatch(/<label>Passwort <input type="password"/);
      const typed = { csrfmiddlewaretoken: own.csrf!, username: ana.email, password: 'wrong' };
      const { status, text } = await own.post('/login/', typed, headers);
      expect(status).toBe(401);
      expect(text).toContain('<p role="alert">Der Benutzername oder das Passwort ist falsch</p>');
      expect(await page('/accounts/password/reset/')).toContain('>Weiter</button>');
      expect(await page('/')).toContain('<h2>Eine App benutzen</h2>');
      expect(await page('/no/such/page')).toContain('<title>Seite nicht gefunden</title>');
      expect((await own.get('/login/')).text).toContain('<html lang="en">');
    });

    it('escapes what the user typed', async () => {
      const username = '"><img src=x onerror=alert(1)>@example.org';
      const { status, text } = await browser().submit('/login/', { username, password: 'x' });
      expect(status).toBe(400);
      expect(text).not.toContain('<img');
      expect(text).toContain('&quot;&gt;&lt;img');
    });

    it('answers alike for a wrong password and an unknown account, and opens no session', async () => {
      const texts = [];
      for (const username of [ana.email, 'nobody@example.org']) {
        const own = browser();
        const { status, text } = await own.submit('/login/', { username, password: 'wrong' });
        expect([status, own.session]).toEqual([401, undefined]);
        texts.push(text.replaceAll(username, '...').replace(/value="[0-9a-f]{32}"/, ''));
      }
      expect(texts[0]).toBe(texts[1]);
    });

    it('is reachable under the paths of apps and older links', async () => {
      for (const path of ['/accounts/login/', '/accounts/login/browser/', '/accounts/login?x=1']) {
        const { status, headers } = await browser().get(path);
        expect([status, headers.get('location')]).toEqual([302, path.includes('?') ? '/login/?x=1' : '/login/']);
      }
    });

    it('redirects users who are logged in', async () => {
      const own = browser();
      await own.logIn(ana.email);
      const { status, headers } = await own.get('/login/?next=/user_uploads/1/a.png');
      expect([status, headers.get('location')]).toEqual([302, '/user_uploads/1/a.png']);
    });

    it('redirects to the page that the visitor asked for', async () => {
      const own = browser();
      const typed = { username: ana.email, password: PASSWORD };
      const answer = await own.submit('/login/?next=%2Fuser_uploads%2F1%2Fa.png', typed);
      expect(answer.headers.get('location')).toBe('/user_uploads/1/a.png');
    });

    it('does not log in by GET', async () => {
      const own = browser();
      const { status } = await own.get(`/login/?username=${encodeURIComponent(ana.email)}&password=${PASSWORD}`);
      expect([status, own.session]).toEqual([200, undefined]);
    });

    it('says that password login is disabled, and opens no session', async () => {
      await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: false, Dev: true } });
      const own = browser();
      const page = await own.get('/login/');
      expect(page.text).toContain('switched off');
      expect(page.text).not.toContain('<form');
      const fields = { csrfmiddlewaretoken: own.csrf!, username: ana.email, password: PASSWORD };
      expect(await own.post('/login/', fields)).toMatchObject({ status: 401 });
      expect(own.session).toBeUndefined();
      const byKey = await world.request('POST', 'fetch_api_key', { username: ana.email, password: PASSWORD });
      expect([byKey.status, byKey.body.code]).toEqual([401, 'PASSWORD_AUTH_DISABLED']);
      const { body } = await world.request('GET', 'server_settings');
      expect(body).toMatchObject({ email_auth_enabled: false, external_authentication_methods: [] });
      expect(body.authentication_methods).toMatchObject({ password: false, email: false, dev: true });
      await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: true, Dev: true } });
    });
  });

  describe('the logout page', () => {
    it('asks for confirmation, then ends the session', async () => {
      const own = browser();
      await own.logIn(ana.email);
      const stolen = own.copy();
      expect((await own.get('/accounts/logout/')).text).toContain('Log out');
      expect((await own.json('GET', 'users/me')).status).toBe(200);
      const answer = await own.submit('/accounts/logout/');
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login/']);
      expect([own.session, own.csrf]).toEqual([undefined, undefined]);
      expect((await stolen.json('GET', 'users/me')).status).toBe(401);
    });

    it('does nothing without a session', async () => {
      const { status, headers } = await browser().get('/logout/');
      expect([status, headers.get('location')]).toEqual([302, '/login/']);
    });
  });

  describe('login for an app', () => {
    const PAD = '0f'.repeat(32);
    const pad = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
    const path = (hex: string) => `/login/?mobile_flow_otp=${hex}`;
    const keyIn = (location: string, hex: string): string => {
      const sealed = Buffer.from(new URL(location).searchParams.get('otp_encrypted_api_key')!, 'hex');
      const pad = Buffer.from(hex, 'hex');
      return String.fromCharCode(...sealed.map((byte, index) => byte ^ pad[index]));
    };

    it('leads from the page in server_settings to the app, with a key that only the app can read', async () => {
      const { external_authentication_methods: methods } = (await world.request('GET', 'server_settings')).body;
      const [{ login_url: url }] = methods as { login_url: string }[];
      const hex = pad();
      const own = browser();
      const { headers } = await own.get(`${url}?mobile_flow_otp=${hex}`);
      const answer = await own.submit(headers.get('location')!, { username: ana.email, password: PASSWORD });
      const location = new URL(answer.headers.get('location')!);
      expect([answer.status, location.protocol, location.host]).toEqual([302, 'zulip:', 'login']);
      const { realm_uri } = (await world.request('GET', 'server_settings')).body;
      expect(Object.fromEntries(location.searchParams)).toEqual({
        realm: realm_uri,
        email: ana.email,
        user_id: String(ana.id),
        otp_encrypted_api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const basic = Buffer.from(`${ana.email}:${keyIn(location.href, hex)}`).toString('base64');
      const me = await world.request('GET', 'users/me', {}, `Basic ${basic}`);
      expect(me.body).toMatchObject({ result: 'success', user_id: ana.id });
      expect(own.session).toBeUndefined();
    });

    it('allows the form to redirect to the app and to no other address', async () => {
      const { headers } = await browser().get(path(pad()));
      expect(headers.get('content-security-policy')).toContain("form-action 'self' zulip:;");
    });

    it('asks a logged-in user for confirmation before it redirects', async () => {
      const own = browser();
      await own.logIn(ana.email);
      const hex = pad();
      const page = await own.get(path(hex));
      expect([page.status, page.headers.get('location')]).toEqual([200, null]);
      expect(page.text).toContain(ana.email);
      const answer = await own.submit(path(hex));
      expect(answer.headers.get('location')).toContain('zulip://login?');
    });

    it('rejects a form of another page because the token is missing', async () => {
      const own = browser();
      await own.logIn(ana.email);
      const forged = await own.post('/login/', { mobile_flow_otp: PAD });
      expect([forged.status, forged.headers.get('location')]).toEqual([403, null]);
      const strange = { csrfmiddlewaretoken: browser().csrf ?? 'f'.repeat(32), mobile_flow_otp: PAD };
      expect((await own.post('/login/', strange)).status).toBe(403);
    });

    it('accepts a one-time pad only once, from any user', async () => {
      const hex = pad();
      const typed = { username: ana.email, password: PASSWORD };
      expect((await browser().submit(path(hex), typed)).status).toBe(302);
      const again = await browser().submit(path(hex.toUpperCase()), typed);
      expect([again.status, again.headers.get('location')]).toEqual([400, null]);
    });

    it.each(['', 'x', '0f'.repeat(31), '0f'.repeat(33), 'zz'.repeat(32)])(
      'rejects the one-time pad %j',
      async (hex) => {
        const { status, headers } = await browser().get(path(hex));
        expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      },
    );
  });
});
