import { Browser } from '../../support/browser';
import { runParley } from '../../support/command-line';
import { World } from '../../support/world';
import { CompanyLogin } from '../oidc/company-login';
import { HostileProvider } from '../oidc/hostile-provider';

const PATH = 'realm/identity_providers';
const ENVIRONMENT = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };
const REASON = /^This is the last way in for an owner/;

describe('The last way in for an owner', () => {
  let world: World;
  let provider: HostileProvider;
  const ids: number[] = [];
  beforeAll(async () => {
    world = await World.start(ENVIRONMENT);
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true };
    for (const slug of ['corp', 'other'])
      ids.push((await world.owner.ok('POST', PATH, { ...options, slug, name: slug })).id as number);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const passwords = (isOn: boolean) =>
    world.owner.patch('realm', { authentication_methods: { Email: isOn, Dev: isOn } });
  const setEnabled = (at: number, enabled: boolean) => world.owner.patch(`${PATH}/${ids[at]}`, { enabled });
  const sso = (...args: string[]) => runParley(world, ['sso', ...args], { environment: ENVIRONMENT });
  /** An owner logs in at the provider, as an owner does who has linked the account. */
  const linkOwner = (at: number) =>
    world.sql('INSERT INTO external_identity (provider_id, subject, user_id) VALUES ($1, $2, $3)', [
      ids[at],
      'olivia',
      world.owner.id,
    ]);

  it('stays while passwords may not be switched off: no provider has let an owner in', async () => {
    const login = new CompanyLogin(world.url, 'corp', provider);
    const member = { sub: 'member', email: 'member@example.org', email_verified: true };
    expect((await login.as(member)).status).toBe(302);
    const { status, body } = await passwords(false);
    expect([status, body.msg]).toEqual([400, expect.stringMatching(REASON)]);
  });

  it('may be a provider, which then can neither be switched off nor removed, but by the operator', async () => {
    await linkOwner(0);
    expect((await passwords(false)).status).toBe(200);
    const refused = [await setEnabled(0, false), await world.owner.delete(`${PATH}/${ids[0]}`)];
    for (const { status, body } of refused) expect([status, body.msg]).toEqual([400, expect.stringMatching(REASON)]);
    const byOperator = await sso('disable', 'corp');
    expect([byOperator.code, byOperator.complaint]).toEqual([1, expect.stringMatching(/last way in/)]);
    expect((await setEnabled(1, false)).status).toBe(200);
    expect((await sso('disable', 'corp', '--force')).code).toBe(0);
    expect((await sso('enable', 'corp')).code).toBe(0);
    expect((await setEnabled(1, true)).status).toBe(200);
  });

  it('is not closed while another provider, passwords, or the passkey of an owner lets an owner in', async () => {
    await linkOwner(1);
    expect((await setEnabled(0, false)).status).toBe(200);
    expect((await setEnabled(1, false)).status).toBe(400);
    const [{ id }] = await world.sql(
      `INSERT INTO second_factor (organization_id, user_id, kind, label, credential_id, public_key, confirmed_at)
        VALUES ($1, $2, 'passkey', 'Key', 'a', 'b', now()) RETURNING id`,
      [world.organizationId, world.owner.id],
    );
    expect((await setEnabled(1, false)).status).toBe(200);
    expect((await setEnabled(1, true)).status).toBe(200);
    await world.sql('DELETE FROM second_factor WHERE id = $1', [id]);
    expect((await passwords(true)).status).toBe(200);
    expect((await setEnabled(1, false)).status).toBe(200);
    const browser = new Browser(world.url);
    await browser.logIn(world.owner.email);
    expect(browser.session).toBeDefined();
  });

  it('is not a provider whose owner has left or is a member by now', async () => {
    await setEnabled(0, true);
    const second = await world.member('second owner');
    await world.setRole(second, 'owner');
    await world.sql('UPDATE user_account SET role = 400 WHERE id = $1', [world.owner.id]);
    const { status } = await second.patch('realm', { authentication_methods: { Email: false, Dev: false } });
    await world.sql('UPDATE user_account SET role = 100 WHERE id = $1', [world.owner.id]);
    expect(status).toBe(400);
  });
});
