import { World } from '../../support/world';
import { Attack, Scene, WRONG_CONTENT } from './attacks';
import { WRAPPING } from './attacks-by-wrapping';
import { WRONG_FIELDS, WRONG_XML } from './attacks-on-readers';
import { WRONG_SIGNATURES } from './attacks-on-signatures';
import { signingKey, SigningKey } from './certificates';
import { SamlIdp } from './identity-provider';
import { SamlBrowser } from './saml-browser';

const PATH = 'realm/identity_providers';
const person = (nameId: string) => ({ nameId, attributes: { mail: `${nameId}@example.org`, groups: ['staff'] } });

describe('A hostile SAML message', () => {
  let world: World;
  let idp: SamlIdp;
  let other: SamlIdp;
  let foreignKey: SigningKey;
  let browser: SamlBrowser;
  let id: number;
  beforeAll(async () => {
    world = await World.start();
    [idp, other, foreignKey] = await Promise.all([
      SamlIdp.start(),
      SamlIdp.start('https://other.example.org/metadata'),
      signingKey(),
    ]);
    const options = { kind: 'saml', jit: true, role_claim: 'role', groups_claim: 'groups' };
    const own = { ...options, slug: 'idp', name: 'IdP', metadata: idp.metadata() };
    id = (await world.owner.ok('POST', PATH, own)).id as number;
    await world.owner.ok('POST', PATH, { ...options, slug: 'other', name: 'Other', metadata: other.metadata() });
    browser = new SamlBrowser(world.url, 'idp', idp);
    await browser.as(person('victim'));
  });
  afterAll(() => world?.stop());

  /** All that a login leaves behind. */
  const traces = async () =>
    (
      await world.sql(`SELECT (SELECT count(*)::int FROM user_account) AS accounts,
        (SELECT count(*)::int FROM external_identity) AS identities,
        (SELECT count(*)::int FROM browser_session) AS sessions, (SELECT count(*)::int FROM session_origin) AS origins,
        (SELECT count(*)::int FROM spent_token) AS spent,
        (SELECT count(*)::int FROM login_attempt WHERE sealed_answer IS NOT NULL) AS answers`)
    )[0];
  const sceneOf = (location: string): Scene => {
    const { issuer: audience, consumer, id: requestId } = idp.read(location);
    const expected = { audience, consumer, requestId };
    return { idp, foreignKey, expected, person: person('somebody'), victim: person('victim') };
  };
  const expectRefusal = async (
    fieldOf: (scene: Scene) => string,
    statuses: readonly number[] = [401],
  ): Promise<void> => {
    const { location, cookie } = await browser.begin();
    const form = { SAMLResponse: fieldOf(sceneOf(location)), RelayState: idp.read(location).relayState };
    const before = await traces();
    const { status, session, location: leads } = await browser.finish(form, cookie);
    expect(statuses).toContain(status);
    expect([session, leads]).toEqual([null, null]);
    expect(await traces()).toEqual(before);
  };
  const encoded = (attack: Attack) => (scene: Scene) => Buffer.from(attack(scene)).toString('base64');

  it('is told apart from a good one', async () => {
    for (const parts of [['response'], ['assertion'], ['response', 'assertion']] as const) {
      const { status, session } = await browser.as(person('good-one'), '', { parts });
      expect([status, await browser.statusOf(session!)]).toEqual([302, 200]);
    }
  });

  it.each(Object.entries(WRONG_CONTENT))('lets no person in with %s', (_, attack) => expectRefusal(encoded(attack)));

  it.each(Object.entries(WRONG_SIGNATURES))('lets no person in with %s in or as its signature', (_, attack) =>
    expectRefusal(encoded(attack)),
  );

  it.each(Object.entries(WRAPPING))('lets no person in with %s', (_, attack) => expectRefusal(encoded(attack)));

  it.each(Object.entries(WRONG_XML))('lets no person in with %s', (_, attack) => expectRefusal(encoded(attack)));

  it.each(Object.entries(WRONG_FIELDS))('lets no person in with %s in its field', (_, attack) =>
    expectRefusal(attack, [400, 401, 413]),
  );

  it.each([
    ['the response alone', ['response']],
    ['the assertion alone', ['assertion']],
  ] as const)('lets no person in with a signature of %s where both are wanted', async (_, parts) => {
    await world.owner.ok('PATCH', `${PATH}/${id}`, { require_both_signatures: true });
    const both = await browser.as(person('good-one'));
    await expectRefusal(encoded(({ expected, person: by }) => idp.response(expected, by, { parts })));
    await world.owner.ok('PATCH', `${PATH}/${id}`, { require_both_signatures: false });
    expect(both.status).toBe(302);
  });

  it('lets no person in with the response of another provider', async () => {
    await expectRefusal(encoded(({ expected, person: by }) => other.response(expected, by)));
    const { location, cookie } = await browser.begin();
    const before = await traces();
    const form = idp.logIn(location, person('somebody'));
    expect(await browser.post(form, 'other')).toMatchObject({ status: 401, session: null });
    expect(await traces()).toEqual(before);
    expect((await browser.finish(form, cookie)).status).toBe(302);
  });

  it('lets no person in twice', async () => {
    const { location, cookie } = await browser.begin();
    const form = idp.logIn(location, person('somebody'));
    expect((await browser.finish(form, cookie)).status).toBe(302);
    const before = await traces();
    expect(await browser.finish(form, cookie)).toMatchObject({ status: 401, session: null });
    const again = await browser.begin();
    const replayed = { ...form, RelayState: idp.read(again.location).relayState };
    expect(await browser.finish(replayed, again.cookie)).toMatchObject({ status: 401, session: null });
    expect(await traces()).toEqual(before);
  });
});
