import { World } from '../../support/world';
import { CompanyLogin } from './company-login';
import { HostileProvider } from './hostile-provider';

/** The operator has not set PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES. */
describe('A provider at a private address', () => {
  let world: World;
  let provider: HostileProvider;
  beforeAll(async () => {
    world = await World.start();
    provider = await HostileProvider.start();
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  let count = 0;
  /** By SQL, because the interface refuses addresses without encryption. */
  const add = async (issuer: string): Promise<{ id: number; slug: string }> => {
    const slug = `private-${++count}`;
    const settings = { issuer, client_id: 'parley', scopes: 'email', jit: true, domains: [] };
    const [{ id }] = await world.sql<{ id: number }>(
      `INSERT INTO identity_provider (organization_id, kind, slug, name, settings) VALUES ($1, 'oidc', $2, 'Private', $3)
        RETURNING id::int`,
      [world.organizationId, slug, JSON.stringify(settings)],
    );
    return { id, slug };
  };
  const port = () => new URL(provider.issuer).port;

  it.each([
    ['without encryption', () => provider.issuer],
    ['with encryption', () => `https://127.0.0.1:${port()}`],
    ['by a name of this machine', () => `https://localhost:${port()}`],
    ['as a number', () => `https://2130706433:${port()}`],
    ['in the other version of the protocol', () => `https://[::ffff:127.0.0.1]:${port()}`],
    ['of the loopback', () => `https://[::1]:${port()}`],
    ['of a cloud', () => 'https://169.254.169.254'],
  ])('is never asked %s', async (_, issuer) => {
    const { id, slug } = await add(issuer());
    let connections = 0;
    provider.onConnection(() => connections++);
    const { status, location } = await new CompanyLogin(world.url, slug, provider).begin();
    expect([status, location]).toEqual([401, '']);
    expect(await world.owner.ok('POST', `realm/identity_providers/${id}/test`)).toMatchObject({ works: false });
    const body = new URLSearchParams({ logout_token: await provider.logoutToken({ sub: 'ana' }) });
    const asked = await fetch(`${world.url}/oidc/backchannel/${slug}`, { method: 'POST', body });
    expect([asked.status, connections, provider.asked]).toEqual([400, 0, []]);
  });

  it('is refused by the interface without encryption', async () => {
    const options = { kind: 'oidc', slug: 'plain', name: 'Plain', client_id: 'parley', issuer: provider.issuer };
    expect((await world.owner.post('realm/identity_providers', options)).status).toBe(400);
  });
});
