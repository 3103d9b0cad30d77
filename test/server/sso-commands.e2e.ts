import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runParley, runParleyProcess } from '../support/command-line';
import { World } from '../support/world';
import { certificatesIn } from '../sign-in/ldap/certificates';
import { CompanyLogin } from '../sign-in/oidc/company-login';
import { HostileProvider } from '../sign-in/oidc/hostile-provider';
import { TestProvider } from '../sign-in/oidc/provider';
import { SamlIdp } from '../sign-in/saml/identity-provider';

const ENVIRONMENT = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };
const PATH = 'realm/identity_providers';

/** `parley sso`, on the database of a server that is running. */
describe('The commands about identity providers', () => {
  let world: World;
  let provider: TestProvider;
  let scratch: string;
  let secret: string;
  beforeAll(async () => {
    world = await World.start(ENVIRONMENT);
    provider = await TestProvider.start(`${world.url}/complete/oidc/corp`);
    scratch = mkdtempSync(join(tmpdir(), 'parley-sso-'));
    secret = join(scratch, 'secret');
    writeFileSync(secret, 'a secret of the client\n');
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
    rmSync(scratch, { recursive: true });
  });

  const sso = (...args: string[]) => runParley(world, ['sso', ...args], { environment: ENVIRONMENT });
  const addOidc = (slug: string, ...more: string[]) =>
    sso('add', 'oidc', '--slug', slug, '--name', 'Corp', '--issuer', provider.issuer, '--client-id', 'parley', ...more);
  const listed = async (slug: string): Promise<object | undefined> => {
    const { identity_providers: all } = await world.owner.ok('GET', PATH);
    return (all as { slug: string }[]).find((one) => one.slug === slug);
  };

  it('add a provider with each option, as an operator types it', async () => {
    const args = ['--slug', 'corp', '--name', 'Corp', '--issuer', provider.issuer, '--client-id', 'parley'];
    const jit = ['--jit', 'on', '--invited-only', 'on', '--attribute-map', 'Phone=phone_number'];
    const switches = ['--link-by-address', 'on', '--trust-addresses', 'off', '--provider-logout', 'off'];
    const words = ['--domain', 'example.org,example.com', '--groups-claim', 'groups', '--role-claim', 'role'];
    const files = ['--client-secret-file', secret, '--scopes', 'email', '--icon', 'https://corp.example.org/a.png'];
    const all = ['sso', 'add', 'oidc', ...args, ...jit, ...switches, ...words, ...files];
    const { code, out } = await runParleyProcess(world, all, { environment: ENVIRONMENT });
    expect([code, out]).toEqual([0, expect.stringMatching(/^Added Corp \(oidc, corp\), id \d+\.\n$/)]);
    expect(await listed('corp')).toMatchObject({
      ...{ kind: 'oidc', name: 'Corp', icon: 'https://corp.example.org/a.png', enabled: true, has_secret: true },
      ...{ jit: true, link_by_address: true, domain: 'example.org,example.com' },
      settings: {
        ...{ issuer: provider.issuer, client_id: 'parley', scopes: 'email', trust_addresses: false },
        ...{ groups_claim: 'groups', role_claim: 'role' },
        ...{ invited_only: true, attribute_map: 'Phone=phone_number', provider_logout: false },
      },
    });
  });

  it('add a SAML provider, say what it has to be told, and test it', async () => {
    const idp = await SamlIdp.start();
    const metadata = join(scratch, 'idp.xml');
    writeFileSync(metadata, idp.metadata());
    const args = ['--slug', 'idp', '--name', 'IdP', '--metadata-file', metadata, '--groups-claim', 'groups'];
    const switches = ['--jit', 'on', '--idp-initiated', 'on', '--require-both-signatures', 'on'];
    const words = ['--name-id-format', 'email', '--attribute-map', 'email=post', '--role-claim', 'role'];
    const { code, out } = await sso('add', 'saml', ...args, ...switches, ...words);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Added IdP \(saml, idp\), id \d+\.\n/)]);
    for (const path of ['/saml/metadata/idp.xml', '/complete/saml/idp', '/saml/slo/idp'])
      expect(out).toMatch(new RegExp(`: https?://[^\\s]+${path.replace('.', '\\.')}\\n`));
    expect(await listed('idp')).toMatchObject({
      ...{ kind: 'saml', jit: true, has_secret: true },
      settings: {
        ...{ entity_id: idp.entityId, idp_initiated: true, require_both_signatures: true, name_id_format: 'email' },
        ...{ attribute_map: 'email=post', groups_claim: 'groups', role_claim: 'role' },
      },
    });
    const tested = await sso('test', 'idp');
    expect([tested.code, tested.out]).toEqual([0, expect.stringContaining('IdP works.')]);
    expect((await sso('add', 'saml', '--slug', 'none', '--name', 'None')).code).toBe(1);
    const attributes = join(scratch, 'attributes.json');
    writeFileSync(attributes, JSON.stringify({ NameID: 'sam@example.org', groups: ['Sales'] }));
    const told = (await sso('test', 'idp', '--claims-file', attributes)).out;
    for (const line of ['account: a new one', 'address: sam@example.org', 'groups there: Sales'])
      expect(told).toContain(`${line}\n`);
  });

  it('rotate the key with which this server signs for a SAML provider', async () => {
    const metadata = join(scratch, 'rotated.xml');
    writeFileSync(metadata, (await SamlIdp.start()).metadata());
    await sso('add', 'saml', '--slug', 'rotated', '--name', 'Rotated', '--metadata-file', metadata);
    const keys = async () => {
      const text = await (await fetch(`${world.url}/saml/metadata/rotated.xml`)).text();
      return text.match(/<ds:X509Certificate>/g)!.length;
    };
    expect(await sso('rotate-key', 'rotated')).toMatchObject({ code: 0, out: expect.stringContaining('both') });
    expect(await keys()).toBe(2);
    expect((await sso('rotate-key', 'rotated')).code).toBe(1);
    expect((await sso('rotate-key', 'rotated', '--switch')).code).toBe(0);
    expect(await keys()).toBe(1);
    expect((await sso('rotate-key', 'rotated', '--switch')).complaint).toContain('signing_key');
    await sso('rotate-key', 'rotated');
    expect([(await sso('rotate-key', 'rotated', '--discard')).code, await keys()]).toEqual([0, 1]);
    await addOidc('unsigned');
    expect((await sso('rotate-key', 'unsigned')).complaint).toContain('no option of oidc providers');
  });

  it('list the providers, without secrets', async () => {
    await addOidc('listed', '--client-secret-file', secret, '--domain', 'example.org');
    const { code, out } = await sso('list');
    expect(code).toBe(0);
    expect(out).toMatch(/^id +slug +kind +name +state +new accounts +domains +secret\n/);
    expect(out).toMatch(/\n\d+ +listed +oidc +Corp +on +no +example\.org +yes\n/);
    expect(out).not.toContain('a secret of the client');
  });

  it('switch a provider off and on', async () => {
    await addOidc('switched');
    expect((await sso('disable', 'switched')).code).toBe(0);
    expect(await listed('switched')).toMatchObject({ enabled: false });
    expect((await sso('enable', 'switched')).code).toBe(0);
    expect(await listed('switched')).toMatchObject({ enabled: true });
  });

  it('record in the audit log that the command line made the change', async () => {
    await addOidc('audited');
    const { id } = (await listed('audited')) as { id: number };
    expect(
      await world.sql(
        `SELECT action, actor_id, client FROM audit_log
          WHERE object_type = 'identity_provider' AND object_id = $1`,
        [id],
      ),
    ).toEqual([{ action: 'created', actor_id: null, client: 'command line' }]);
  });

  it('ask a provider whether it works', async () => {
    await addOidc('asked');
    expect(await sso('test', 'asked')).toMatchObject({
      code: 0,
      out: `The provider describes itself as ${provider.issuer}.\nCorp works.\n`,
    });
    const { id } = (await listed('asked')) as { id: number };
    const answer = await world.owner.ok('POST', `${PATH}/${id}/test`);
    expect(answer).toMatchObject({ works: true, findings: [expect.stringContaining(provider.issuer)] });
  });

  it('say that a provider does not work', async () => {
    const gone = ['--slug', 'gone', '--name', 'Gone', '--issuer', 'http://127.0.0.1:1', '--client-id', 'parley'];
    await sso('add', 'oidc', ...gone);
    const { code, complaint } = await sso('test', 'gone');
    expect([code, complaint]).toEqual([1, expect.stringContaining('Gone does not work with these settings.')]);
    const { id } = (await listed('gone')) as { id: number };
    expect(await world.owner.ok('POST', `${PATH}/${id}/test`)).toMatchObject({ works: false });
  });

  it('say that an encrypted provider does not work with a login page that is not encrypted', async () => {
    const { certificateFile, keyFile } = certificatesIn(scratch, 'IP:127.0.0.1');
    let description: object = {};
    const server = createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(description));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuer = `https://${at}`;
    await addOidc('encrypted', '--issuer', issuer);
    const addresses = { token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
    const environment = { ...ENVIRONMENT, NODE_EXTRA_CA_CERTS: join(scratch, 'ca.pem') };
    const codes = [];
    for (const origin of [issuer, `http://${at}`]) {
      description = { issuer, ...addresses, authorization_endpoint: `${origin}/authorize` };
      codes.push((await runParleyProcess(world, ['sso', 'test', 'encrypted'], { environment })).code);
    }
    server.closeAllConnections();
    server.close();
    expect(codes).toEqual([0, 1]);
  });

  it('say which provider knows a user, as whom, and why', async () => {
    await addOidc('known', '--jit', 'on', '--link-by-address', 'on', '--domain', 'example.org');
    const ana = await world.member('ana');
    expect((await sso('explain', ana.email)).out).toContain('No provider knows the account.');
    const hostile = await HostileProvider.start();
    await addOidc('linking', '--issuer', hostile.issuer, '--link-by-address', 'on', '--domain', 'example.org');
    const person = { sub: 'ana at Corp', email: ana.email, email_verified: true };
    await new CompanyLogin(world.url, 'linking', hostile).as(person);
    await hostile.stop();
    const { code, out } = await sso('explain', ana.email);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Corp (oidc, linking) knows the account as "ana at Corp".'),
    ]);
    expect(out).toContain('because the account had the same verified address');
  });

  it('give an owner a password, and no other user', async () => {
    const { body } = await world.owner.get('users/me');
    const { code, out } = await runParley(world, ['users', 'local-login', world.owner.email]);
    const [, password] = /Password \(shown this once\): (\S+)/.exec(out)!;
    const answer = await world.request('POST', 'fetch_api_key', { username: world.owner.email, password });
    expect([code, answer.status, answer.body.user_id]).toEqual([0, 200, body.user_id]);
    expect((await world.owner.get('users/me')).status).toBe(401);
    await world.owner.logInAgain();
    const ben = await world.member('ben');
    const refused = await runParley(world, ['users', 'local-login', ben.email]);
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('Only an owner')]);
    expect((await ben.get('users/me')).status).toBe(200);
  });

  it.each([
    ['a slug that is taken', () => addOidc('twice'), /with this slug already/],
    ['a slug that is no path', () => addOidc('No Path'), /slug must consist of/],
    ['an issuer that is no address', () => addOidc('odd', '--issuer', 'corp'), /issuer must be an https address/],
    ['an icon that is no address', () => addOidc('odd', '--icon', 'http://x.example/a.png'), /icon must be an https/],
    ['a domain that is none', () => addOidc('odd', '--domain', 'no domain!'), /domain must be a mail domain/],
    ['a switch that is neither on nor off', () => addOidc('odd', '--jit', 'yes'), /Allowed choices are on, off/],
    ['an option of another kind', () => addOidc('odd', '--base', 'dc=example'), /unknown option '--base'/],
    ['a file that is not there', () => addOidc('odd', '--client-secret-file', '/nowhere'), /cannot be read/],
    ['a missing option', () => sso('add', 'oidc', '--slug', 'odd'), /--name <name>' not specified/],
    ['a kind that there is not', () => sso('add', 'kerberos'), /unknown command 'kerberos'/],
    ['a provider that there is not', () => sso('disable', 'nowhere'), /no such identity provider/],
    ['an organization that there is not', () => sso('list', '--organization', 'nowhere.example'), /no organization at/],
  ])('refuse %s, and change nothing', async (_, run, reason) => {
    await addOidc('twice');
    const before = await world.sql('SELECT * FROM identity_provider ORDER BY id');
    const { code, out, complaint } = await run();
    expect([code, out]).toEqual([1, '']);
    expect(complaint).toMatch(reason);
    expect(complaint).not.toContain('    at ');
    expect(await world.sql('SELECT * FROM identity_provider ORDER BY id')).toEqual(before);
  });
});
