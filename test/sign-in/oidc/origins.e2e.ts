import { Browser } from '../../support/browser';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';
import { appResponse } from './app-answer';
import { HostileProvider } from './hostile-provider';

const PASSWORD = 'a long enough secret';
let pads = 0;
const newPad = (): string => (++pads).toString(16).padStart(64, 'e');

/** How a request with what a way in has given is answered. */
type Status = () => Promise<number>;

describe('What came from a login at a provider, in whichever way', () => {
  let world: World;
  let provider: HostileProvider;
  let realm: string;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', issuer: provider.issuer, client_id: 'parley', jit: true, domain: 'example.org' };
    await world.owner.ok('POST', 'realm/identity_providers', {
      ...options,
      slug: 'corp',
      name: 'Corp',
      link_by_address: true,
    });
    realm = String((await world.request('GET', 'server_settings')).body.realm_url);
  });
  afterAll(async () => {
    await provider?.stop();
    await world?.stop();
  });

  const come = async (sub: string, query = '') => {
    const browser = new Browser(world.url);
    const begun = await browser.send('GET', `/accounts/login/social/oidc/corp${query}`);
    const person = { sub, email: `${sub}@example.org`, email_verified: true };
    const path = `/complete/oidc/corp?${provider.logIn(begun.headers.get('location')!, person)}`;
    return { browser, answer: await browser.get(path) };
  };
  const ofSession =
    (browser: Browser): Status =>
    async () =>
      (await browser.json('GET', 'users/me')).status;
  const ofKey = (email: string, key: string): Status => {
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    return async () => (await world.request('GET', 'users/me', {}, authorization)).status;
  };
  const ofApp = (location: string | null, pad: string): Status => {
    const { email, apiKey } = appResponse(location!, pad, realm);
    return ofKey(email, apiKey);
  };
  const regenerated = async (browser: Browser): Promise<string> =>
    (await browser.json('POST', 'users/me/api_key/regenerate')).body.api_key as string;

  const WAYS: [name: string, open: (sub: string) => Promise<Status>][] = [
    ['the session of a browser', async (sub) => ofSession((await come(sub)).browser)],
    [
      'the key of the mobile app',
      async (sub) => {
        const pad = newPad();
        return ofApp((await come(sub, `?mobile_flow_otp=${pad}`)).answer.headers.get('location'), pad);
      },
    ],
    [
      'the key of an app that a session has let in',
      async (sub) => {
        const pad = newPad();
        const { browser } = await come(sub);
        return ofApp((await browser.submit(`/login/?mobile_flow_otp=${pad}`)).headers.get('location'), pad);
      },
    ],
    [
      'a key that a session has renewed',
      async (sub) => ofKey(`${sub}@example.org`, await regenerated((await come(sub)).browser)),
    ],
    [
      'a key that the key of an app has renewed',
      async (sub) => {
        const pad = newPad();
        const { answer } = await come(sub, `?mobile_flow_otp=${pad}`);
        const { email, apiKey } = appResponse(answer.headers.get('location')!, pad, realm);
        const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;
        const { body } = await world.request('POST', 'users/me/api_key/regenerate', {}, authorization);
        return ofKey(email, body.api_key as string);
      },
    ],
    [
      'the session after a second step',
      async (sub) => {
        const app = await withAuthenticator(world, await world.member(sub));
        const { browser } = await come(sub);
        expect(browser.session).toBeUndefined();
        await browser.submit('/login/second-step', { code: await app.freshCode() });
        return ofSession(browser);
      },
    ],
    [
      'the key of the mobile app after a second step',
      async (sub) => {
        const app = await withAuthenticator(world, await world.member(sub));
        const pad = newPad();
        const { browser, answer } = await come(sub, `?mobile_flow_otp=${pad}`);
        expect(answer.headers.get('location')).toBe('/login/second-step');
        const led = await browser.submit('/login/second-step', { code: await app.freshCode() });
        return ofApp(led.headers.get('location'), pad);
      },
    ],
  ];

  it.each(WAYS)('%s remembers it, and ends with it', async (name, open) => {
    const sub = `person${WAYS.findIndex(([one]) => one === name)}`;
    const status = await open(sub);
    expect(await status()).toBe(200);
    await provider.endLogins(world.url, 'corp', 'somebody else');
    expect(await status()).toBe(200);
    await provider.endLogins(world.url, 'corp', sub);
    expect(await status()).toBe(401);
  });

  it('ends, and what came from a password stays', async () => {
    const ana = await world.member('ana');
    const local = new Browser(world.url);
    await local.logIn(ana.email, PASSWORD);
    const { browser } = await come('ana');
    await provider.endLogins(world.url, 'corp', 'ana');
    expect([await ofSession(browser)(), await ofSession(local)()]).toEqual([401, 200]);
    const key = await regenerated(local);
    await provider.endLogins(world.url, 'corp', 'ana');
    expect(await ofKey(ana.email, key)()).toBe(200);
  });
});
