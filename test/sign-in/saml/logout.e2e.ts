import { inflateRawSync } from 'node:zlib';
import { Browser } from '../../support/browser';
import { World } from '../../support/world';
import { appResponse } from '../oidc/app-answer';
import { signingKey, SigningKey } from './certificates';
import { escaped, nameIdXml } from './draft';
import { LogoutDraft, SamlIdp } from './identity-provider';
import { SamlBrowser } from './saml-browser';
import { signed } from './signer';

const PATH = 'realm/identity_providers';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

describe('A logout that a SAML provider asks for', () => {
  let world: World;
  let idp: SamlIdp;
  let foreignKey: SigningKey;
  let browser: SamlBrowser;
  let destination: string;
  beforeAll(async () => {
    world = await World.start({}, 2);
    [idp, foreignKey] = await Promise.all([SamlIdp.start(), signingKey()]);
    const options = { kind: 'saml', jit: true, metadata: idp.metadata() };
    await world.owner.ok('POST', PATH, { ...options, slug: 'idp', name: 'IdP' });
    await world.owner.ok('POST', PATH, { ...options, slug: 'other', name: 'Other' });
    browser = new SamlBrowser(world.url, 'idp', idp);
    destination = idp.read((await browser.begin()).location).consumer.replace('/complete/saml/', '/saml/slo/');
  });
  afterAll(() => world?.stop());

  let count = 0;
  const somebody = () => {
    const nameId = `somebody-${++count}`;
    return { nameId, attributes: { mail: `${nameId}@example.org` } };
  };
  const byQuery = (query: string, slug = 'idp') =>
    fetch(`${world.url}/saml/slo/${slug}?${query}`, { redirect: 'manual' });
  const byForm = (xml: string, slug = 'idp', relayState = 'a state') => {
    const body = new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: relayState });
    return fetch(`${world.url}/saml/slo/${slug}`, { method: 'POST', body, redirect: 'manual' });
  };
  const ask = (nameId: string, changes: Partial<LogoutDraft> = {}, query = {}) =>
    byQuery(idp.logoutQuery(idp.logoutRequest(destination, nameId, changes), query));
  const signedForm = (nameId: string, signing: object = {}) => {
    const id = '_request-of-a-form';
    return signed(idp.logoutRequest(destination, nameId, { id }), id, { key: idp.key, ...signing });
  };

  it('ends the sessions, keys and queues of the person, on both nodes, and answers', async () => {
    const person = somebody();
    const session = (await browser.as(person)).session!;
    const pad = 'c3'.repeat(32);
    const { location } = await browser.as(person, `?mobile_flow_otp=${pad}`);
    const { body } = await world.request('GET', 'server_settings');
    const { email, apiKey } = appResponse(location!, pad, String(body.realm_url));
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
    const { body: queue } = await world.request('POST', 'register', {}, authorization);
    const queues = () => world.sql('SELECT 1 FROM event_queue WHERE id::text = $1', [queue.queue_id]);
    const statusesAt = async (node: number) => [
      (await fetch(`${world.at(node).url}/json/users/me`, { headers: { cookie: session } })).status,
      (await world.at(node).request('GET', 'users/me', {}, authorization)).status,
    ];
    expect([await statusesAt(0), await statusesAt(1), (await queues()).length]).toEqual([[200, 200], [200, 200], 1]);
    const answer = await ask(person.nameId, { id: '_the-request' });
    expect([await statusesAt(0), await statusesAt(1), (await queues()).length]).toEqual([[401, 401], [401, 401], 0]);
    const leads = new URL(answer.headers.get('location')!);
    const said = inflateRawSync(Buffer.from(leads.searchParams.get('SAMLResponse')!, 'base64')).toString();
    expect([answer.status, leads.origin + leads.pathname, leads.searchParams.get('RelayState')]).toEqual([
      303,
      'https://idp.example.org/slo',
      'a state',
    ]);
    expect(said).toContain('InResponseTo="_the-request"');
    expect(said).toContain('status:Success');
    expect(leads.searchParams.has('Signature')).toBe(true);
  });

  it('ends one session of the provider, and what came from it alone', async () => {
    const person = somebody();
    const [one, two] = [(await browser.as(person)).session!, (await browser.as(person)).session!];
    const [{ sid }] = await world.sql<{ sid: string }>(
      'SELECT sid FROM session_origin WHERE subject = $1 AND session_id IS NOT NULL ORDER BY id',
      [person.nameId],
    );
    expect((await ask(person.nameId, { sessionIndexes: [sid] })).status).toBe(303);
    expect([await browser.statusOf(one), await browser.statusOf(two)]).toEqual([401, 200]);
  });

  it('is taken from a form, too', async () => {
    const person = somebody();
    const { session } = await browser.as(person);
    expect((await byForm(signedForm(person.nameId))).status).toBe(303);
    expect(await browser.statusOf(session!)).toBe(401);
  });

  it('leaves sessions that came from elsewhere', async () => {
    const person = somebody();
    const mine = (await browser.as(person)).session!;
    const elsewhere = (await new SamlBrowser(world.url, 'other', idp).as(somebody())).session!;
    const there = destination.replace(/idp$/, 'other');
    const xml = idp.logoutRequest(there, person.nameId);
    expect((await byQuery(idp.logoutQuery(xml), 'other')).status).toBe(303);
    expect([await browser.statusOf(mine), await browser.statusOf(elsewhere)]).toEqual([200, 200]);
    expect((await world.owner.get('users/me')).status).toBe(200);
  });

  it.each<[string, (nameId: string) => Promise<Response>]>([
    ['is signed by another key', (name) => ask(name, {}, { key: foreignKey })],
    ['is signed with SHA-1', (name) => ask(name, {}, { algorithm: `${DSIG}rsa-sha1`, hash: 'RSA-SHA1' })],
    [
      'names another algorithm than it is signed with',
      (name) => ask(name, {}, { algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }),
    ],
    [
      'is not signed',
      (name) => byQuery(idp.logoutQuery(idp.logoutRequest(destination, name)).replace(/&SigAlg.*/, '')),
    ],
    [
      'has an empty signature',
      (name) => byQuery(idp.logoutQuery(idp.logoutRequest(destination, name)).replace(/&Signature=.*/, '&Signature=')),
    ],
    [
      'was changed',
      (name) => {
        const [one, two] = [name, 'somebody else'].map((by) => idp.logoutQuery(idp.logoutRequest(destination, by)));
        return byQuery(two!.replace(/SAMLRequest=[^&]*/, /SAMLRequest=[^&]*/.exec(one!)![0]));
      },
    ],
    [
      'has another state',
      (name) => byQuery(idp.logoutQuery(idp.logoutRequest(destination, name)).replace('a%20state', 'another')),
    ],
    [
      'has a second request',
      (name) => {
        const query = idp.logoutQuery(idp.logoutRequest(destination, 'somebody else'));
        const [own] = /SAMLRequest=[^&]*/.exec(idp.logoutQuery(idp.logoutRequest(destination, name)))!;
        return byQuery(`${query}&${own}`);
      },
    ],
    ['is of another issuer', (name) => ask(name, { issuer: 'https://evil.example.org/metadata' })],
    ['is for another address', (name) => ask(name, { destination: 'https://other.example.org/saml/slo/idp' })],
    ['is for another provider here', (name) => ask(name, { destination: destination.replace(/idp$/, 'other') })],
    ['has expired', (name) => ask(name, { ends: -10 })],
    ['is a quarter of an hour old', (name) => ask(name, { issuedAt: -15 })],
    ['is of later', (name) => ask(name, { issuedAt: 15 })],
    ['has no id', (name) => ask(name, { id: '' })],
    ['names two people', (name) => ask(name, { nameIdXml: nameIdXml('somebody else') + nameIdXml(name) })],
    ['names nobody', () => ask('', { nameIdXml: '' })],
    ['names the person in an encrypted way', () => ask('', { nameIdXml: '<saml:EncryptedID/>' })],
    ['has extensions', (name) => ask(name, { moreXml: '<samlp:Extensions/>' })],
    ['has a comment in the name', (name) => ask(name, { nameIdXml: nameIdXml(name).replace('-', '-<!-- -->') })],
    ['has a thousand sessions', (name) => ask(name, { sessionIndexes: Array(1_000).fill('a session') })],
    ['has a DTD', (name) => byQuery(idp.logoutQuery(`<!DOCTYPE x>${idp.logoutRequest(destination, name)}`))],
    ['unpacks to 30 MB', () => byQuery(idp.logoutQuery('x'.repeat(30_000_000)))],
    [
      'is a response',
      (name) => byQuery(idp.logoutQuery(`<samlp:Response xmlns:samlp="x">${escaped(name)}</samlp:Response>`)),
    ],
    ['is not signed in a form', (name) => byForm(idp.logoutRequest(destination, name))],
    ['is signed in a form by another key', (name) => byForm(signedForm(name, { key: foreignKey }))],
    ['is signed in a form with SHA-1', (name) => byForm(signedForm(name, { algorithm: `${DSIG}rsa-sha1` }))],
    ['is changed in a form', (name) => byForm(signedForm('somebody else').replaceAll('somebody else', name))],
    [
      'is wrapped in a form',
      (name) => {
        const original = signedForm('somebody else');
        const [signature] = /<ds:Signature .*<\/ds:Signature>/s.exec(original)!;
        const evil = idp.logoutRequest(destination, name, { id: '_evil' });
        const object = signature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`);
        return byForm(evil.replace('</saml:Issuer>', `</saml:Issuer>${object}`));
      },
    ],
    ['is no request in a form', () => byForm('not a request')],
    ['is nothing', () => byQuery('')],
  ])('is refused if it %s', async (_, send) => {
    const person = somebody();
    const { session } = await browser.as(person);
    const spent = () => world.sql('SELECT count(*)::int FROM spent_token');
    const before = await spent();
    const answer = await send(person.nameId);
    expect([answer.status >= 400 && answer.status < 500, await browser.statusOf(session!)]).toEqual([true, 200]);
    expect(await spent()).toEqual(before);
  });

  it('is done once for a request', async () => {
    const person = somebody();
    const query = idp.logoutQuery(idp.logoutRequest(destination, person.nameId));
    expect((await byQuery(query)).status).toBe(303);
    const { session } = await browser.as(person);
    expect([(await byQuery(query)).status, await browser.statusOf(session!)]).toEqual([400, 200]);
  });

  it('goes on at the provider when the user logs out here', async () => {
    const [person, own] = [somebody(), new Browser(world.url)];
    const begun = await own.send('GET', '/accounts/login/social/saml/idp');
    const posted = await browser.post(idp.logIn(begun.headers.get('location')!, person));
    await own.get(posted.location!);
    const session = `sessionid=${own.session}`;
    const { headers } = await own.submit('/accounts/logout/');
    const leads = new URL(headers.get('location')!);
    const said = inflateRawSync(Buffer.from(leads.searchParams.get('SAMLRequest')!, 'base64')).toString();
    expect([leads.origin + leads.pathname, leads.searchParams.has('Signature')]).toEqual([
      'https://idp.example.org/slo',
      true,
    ]);
    expect(said).toContain(`>${person.nameId}</saml:NameID>`);
    expect(said).toMatch(/SessionIndex[^>]*>_[0-9a-f]+</);
    expect(await browser.statusOf(session)).toBe(401);
  });

  it('leads to the login page where the provider takes no answer, and after an answer to ours', async () => {
    const { identity_providers: all } = await world.owner.ok('GET', PATH);
    const { id } = (all as { id: number; slug: string }[]).find(({ slug }) => slug === 'other')!;
    await world.owner.ok('PATCH', `${PATH}/${id}`, { metadata: idp.metadata([idp.key], { logout: false }) });
    const xml = idp.logoutRequest(destination.replace(/idp$/, 'other'), 'somebody');
    const answer = await byQuery(idp.logoutQuery(xml), 'other');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/']);
    const ours = await byQuery('SAMLResponse=x');
    expect([ours.status, ours.headers.get('location')]).toEqual([303, '/login/']);
  });
});
