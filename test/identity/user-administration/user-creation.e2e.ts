import type { Parameters } from '../../support/person';
import { World } from '../../support/world';

describe('new accounts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  let made = 0;
  const create = (changes: Parameters = {}) =>
    world.owner.post('users', {
      email: `new${made++}@example.org`,
      password: 'a long enough secret',
      full_name: 'New One',
      ...changes,
    });
  const outcome = async (changes: Parameters = {}) => {
    const { status, body } = await create(changes);
    return [status, body.code ?? null];
  };
  const REFUSED = [400, 'BAD_REQUEST'];
  const DONE = [200, null];
  const settle = (settings: Parameters) => world.owner.ok('PATCH', 'realm', settings);

  it('reject disposable addresses unless the organization allows them', async () => {
    expect(await outcome({ email: 'x@mailinator.com' })).toEqual(REFUSED);
    await settle({ disallow_disposable_email_addresses: false });
    expect(await outcome({ email: 'x@mailinator.com' })).toEqual(DONE);
    await settle({ disallow_disposable_email_addresses: true });
  });

  it('reject addresses outside of the allowed domains, and plus signs in them', async () => {
    await world.owner.ok('POST', 'realm/domains', { domain: 'acme.example', allow_subdomains: true });
    await settle({ emails_restricted_to_domains: true });
    for (const email of ['a@example.org', 'a@acme.example.org', 'a@notacme.example', 'a+b@acme.example']) {
      expect([email, ...(await outcome({ email }))]).toEqual([email, ...REFUSED]);
    }
    expect(await outcome({ email: 'a@acme.example' })).toEqual(DONE);
    expect(await outcome({ email: 'a@deep.ACME.example' })).toEqual(DONE);
    await settle({ emails_restricted_to_domains: false });
    expect(await outcome()).toEqual(DONE);
  });

  it('reject a full name in use, in any spelling, where names are unique', async () => {
    expect(await outcome({ full_name: 'Same Name' })).toEqual(DONE);
    expect(await outcome({ full_name: 'Same Name' })).toEqual(DONE);
    await settle({ require_unique_names: true });
    for (const full_name of ['Same Name', 'same NAME', ' Same Name ', '\uff33ame Name']) {
      expect(await outcome({ full_name })).toEqual(REFUSED);
    }
    const answers = await Promise.all([create({ full_name: 'Only One' }), create({ full_name: 'only one' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await settle({ require_unique_names: false });
  });
});
