import { OrganizationActivity } from '@app/identity';
import { Workers } from '@app/platform';
import { verify, X509Certificate } from 'node:crypto';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../support/until';
import { World } from '../../support/world';
import { signingKey } from './certificates';
import { SamlIdp } from './identity-provider';
import { SamlBrowser } from './saml-browser';

const PATH = 'realm/identity_providers';
const person = (nameId: string) => ({ nameId, attributes: { mail: `${nameId}@example.org` } });

describe('A SAML provider', () => {
  let world: World;
  let idp: SamlIdp;
  let server: Server;
  let published = '';
  let url: string;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    idp = await SamlIdp.start();
    server = createServer((request, response) => {
      if (request.url === '/silent') return;
      if (request.url === '/large') return void response.end('x'.repeat(2_000_000));
      response.writeHead(published === '' ? 404 : 200).end(published);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await world?.stop();
  });

  let count = 0;
  const add = async (options: object = {}) => {
    const slug = `idp-${++count}`;
    const usual = { kind: 'saml', slug, name: 'IdP', jit: true, metadata: idp.metadata() };
    const { id } = await world.owner.ok('POST', PATH, { ...usual, ...options });
    return { id: id as number, browser: new SamlBrowser(world.url, slug, idp) };
  };
  const listed = async (id: number) => {
    const { identity_providers: all } = await world.owner.ok('GET', PATH);
    return (all as { id: number; settings: Record<string, unknown>; has_secret: boolean }[]).find(
      (one) => one.id === id,
    )!;
  };
  const test = (id: number) => world.owner.ok('POST', `${PATH}/${id}/test`);

  it('is shown as its metadata describe it, without the key of this server', async () => {
    const { id } = await add({ groups_claim: 'groups', name_id_format: 'email' });
    expect(await listed(id)).toMatchObject({
      kind: 'saml',
      has_secret: true,
      settings: {
        entity_id: idp.entityId,
        sso_url: 'https://idp.example.org/sso?tenant=1&x=y',
        slo_url: 'https://idp.example.org/slo',
        certificates: [idp.key.base64],
        valid_until: null,
        metadata_url: null,
        idp_initiated: false,
        require_both_signatures: false,
        name_id_format: 'email',
        attribute_map: '',
        groups_claim: 'groups',
      },
    });
    expect(JSON.stringify(await listed(id))).not.toContain('PRIVATE KEY');
  });

  it('takes responses without a request, and both signatures, from the beginning or later', async () => {
    const strict = { idp_initiated: true, require_both_signatures: true };
    const { id } = await add(strict);
    expect((await listed(id)).settings).toMatchObject(strict);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { idp_initiated: false, require_both_signatures: false });
    expect((await listed(id)).settings).toMatchObject({ idp_initiated: false, require_both_signatures: false });
  });

  it('reads its metadata at another address, and asks for another name, once both are changed', async () => {
    const { id } = await add();
    published = idp.metadata();
    await world.owner.ok('PATCH', `${PATH}/${id}`, { metadata_url: url, name_id_format: 'email' });
    expect((await listed(id)).settings).toMatchObject({ metadata_url: url, name_id_format: 'email' });
    await world.owner.ok('DELETE', `${PATH}/${id}`);
    published = '';
  });

  it('keeps its metadata when something else is changed', async () => {
    const { id, browser } = await add();
    const before = await listed(id);
    await world.owner.ok('PATCH', `${PATH}/${id}`, { idp_initiated: true, attribute_map: 'email=post' });
    const settings = { ...before.settings, idp_initiated: true, attribute_map: 'email=post' };
    expect(await listed(id)).toEqual({ ...before, settings });
    await world.owner.ok('PATCH', `${PATH}/${id}`, { attribute_map: '' });
    expect((await browser.as(person('kept'))).status).toBe(302);
  });

  it.each<[string, object | ((good: string) => object)]>([
    ['no metadata', { metadata: '' }],
    ['what is no XML', { metadata: 'metadata' }],
    ['a DTD', (good) => ({ metadata: good.replace('?>', '?><!DOCTYPE x>') })],
    ['an entity of its own', (good) => ({ metadata: good.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>') })],
    ['an instruction', (good) => ({ metadata: good.replace('?>', '?><?xml-stylesheet href="x"?>') })],
    ['no certificate', (good) => ({ metadata: good.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/, '') })],
    ['a certificate that is none', (good) => ({ metadata: good.replace(/>MII[^<]*</, '>AAAA<') })],
    ['no entityID', (good) => ({ metadata: good.replace(/entityID="[^"]*"/, '') })],
    ['a service provider', (good) => ({ metadata: good.replaceAll('IDPSSODescriptor', 'SPSSODescriptor') })],
    ['a provider of SAML 1.1', (good) => ({ metadata: good.replaceAll('SAML:2.0:protocol', 'SAML:1.1:protocol') })],
    ['no login page', (good) => ({ metadata: good.replace(/<md:SingleSignOnService[^>]*>/, '') })],
    ['a login page for forms only', (good) => ({ metadata: good.replaceAll('HTTP-Redirect', 'HTTP-POST') })],
    [
      'a login page that is a script',
      (good) => ({ metadata: good.replace(/https:[^"]*sso[^"]*/, 'javascript:alert(1)') }),
    ],
    [
      'a logout page that is a file',
      (good) => ({ metadata: good.replace('https://idp.example.org/slo', 'file:///etc') }),
    ],
    ['two providers', (good) => ({ metadata: `<x>${good.replace(/<\?.*\?>/, '').repeat(2)}</x>` })],
    ['metadata of 1 MB', (good) => ({ metadata: good + ' '.repeat(1_000_000) })],
    ['another name format', { name_id_format: 'transient' }],
    ['a step of a key that is not there yet', { signing_key: 'prepare' }],
    ['an attribute map that is none', { attribute_map: 'email' }],
    ['an attribute map with a name twice', { attribute_map: 'email=mail, email=post' }],
    ['a metadata address that is none', { metadata_url: 'metadata' }],
    ['a metadata address that is a file', { metadata_url: 'file:///etc/passwd' }],
    ['an option of another kind', { issuer: 'https://idp.example.org' }],
    ['a claim that is no attribute', { groups_claim: 'a b' }],
  ])('is refused with %s, and nothing is stored', async (_, options) => {
    const rows = () => world.sql('SELECT count(*)::int FROM identity_provider');
    const before = await rows();
    const changes = typeof options === 'function' ? options(idp.metadata()) : options;
    const usual = { kind: 'saml', slug: 'refused', name: 'IdP', metadata: idp.metadata() };
    const { status } = await world.owner.post(PATH, { ...usual, ...changes });
    expect([status >= 400 && status < 500, await rows()]).toEqual([true, before]);
  });

  it('is refused with a key that is too short', async () => {
    const short = await signingKey({ bits: 1_024 });
    const options = { kind: 'saml', slug: 'short', name: 'IdP', metadata: idp.metadata([short]) };
    expect((await world.owner.post(PATH, options)).status).toBe(400);
  });

  it('may have comments and other parts in its metadata', async () => {
    const metadata = idp.metadata().replace('<md:IDPSSO', '<!-- by hand --><x xmlns="urn:x"/><md:IDPSSO');
    const { browser } = await add({ metadata: `\uFEFF${metadata}` });
    expect((await browser.as(person('commented'))).status).toBe(302);
  });

  it('may sign with the old and the new certificate while it changes them', async () => {
    const next = await signingKey();
    const { id, browser } = await add({ metadata: idp.metadata([idp.key, next]) });
    const old = await browser.as(person('old'));
    const young = await browser.as(person('young'), '', { signing: { key: next } });
    await world.owner.ok('PATCH', `${PATH}/${id}`, { metadata: idp.metadata([next]) });
    const over = await browser.as(person('old'));
    const after = await browser.as(person('young'), '', { signing: { key: next } });
    expect([old, young, over, after].map(({ status }) => status)).toEqual([302, 302, 401, 302]);
  });

  describe('learns of a new key of this server', () => {
    let id: number;
    let browser: SamlBrowser;
    beforeAll(async () => {
      ({ id, browser } = await add());
    });
    const step = (signing_key: string) => world.owner.patch(`${PATH}/${id}`, { signing_key });
    const certificates = async () => {
      const metadata = await (await fetch(`${world.url}/saml/metadata/${browser.slug}.xml`)).text();
      return [...metadata.matchAll(/<ds:X509Certificate>([^<]+)</g)].map(([, base64]) => base64!);
    };
    /** Which of the certificates the next request of this server is signed with. */
    const signer = async (among: readonly string[]) => {
      const { location } = await browser.begin();
      const text = location.slice(location.indexOf('SAMLRequest='), location.indexOf('&Signature='));
      const bytes = Buffer.from(new URL(location).searchParams.get('Signature')!, 'base64');
      return among.findIndex((one) => {
        const { publicKey } = new X509Certificate(Buffer.from(one, 'base64'));
        return verify('sha256', Buffer.from(text), publicKey, bytes);
      });
    };
    const findings = async () => ((await test(id)).findings as string[]).filter((one) => one.startsWith('This server'));

    it('before it signs: both certificates are published, and the old key signs', async () => {
      const [old] = await certificates();
      expect((await step('prepare')).status).toBe(200);
      const both = await certificates();
      expect([both.length, both[0], await signer(both)]).toEqual([2, old, 0]);
      expect(await findings()).toEqual([
        expect.stringContaining('signs with the certificate'),
        expect.stringContaining('will sign after the switch with the certificate'),
      ]);
      expect((await listed(id)).settings.has_next_key).toBe(true);
      expect((await browser.as(person('rotated'))).status).toBe(302);
    });

    it('and then the old one retires', async () => {
      const [old, young] = await certificates();
      expect((await step('switch')).status).toBe(200);
      expect([await certificates(), await signer([old!, young!])]).toEqual([[young], 1]);
      expect((await listed(id)).settings.has_next_key).toBe(false);
      expect((await browser.as(person('rotated'))).status).toBe(302);
    });

    it('or the new one is dropped', async () => {
      const [inUse] = await certificates();
      await step('prepare');
      expect((await step('discard')).status).toBe(200);
      expect([await certificates(), await signer([inUse!])]).toEqual([[inUse], 0]);
    });

    it('in this order only, by owners only, and never sees a key', async () => {
      const before = await certificates();
      for (const one of ['switch', 'discard', 'retire', '']) expect((await step(one)).status).toBe(400);
      await step('prepare');
      expect((await step('prepare')).status).toBe(400);
      expect((await certificates())[0]).toBe(before[0]);
      const admin = await world.admin('key keeper');
      expect((await admin.patch(`${PATH}/${id}`, { signing_key: 'switch' })).status).toBe(400);
      expect(JSON.stringify([await listed(id), await world.sql('SELECT * FROM audit_log')])).not.toContain('PRIVATE');
    });

    it('one at a time', async () => {
      await step('discard');
      const answers = await Promise.all(Array.from({ length: 6 }, () => step('prepare')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await certificates()).toHaveLength(2);
    });
  });

  it.each([
    ['has expired', { from: -20, until: -1 }],
    ['is of later', { from: 1, until: 20 }],
  ])('may not sign with a certificate that %s', async (_, days) => {
    const key = await signingKey(days);
    const { id, browser } = await add({ metadata: idp.metadata([idp.key, key]) });
    expect((await browser.as(person('late'), '', { signing: { key } })).status).toBe(401);
    expect(await test(id)).toMatchObject({ works: true });
    const alone = await add({ metadata: idp.metadata([key]) });
    expect((await alone.browser.begin()).status).toBe(401);
    expect(await test(alone.id)).toMatchObject({ works: false });
  });

  it('may not log people in when its metadata are valid no longer', async () => {
    const { id, browser } = await add({ metadata: idp.metadata([idp.key], { validUntil: '2020-01-01T00:00:00Z' }) });
    expect([(await browser.begin()).status, (await test(id)).works]).toEqual([401, false]);
  });

  it('is read from its address, and read anew, also by its test', async () => {
    published = idp.metadata();
    const { id, browser } = await add({ metadata: undefined, metadata_url: url });
    expect((await browser.as(person('published'))).status).toBe(302);
    const next = await signingKey();
    published = idp.metadata([idp.key, next]);
    const job = `job = 'saml-metadata'`;
    await until(async () => (await world.sql(`SELECT 1 FROM pass WHERE ${job} AND due_at > now()`)).length > 0);
    await world.sql(`UPDATE pass SET due_at = now() WHERE ${job}`);
    for (const { app } of world.nodes) app.get(Workers, { strict: false }).nudge('saml-metadata');
    await until(async () => ((await listed(id)).settings.certificates as string[]).length === 2);
    expect((await browser.as(person('published'), '', { signing: { key: next } })).status).toBe(302);
    expect(await test(id)).toMatchObject({ works: true });
    published = new SamlIdp('https://evil.example.org/metadata', next).metadata();
    expect(await test(id)).toMatchObject({ works: false });
    expect((await listed(id)).settings.entity_id).toBe(idp.entityId);
    published = '';
    expect(await test(id)).toMatchObject({ works: false });
    expect((await browser.as(person('published'))).status).toBe(302);
  });

  it.each(['silent', 'large', 'nothing'])('is refused with an address that answers %s', async (path) => {
    published = '';
    const options = { kind: 'saml', slug: 'unread', name: 'IdP', metadata_url: url.replace('metadata', path) };
    const { status, body } = await world.owner.post(PATH, options);
    expect([status, body.msg]).toEqual([400, expect.stringContaining('metadata_url')]);
  });

  it('begins logins only when that is switched on', async () => {
    const { id, browser } = await add();
    const { issuer: audience, consumer } = idp.read((await browser.begin()).location);
    const unasked = (nameId: string, RelayState: string) =>
      idp.form(idp.response({ audience, consumer, requestId: null }, person(nameId)), RelayState);
    expect(await browser.post(unasked('unasked', ''))).toMatchObject({ status: 401, session: null });
    await world.owner.ok('PATCH', `${PATH}/${id}`, { idp_initiated: true });
    const form = unasked('unasked', '/#narrow/dm/1');
    const answer = await browser.post(form);
    expect([answer.status, answer.location, await browser.statusOf(answer.session!)]).toEqual([
      303,
      '/#narrow/dm/1',
      200,
    ]);
    const [{ seconds }] = await world.sql<{ seconds: number }>(
      'SELECT ceil(extract(epoch FROM expires_at - now()))::int AS seconds FROM spent_token',
    );
    expect([seconds > 60, seconds <= 361]).toEqual([true, true]);
    expect(await browser.post(form)).toMatchObject({ status: 401, session: null });
    for (const RelayState of ['//evil.example', 'https://evil.example/', 'a state'])
      expect((await browser.post(unasked('unasked', RelayState))).location).toBe('/');
    expect((await browser.as(person('asked'))).status).toBe(302);
  });

  it('lets no person in if the organization is deactivated in the middle', async () => {
    const { browser } = await add();
    const { location, cookie } = await browser.begin();
    const posted = await browser.post(idp.logIn(location, person('late')));
    await world.owner.ok('POST', 'realm/deactivate');
    const { status, session } = await browser.follow(posted.location!, cookie);
    await world.service(OrganizationActivity).reactivate(world.organizationId);
    expect([status >= 400 && status < 500, session]).toEqual([true, null]);
  });
});
