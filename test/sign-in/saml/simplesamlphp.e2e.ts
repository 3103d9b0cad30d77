import { World } from '../../support/world';
import { appResponse } from '../oidc/app-answer';
import { PhpBrowser } from './php-browser';
import { describeWithSimpleSaml, SimpleSaml } from './simplesamlphp';

const PATH = 'realm/identity_providers';

describeWithSimpleSaml('SimpleSAMLphp as an identity provider', () => {
  let world: World;
  let provider: SimpleSaml;
  beforeAll(async () => {
    world = await World.start({}, 2);
    provider = await SimpleSaml.start();
    const claims = { role_claim: 'role', groups_claim: 'groups' };
    const options = {
      kind: 'saml',
      slug: 'idp',
      name: 'IdP',
      jit: true,
      metadata: await provider.metadata(),
      ...claims,
    };
    await world.owner.ok('POST', PATH, options);
    provider.admit(await (await fetch(`${world.url}/saml/metadata/idp.xml`)).text());
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const begin = (browser: PhpBrowser, query = '') =>
    browser.open(`${world.url}/accounts/login/social/saml/idp${query}`);
  const logIn = async (browser: PhpBrowser, name: string, query = '') => {
    await begin(browser, query);
    await browser.submit({ username: name, password: name });
    return browser.submit();
  };

  it('makes an account with its attributes, and finds it again', async () => {
    for (let login = 0; login < 2; login++) {
      const browser = new PhpBrowser(world.url);
      await logIn(browser, 'bea');
      const own = (await browser.json('/json/users/me')) as Record<string, unknown>;
      expect([own.full_name, own.delivery_email, own.role]).toEqual(['Béa Süd', 'bea@example.org', 300]);
    }
    const rows = await world.sql(`SELECT subject FROM external_identity`);
    expect(rows).toEqual([{ subject: expect.stringMatching(/^[0-9a-f]{40}$/) }]);
  });

  it('lets no person in with a wrong password, or without an address', async () => {
    const browser = new PhpBrowser(world.url);
    await begin(browser);
    const page = await browser.submit({ username: 'ana', password: 'wrong' });
    expect([page.url.startsWith(provider.url), page.text.includes('SAMLResponse')]).toEqual([true, false]);
    const other = new PhpBrowser(world.url);
    expect((await logIn(other, 'cleo')).status).toBe(401);
    expect(other.cookies.has('sessionid')).toBe(false);
  });

  it('leads the app back with its key', async () => {
    const pad = 'd4'.repeat(32);
    const { url } = await logIn(new PhpBrowser(world.url), 'ana', `?mobile_flow_otp=${pad}`);
    const { body } = await world.request('GET', 'server_settings');
    const { email, apiKey } = appResponse(url, pad, String(body.realm_url));
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    expect((await world.request('GET', 'users/me', {}, authorization)).status).toBe(200);
  });

  it('accepts a response once, and none that was changed', async () => {
    const browser = new PhpBrowser(world.url);
    await begin(browser);
    await browser.submit({ username: 'ana', password: 'ana' });
    const form = browser.form!;
    const changed = Buffer.from(form.fields.SAMLResponse!, 'base64').toString().replace('ana@', 'olivia@');
    const post = async (fields: Record<string, string>) =>
      (await fetch(form.action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })).status;
    expect(await post({ ...form.fields, SAMLResponse: Buffer.from(changed).toString('base64') })).toBe(401);
    expect([await post(form.fields), await post(form.fields)]).toEqual([303, 401]);
  });

  it('ends what came from it when the person logs out there, on both nodes', async () => {
    const browser = new PhpBrowser(world.url);
    await logIn(browser, 'ana');
    const session = `sessionid=${browser.cookies.get('sessionid')}`;
    const statuses = () =>
      Promise.all(
        world.nodes.map(
          async ({ url }) => (await fetch(`${url}/json/users/me`, { headers: { cookie: session } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    const out = new URLSearchParams({ ReturnTo: `${provider.url}/saml2/idp/metadata.php` });
    const page = await browser.open(`${provider.url}/saml2/idp/SingleLogoutService.php?${out}`);
    expect([page.status, page.url]).toEqual([200, `${provider.url}/saml2/idp/metadata.php`]);
    expect(await statuses()).toEqual([401, 401]);
  });
});
