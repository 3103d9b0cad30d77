import { Config } from '@app/platform';
import { PushDevices } from '../../../libs/push/src/devices/push-devices.service';
import { startServer } from '../../../apps/server/src/boot';
import { actorOf } from '../../support/actor';
import { Browser } from '../../support/browser';
import { Body, Person } from '../../support/person';
import { freePort } from '../../support/ports';
import { ScriptedRelay } from '../../support/push/scripted-relay';
import { TestDevice } from '../../support/push/test-device';
import { until } from '../../support/until';
import { World } from '../../support/world';

const RELAY_KEY = Buffer.alloc(32, 9).toString('base64');
const PASSWORD = 'a long enough secret';

describe('Devices for encrypted notifications are removed', () => {
  let relay: ScriptedRelay;
  let world: World;
  let nextId = 1n;

  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    relay.script = () => ({ status: 200, body: { result: 'success', msg: '', device_id: nextId++ } });
    world = await World.start(relay.environment);
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  const accountsOf = async (person: Person) =>
    (
      await world.sql<{ account: string }>(
        'SELECT push_account_id::text AS account FROM push_device WHERE user_id = $1 ORDER BY id',
        [person.id],
      )
    ).map(({ account }) => Number(account));
  const registration = async (accountId: bigint) =>
    (await TestDevice.on({ kind: 'apns', token: 'c0ffee', appId: 'org.example' }, accountId)).registration(RELAY_KEY);
  const activeOf = async (person: Person, accountId: bigint) => {
    await person.ok('POST', 'mobile_push/register', await registration(accountId));
    const isActive = 'SELECT FROM push_device WHERE user_id = $1 AND push_account_id = $2 AND device_id IS NOT NULL';
    await until(async () => (await world.sql(isActive, [person.id, String(accountId)])).length > 0);
  };
  const secondLogin = async (person: Person) => {
    const { api_key } = (await world.request('POST', 'fetch_api_key', { username: person.email, password: PASSWORD }))
      .body;
    return new Person(world, person.id, person.email, person.fullName, api_key as string);
  };

  it('with the key that registered them, and with no other', async () => {
    const ana = await world.member('ana');
    const phone = await secondLogin(ana);
    await activeOf(ana, 1n);
    await activeOf(phone, 2n);
    const keys = (await phone.ok('GET', 'users/me/api_keys')).api_keys as { id: number; is_current: boolean }[];
    await ana.ok('DELETE', `users/me/api_keys/${keys.find(({ is_current }) => is_current)!.id}`);
    expect(await accountsOf(ana)).toEqual([1]);
    const state = (await ana.register({ fetch_event_types: ['push_device'] })).state;
    expect(state.push_devices).toEqual({ 1: { status: 'active', error_code: null } });
  });

  it('with the key that registered them last, and not with an earlier one', async () => {
    const eve = await world.member('eve');
    const phone = await secondLogin(eve);
    await activeOf(phone, 1n);
    await activeOf(eve, 1n);
    const keys = (await phone.ok('GET', 'users/me/api_keys')).api_keys as { id: number; is_current: boolean }[];
    await eve.ok('DELETE', `users/me/api_keys/${keys.find(({ is_current }) => is_current)!.id}`);
    expect(await accountsOf(eve)).toEqual([1]);
    await eve.ok('POST', 'users/me/api_key/regenerate');
    expect(await accountsOf(eve)).toEqual([]);
  });

  it('with the browser session that registered them', async () => {
    const ben = await world.member('ben');
    await activeOf(ben, 1n);
    const browser = new Browser(world.url);
    await browser.logIn(ben.email);
    expect((await browser.json('POST', 'mobile_push/register', await registration(2n))).status).toBe(200);
    expect(await accountsOf(ben)).toEqual([1, 2]);
    const sessions = (await browser.json('GET', 'sessions')).body.sessions as { id: number; is_current: boolean }[];
    const current = sessions.find(({ is_current }) => is_current)!;
    expect((await browser.json('DELETE', `sessions/${current.id}`)).status).toBe(200);
    expect(await accountsOf(ben)).toEqual([1]);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['all keys are replaced', (person) => person.ok('POST', 'users/me/api_key/regenerate')],
    [
      'the password changes',
      (person) => person.ok('PATCH', 'settings', { old_password: PASSWORD, new_password: 'quite another secret' }),
    ],
    ['the user logs out everywhere', (person) => person.ok('DELETE', 'sessions')],
    ['the account is deactivated', (person) => world.owner.ok('DELETE', `users/${person.id}`)],
  ])('all together when %s', async (what, end) => {
    const person = await world.member(what.replaceAll(' ', '-'));
    await activeOf(person, 1n);
    await activeOf(await secondLogin(person), 2n);
    await end(person);
    expect(await accountsOf(person)).toEqual([]);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['the key', (person) => person.ok('POST', 'users/me/api_key/regenerate')],
    ['the account', (person) => world.owner.ok('DELETE', `users/${person.id}`)],
  ])('during the registration, if %s ends meanwhile', async (what, end) => {
    const person = await world.member(`late ${what}`);
    const actor = await actorOf(world, person);
    const { push_public_key, bouncer_public_key, encrypted_push_registration } = await registration(1n);
    await end(person);
    const late = world.service(PushDevices).register(actor, {
      tokenKind: 'fcm',
      pushAccountId: 1n,
      pushPublicKey: push_public_key,
      bouncerPublicKey: bouncer_public_key,
      encryptedPushRegistration: encrypted_push_registration,
    });
    await expect(late).rejects.toThrow('Invalid API key');
    expect(await accountsOf(person)).toEqual([]);
  });

  it('but not by events of other users', async () => {
    const [cid, dan] = [await world.member('cid'), await world.member('dan')];
    await activeOf(cid, 1n);
    await dan.ok('POST', 'users/me/api_key/regenerate');
    expect(await accountsOf(cid)).toEqual([1]);
  });

  it('are refused on a server without a relay, which the snapshot says', async () => {
    const environment = { PORT: String(await freePort()), PARLEY_DATA_DIR: world.directory, PARLEY_LOG_LEVEL: 'error' };
    const other = await startServer(Config.fromEnvironment(environment), world.databaseUrl);
    const { authorization } = world.owner;
    const post = async (path: string, body: Record<string, string>) => {
      const request = { method: 'POST', headers: { authorization }, body: new URLSearchParams(body) };
      const response = await fetch(`${other.url}/api/v1/${path}`, request);
      const answer = (await response.json()) as Body;
      world.observe('POST', path, Object.keys(body), response.status, answer);
      return answer;
    };
    try {
      for (const [path, body, code] of [
        ['mobile_push/register', await registration(1n), 'PUSH_SERVICE_NOT_CONFIGURED'],
        ['mobile_push/e2ee/test_notification', {}, 'NO_ACTIVE_PUSH_DEVICE'],
        ['mobile_push/e2ee/test_notification', { push_account_id: '1' }, 'NO_ACTIVE_PUSH_DEVICE'],
      ] as const)
        expect(await post(path, body)).toMatchObject({ result: 'error', code });
      const state = await post('register', { fetch_event_types: '["realm"]' });
      expect(state).toMatchObject({
        realm_push_notifications_enabled: false,
        realm_push_notifications_enabled_end_timestamp: null,
      });
      const settings = await (await fetch(`${other.url}/api/v1/server_settings`)).json();
      expect(settings).toMatchObject({ push_notifications_enabled: false });
    } finally {
      await other.stop();
    }
  });
});
