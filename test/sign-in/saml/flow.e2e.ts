import { Browser } from '../../support/browser';
import { createOtherOrganization } from '../../support/other-organization';
import { mailsTo } from '../../support/mailbox';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';
import { appResponse } from '../oidc/app-answer';
import { inMinutes } from './draft';
import { SamlIdp } from './identity-provider';
import { SamlBrowser } from './saml-browser';

const PATH = 'realm/identity_providers';
const person = (nameId: string) => ({ nameId, attributes: { mail: `${nameId}@example.org`, displayName: 'Ana SAML' } });

describe('The way of a login through a SAML provider', () => {
  let world: World;
  let idp: SamlIdp;
  let browser: SamlBrowser;
  let id: number;
  beforeAll(async () => {
    world = await World.start({}, 2);
    idp = await SamlIdp.start();
    const options = { kind: 'saml', jit: true, domain: 'example.org', metadata: idp.metadata() };
    const own = { ...options, slug: 'idp', name: 'IdP', link_by_address: true };
    id = (await world.owner.ok('POST', PATH, own)).id as number;
    await world.owner.ok('POST', PATH, { ...options, slug: 'other', name: 'Other' });
    browser = new SamlBrowser(world.url, 'idp', idp);
  });
  afterAll(() => world?.stop());

  const ana = person('ana');
  const refused = { status: 401, session: null };
  const attempts = () => world.sql('SELECT count(*)::int FROM login_attempt');

  it('opens a session, and makes an account once', async () => {
    const [one, two] = [await browser.as(ana), await browser.as(ana)];
    expect([one.status, one.location, await browser.statusOf(one.session!)]).toEqual([302, '/', 200]);
    expect(await browser.statusOf(two.session!)).toBe(200);
    expect(await world.sql(`SELECT full_name FROM user_account WHERE delivery_email = 'ana@example.org'`)).toEqual([
      { full_name: 'Ana SAML' },
    ]);
  });

  it('begins with a signed request that is new each time', async () => {
    const [one, two] = [await browser.begin(), await browser.begin()].map(({ location }) => idp.read(location));
    expect([one!.consumer, one!.issuer]).toEqual([two!.consumer, two!.issuer]);
    expect(one!.consumer).toMatch(/\/complete\/saml\/idp$/);
    expect([one!.id === two!.id, one!.relayState === two!.relayState]).toEqual([false, false]);
    const query = new URL((await browser.begin()).location).searchParams;
    expect([query.get('tenant'), query.has('Signature'), query.get('SigAlg')]).toEqual([
      '1',
      true,
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    ]);
  });

  it('is a button in the apps and on the login page', async () => {
    const { body } = await world.request('GET', 'server_settings');
    expect(body.external_authentication_methods).toContainEqual({
      name: 'saml:idp',
      display_name: 'IdP',
      display_icon: null,
      login_url: '/accounts/login/social/saml/idp',
      signup_url: '/accounts/login/social/saml/idp',
    });
    expect(await (await fetch(`${world.url}/login/`)).text()).toContain('Log in with IdP');
  });

  it.each([
    ['no state', ''],
    ['a foreign state', 'x'.repeat(43)],
    ['a state of 10 kB', 'x'.repeat(10_000)],
    ['a state with NUL', 'a\0b'],
    ['a path', '/#narrow/dm/1'],
  ])('ends without a session with %s', async (_, RelayState) => {
    const { location, cookie } = await browser.begin();
    const { status, session } = await browser.finish({ ...idp.logIn(location, ana), RelayState }, cookie);
    expect([status === 401 || status === 400, session]).toEqual([true, null]);
  });

  it('ends without a session with the state of another login of the same browser', async () => {
    const [one, two] = [await browser.begin(), await browser.begin()];
    const { relayState: RelayState } = idp.read(two.location);
    const form = { ...idp.logIn(one.location, ana), RelayState };
    expect(await browser.finish(form, one.cookie)).toMatchObject(refused);
  });

  it('ends without a session in another browser, or in one without cookies', async () => {
    for (const cookie of [(await browser.begin()).cookie, '', 'login_browser=']) {
      const { location } = await browser.begin();
      expect(await browser.finish(idp.logIn(location, ana), cookie)).toMatchObject(refused);
    }
  });

  it('ends without a session before the provider has answered', async () => {
    const { location, cookie } = await browser.begin();
    const state = encodeURIComponent(idp.read(location).relayState);
    expect(await browser.follow(`/complete/saml/idp?state=${state}`, cookie)).toMatchObject(refused);
    expect((await browser.follow('/complete/saml/idp', cookie)).status).toBe(400);
  });

  it('ends without a session after ten minutes', async () => {
    const { location, cookie } = await browser.begin();
    const posted = await browser.post(idp.logIn(location, ana));
    await world.sql(`UPDATE login_attempt SET expires_at = expires_at - interval '10 minutes 1 second'`);
    expect(await browser.follow(posted.location!, cookie)).toMatchObject(refused);
    const late = await browser.begin();
    await world.sql(`UPDATE login_attempt SET expires_at = expires_at - interval '10 minutes 1 second'`);
    expect(await browser.finish(idp.logIn(late.location, ana), late.cookie)).toMatchObject(refused);
  });

  it('takes a response once, whichever node it comes to', async () => {
    const { location, cookie } = await browser.begin();
    const form = idp.logIn(location, ana);
    const nodes = world.nodes.map(({ url }) => new SamlBrowser(url, 'idp', idp));
    const posted = await Promise.all(Array.from({ length: 6 }, (_, at) => nodes[at % 2]!.post(form)));
    expect(posted.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(posted.filter(({ status }) => status === 401)).toHaveLength(5);
    const leads = posted.find(({ status }) => status === 303)!.location!;
    expect((await nodes[1]!.follow(leads, cookie)).status).toBe(302);
    expect(await nodes[0]!.follow(leads, cookie)).toMatchObject(refused);
  });

  it('leads the app back by the rules of the app', async () => {
    const pad = 'a5'.repeat(32);
    const { location } = await browser.as(ana, `?mobile_flow_otp=${pad}`);
    const { body } = await world.request('GET', 'server_settings');
    const { email, apiKey, userId } = appResponse(location!, pad, String(body.realm_url));
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    const own = await world.request('GET', 'users/me', {}, authorization);
    expect([own.status, own.body.user_id]).toEqual([200, userId]);
  });

  it('does not begin with a pad that is none', async () => {
    const before = await attempts();
    for (const query of [`mobile_flow_otp=${'a'.repeat(63)}`, 'mobile_flow_otp=', `next=/${'a'.repeat(10_000)}`])
      expect(await browser.begin(`?${query}`)).toMatchObject({ status: 400, location: '' });
    expect(await attempts()).toEqual(before);
  });

  it('leads to a path of this server, and nowhere else', async () => {
    expect((await browser.as(ana, `?next=${encodeURIComponent('/#narrow/dm/1')}`)).location).toBe('/#narrow/dm/1');
    for (const next of ['//evil.example', 'https://evil.example/', '/\\evil.example'])
      expect((await browser.as(ana, `?next=${encodeURIComponent(next)}`)).location).toBe('/');
  });

  it('asks for the second step', async () => {
    const bea = await world.member('bea');
    const app = await withAuthenticator(world, bea);
    const own = new Browser(world.url);
    const begun = await own.send('GET', '/accounts/login/social/saml/idp');
    const form = idp.logIn(begun.headers.get('location')!, person('bea'));
    const posted = await browser.post(form);
    await own.get(posted.location!);
    expect([own.cookies.has('second_step'), own.session]).toEqual([true, undefined]);
    await own.submit('/login/second-step', { code: await app.freshCode() });
    expect(own.session).toBeDefined();
  });

  it('ends without a session if the provider is switched off in the middle', async () => {
    const { location, cookie } = await browser.begin();
    const posted = await browser.post(idp.logIn(location, ana));
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: false });
    const { status, session } = await browser.follow(posted.location!, cookie);
    const late = await browser.post(idp.logIn(location, ana));
    await world.owner.ok('PATCH', `${PATH}/${id}`, { enabled: true });
    expect([status, session, late.status, late.session]).toEqual([400, null, 400, null]);
  });

  it('does not begin at the provider of another organization, or at one of another kind', async () => {
    await createOtherOrganization(world);
    await world.sql(
      `INSERT INTO identity_provider (organization_id, kind, slug, name, settings)
        SELECT o.id, 'saml', 'theirs', 'Theirs', p.settings FROM organization o, identity_provider p
        WHERE o.name = 'Elsewhere' AND p.id = $1`,
      [id],
    );
    const corp = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: 'https://corp.example.org', client_id: 'p' };
    await world.owner.ok('POST', PATH, corp);
    for (const slug of ['theirs', 'corp', 'nowhere', '..', 'IDP'])
      expect((await new SamlBrowser(world.url, slug, idp).begin()).status).toBeGreaterThanOrEqual(400);
    const { location } = await browser.begin();
    expect((await browser.post(idp.logIn(location, ana), 'theirs')).status).toBe(400);
    expect((await fetch(`${world.url}/accounts/login/social/oidc/idp`, { redirect: 'manual' })).status).toBe(400);
  });

  it('asks the provider to ask the person, when the user logs in again, and is as fresh as the provider says', async () => {
    const isFresh = async (session: string | null) => {
      const headers = { cookie: session ?? '' };
      const answer = await fetch(`${world.url}/json/users/me/second_factors`, { headers });
      return ((await answer.json()) as { is_login_fresh: boolean }).is_login_fresh;
    };
    const askedAt = (minutes: number) => ({
      draft: { statementXml: `<saml:AuthnStatement AuthnInstant="${inMinutes(minutes)}" SessionIndex="s"/>` },
    });
    const forced = async (query: string) =>
      /ForceAuthn="true"/.test(idp.read((await browser.begin(query)).location).xml);
    expect([await forced(''), await forced('?reauthenticate=true')]).toEqual([false, true]);
    const [known, asked] = [
      await browser.as(ana, '', askedAt(-30)),
      await browser.as(ana, '?reauthenticate=true', askedAt(0)),
    ];
    expect([await isFresh(known.session), await isFresh(asked.session)]).toEqual([false, true]);
    // A provider that has not asked does not make the session fresh.
    const unasked = await browser.as(ana, '?reauthenticate=true', askedAt(-30));
    expect(await isFresh(unasked.session)).toBe(false);
  });

  it('is mailed to the user from a new device', async () => {
    const mails = () => mailsTo(world, 'emil@example.org');
    await browser.as(person('emil'));
    expect(await mails()).toEqual([]);
    await browser.as(person('emil'));
    expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^New login to /)]);
  });

  it('describes this server to the provider', async () => {
    const answer = await fetch(`${world.url}/saml/metadata/idp.xml`);
    const text = await answer.text();
    const { issuer, consumer } = idp.read((await browser.begin()).location);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/samlmetadata+xml'),
    ]);
    expect(text).toContain(`entityID="${issuer}"`);
    expect(text).toContain(`Location="${consumer}"`);
    expect(text).toContain('<ds:X509Certificate>MII');
    expect(text).not.toContain('PRIVATE');
    expect((await fetch(`${world.url}/saml/metadata/nowhere.xml`)).status).toBe(400);
  });
});
