import type { Person } from '../../support/person';
import { codeOf, withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';
const FACTORS = 'users/me/second_factors';

describe('Second factors by an API key', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  it('are named, confirmed and listed', async () => {
    const { id, secret } = await ana.ok('POST', FACTORS, { kind: 'totp', label: ' Phone ', password: PASSWORD });
    await ana.ok('POST', `${FACTORS}/${id as number}/confirm`, { code: codeOf(secret as string) });
    expect(await ana.ok('GET', FACTORS)).toMatchObject({
      second_factors: [{ id, label: 'Phone' }],
      is_login_fresh: false,
    });
    await world.sql('UPDATE second_factor SET last_step = 0 WHERE id = $1', [id]);
    await ana.ok('DELETE', `${FACTORS}/${id as number}`, { password: PASSWORD, code: codeOf(secret as string) });
  });

  it('are added to others with a code of one of them', async () => {
    const cleo = await world.member('cleo');
    const app = await withAuthenticator(world, cleo);
    const proof = { kind: 'totp', password: PASSWORD };
    expect((await cleo.post(FACTORS, proof)).status).toBe(400);
    expect(await cleo.ok('POST', FACTORS, { ...proof, code: app.code() })).toHaveProperty('otpauth_uri');
  });

  it('are no passkeys for an answer that no device has given', async () => {
    const bea = await world.member('bea');
    const { id, options } = await bea.ok('POST', FACTORS, { kind: 'passkey', password: PASSWORD });
    expect(options).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const nothing = { id: 'AA', rawId: 'AA', type: 'public-key', response: {}, clientExtensionResults: {} };
    for (const credential of [undefined, '', 'x', 'null', '[]', '{}', JSON.stringify(nothing), 'x'.repeat(20_001)])
      expect(await bea.post(`${FACTORS}/${id as number}/confirm`, { credential })).toMatchObject({ status: 400 });
    expect((await bea.ok('GET', FACTORS)).second_factors).toEqual([]);
  });

  it('cannot be changed by a password where passwords are switched off', async () => {
    const admin = await world.admin('alma');
    await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: false, Dev: true } });
    const proof = { password: PASSWORD };
    const refused = [
      await ana.post(FACTORS, { kind: 'totp', ...proof }),
      await ana.post(`${FACTORS}/recovery_codes`, proof),
      await ana.delete(`${FACTORS}/1`, proof),
      await admin.delete(`users/${ana.id}/second_factors`, proof),
    ];
    for (const answer of refused) expect(answer.body.code).toBe('PASSWORD_AUTH_DISABLED');
    await world.owner.ok('PATCH', 'realm', { authentication_methods: { Email: true, Dev: true } });
  });
});
