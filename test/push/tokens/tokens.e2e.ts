import { Organizations } from '@app/identity';
import { Workers } from '@app/platform';
import { DeviceTokens, TOKEN_WORKER } from '../../../libs/push/src/tokens/device-tokens.service';
import { LegacyDevices } from '../../../libs/push/src/tokens/legacy-devices.service';
import { WITHHELD_TEXT } from '../../../libs/push/src/payloads/clear-payload';
import type { Notification } from '../../../libs/push/src/payloads/notification';
import { actorOf } from '../../support/actor';
import type { ApiResponse, Person } from '../../support/person';
import { fine, obliging, refusing, Saying, ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

const ANDROID = 'users/me/android_gcm_reg_id';
const APPLE = 'users/me/apns_device_token';

const refusal = ({ status, body }: ApiResponse) => [status, body.code];

/** Devices whose apps do not support encryption, and the relay that serves them. */
describe('devices by token', () => {
  let world: World;
  let relay: ScriptedRelay;
  let ana: Person;
  let number = 0;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    ana = await world.member('ana');
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    relay.calls.splice(0);
    relay.script = obliging;
  });

  const newToken = (): string => `abcd${(number++).toString(16).padStart(4, '0')}`;
  const rowsOf = ({ id }: Person) =>
    world.sql<{ isWanted: boolean; isRegistered: boolean }>(
      'SELECT is_wanted AS "isWanted", is_registered AS "isRegistered" FROM device_token WHERE user_id = $1 ORDER BY id',
      [id],
    );
  /** Resolves when all requests to the relay are done. */
  const settled = (person: Person) =>
    until(
      async () =>
        (await world.sql('SELECT FROM device_token WHERE user_id = $1 AND due_at IS NOT NULL', [person.id])).length ===
        0,
    );
  /** Makes retries due at once. */
  async function hurry(): Promise<void> {
    await world.sql('UPDATE device_token SET due_at = now(), leased_until = NULL WHERE due_at IS NOT NULL');
    world.service(Workers).nudge(TOKEN_WORKER);
  }
  async function registered(person: Person, path = ANDROID): Promise<string> {
    const token = newToken();
    await person.ok('POST', path, { token, ...(path === APPLE ? { appid: 'org.example.app' } : {}) });
    await settled(person);
    return token;
  }
  const message = (text: string): Notification => ({
    type: 'message',
    collapseId: `c${number++}`,
    messageId: 5 as never,
    sender: { id: 9 as never, email: 'kim@example.org', fullName: 'Kim', avatarUrl: `${world.url}/avatar` },
    sentAt: 1_700_000_000,
    text,
    place: { kind: 'direct', userIds: [9, ana.id] as never[] },
    mentionedGroup: null,
  });
  const owner = (person: Person) => ({ organizationId: world.organizationId, userId: person.id as never });
  const notify = (person: Person, ...notifications: Notification[]) =>
    world.service(LegacyDevices).notify(owner(person), notifications);

  it('are registered with the relay under opaque names', async () => {
    const ben = await world.member('ben');
    const [android, apple] = [await registered(ben), await registered(ben, APPLE)];
    const calls = relay.of('push/register');
    expect(calls.map(({ body }) => [body.token, body.token_kind, body.ios_app_id])).toEqual([
      [android, '2', undefined],
      [apple, '1', 'org.example.app'],
    ]);
    const { uuid } = await world.service(Organizations).current(world.organizationId);
    expect(calls[0].body.realm_uuid).toBe(uuid);
    expect(calls[0].body.user_uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(calls[0].body.user_uuid).toBe(calls[1].body.user_uuid);
    expect(JSON.stringify(calls)).not.toMatch(/ben@example|Ben Example/);
    expect(calls[0].body).not.toHaveProperty('user_id');
    expect(calls[0].authorization).toMatch(/^Basic /);
    await ben.ok('POST', ANDROID, { token: android });
    expect(await rowsOf(ben)).toEqual(Array(2).fill({ isWanted: true, isRegistered: true }));
    const [{ text }] = await world.sql<{ text: string }>(
      'SELECT string_agg(t::text, $2) AS text FROM device_token t WHERE user_id = $1',
      [ben.id, ' '],
    );
    for (const token of [android, apple]) expect(text).not.toContain(token);
  });

  it('are registered later when the relay is down or fails', async () => {
    const cat = await world.member('cat');
    const attempts = async (): Promise<number> => {
      const [row] = await world.sql<{ attempts: number }>(
        'SELECT attempts FROM device_token WHERE user_id = $1 AND leased_until IS NULL',
        [cat.id],
      );
      return row?.attempts ?? 0;
    };
    const moods: Saying[] = ['nothing', { status: 503, body: {} }, refusing(401, 'INVALID_ZULIP_SERVER')];
    for (const [at, mood] of moods.entries()) {
      relay.script = () => mood;
      if (at === 0) await cat.ok('POST', ANDROID, { token: newToken() });
      else await hurry();
      await until(async () => (await attempts()) > at);
      expect(await rowsOf(cat)).toEqual([{ isWanted: true, isRegistered: false }]);
    }
    relay.script = obliging;
    await hurry();
    await settled(cat);
    expect(await rowsOf(cat)).toEqual([{ isWanted: true, isRegistered: true }]);
  });

  it('that the relay refuses permanently are retried when the app starts again', async () => {
    const dan = await world.member('dan');
    relay.script = () => refusing(400, 'BAD_REQUEST');
    const token = await registered(dan);
    expect(await rowsOf(dan)).toEqual([{ isWanted: true, isRegistered: false }]);
    relay.script = obliging;
    await dan.ok('POST', ANDROID, { token });
    await settled(dan);
    expect(await rowsOf(dan)).toEqual([{ isWanted: true, isRegistered: true }]);
  });

  it('are removed at the relay too, and at once for their user', async () => {
    const eve = await world.member('eve');
    const token = await registered(eve);
    relay.script = ({ path }) => (path === 'push/unregister' ? 'nothing' : fine());
    await eve.ok('DELETE', ANDROID, { token });
    expect(refusal(await eve.delete(ANDROID, { token }))).toEqual([400, 'BAD_REQUEST']);
    await relay.had('push/unregister', 1);
    await until(
      async () =>
        (await world.sql('SELECT FROM device_token WHERE user_id = $1 AND leased_until IS NULL', [eve.id])).length ===
        1,
    );
    relay.script = obliging;
    await hurry();
    const asked = await relay.had('push/unregister', 2);
    expect(asked.at(-1)!.body).toMatchObject({ token, token_kind: '2' });
    await until(async () => (await rowsOf(eve)).length === 0);
  });

  it('have the last requested state when the user changes it while the relay is slow', async () => {
    const fay = await world.member('fay');
    const token = newToken();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    relay.script = async ({ path }) => {
      if (path === 'push/register') isAsked();
      if (path === 'push/register') await held;
      return fine();
    };
    await fay.ok('POST', ANDROID, { token });
    await asked;
    await fay.ok('DELETE', ANDROID, { token });
    letGo();
    await relay.had('push/unregister', 1);
    await until(async () => (await rowsOf(fay)).length === 0);
    expect(relay.calls.map(({ path }) => path)).toEqual(['push/register', 'push/unregister']);
  });

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['the key', (person) => person.ok('POST', 'users/me/api_key/regenerate')],
    ['the account', (person) => world.owner.ok('DELETE', `users/${person.id}`)],
  ])('are not registered after the end of %s, at any later turn', async (what, end) => {
    const person = await world.member(`late ${what}`);
    const actor = await actorOf(world, person);
    await end(person);
    await expect(world.service(DeviceTokens).add(actor, 'gcm', newToken())).rejects.toThrow('Invalid API key');
    expect(await rowsOf(person)).toEqual([]);
  });

  it('of an older version with only a hash are removed, or registered when they return', async () => {
    const gil = await world.member('gil');
    const [gone, back] = [newToken(), newToken()];
    await world.sql(
      `INSERT INTO device_token (user_id, organization_id, kind, token_hash)
       SELECT $1, $2, 'gcm', sha256(token::bytea) FROM unnest($3::text[]) AS token`,
      [gil.id, world.organizationId, [gone, back]],
    );
    expect(await notify(gil, message('Nobody hears it'))).toEqual([]);
    await gil.ok('DELETE', ANDROID, { token: gone });
    await gil.ok('POST', ANDROID, { token: back });
    await settled(gil);
    expect(await rowsOf(gil)).toEqual([{ isWanted: true, isRegistered: true }]);
    expect(relay.calls.map(({ path, body }) => [path, body.token])).toEqual([['push/register', back]]);
  });

  it('get unencrypted notifications, all of them in one request', async () => {
    const gus = await world.member('gus');
    const [android, apple] = [await registered(gus), await registered(gus, APPLE)];
    expect(await notify(gus, message('Ahoy'))).toEqual([]);
    const [{ body }] = relay.of('push/notify');
    expect(body).toMatchObject({
      android_devices: [android],
      apple_devices: [apple],
      gcm_payload: { event: 'message', content: 'Ahoy', realm_url: world.url, user_id: String(gus.id) },
      gcm_options: { priority: 'high' },
      apns_payload: { alert: { title: 'Kim', body: 'Ahoy' } },
    });
    expect(body.collapse_id).toMatch(/^c\d+$/);
    expect(JSON.stringify(body)).not.toContain('kim@example.org');
  });

  it('get no text where the organization requires encryption', async () => {
    await world.owner.ok('PATCH', 'realm', { require_e2ee_push_notifications: true });
    const hal = await world.member('hal');
    await registered(hal);
    await notify(hal, message('Nobody may read this'));
    const [{ body }] = relay.of('push/notify');
    expect(JSON.stringify(body)).not.toContain('Nobody may');
    expect(body).toMatchObject({
      gcm_payload: { content: WITHHELD_TEXT },
      apns_payload: { alert: { body: WITHHELD_TEXT } },
    });
    await world.owner.ok('PATCH', 'realm', { require_e2ee_push_notifications: false });
  });

  it('that the relay does not know are removed; failures are retried', async () => {
    const ida = await world.member('ida');
    const [first, second] = [await registered(ida), await registered(ida)];
    relay.script = () =>
      fine({
        deleted_devices: { android_devices: [first], apple_devices: [] },
        failed_devices: { android_devices: [second], apple_devices: [] },
      });
    const notification = message('Once more');
    expect(await notify(ida, notification)).toEqual([notification]);
    expect(await rowsOf(ida)).toHaveLength(1);
    const moods: Saying[] = ['nothing', { status: 500, body: {} }, refusing(403, 'PUSH_NOTIFICATIONS_DISALLOWED')];
    for (const mood of moods) {
      relay.script = () => mood;
      const before = relay.of('push/notify').length;
      // A failing relay is paused for a while.
      await until(async () => {
        expect(await notify(ida, notification)).toEqual([notification]);
        return relay.of('push/notify').length > before;
      });
    }
    relay.script = () => refusing(400, 'BAD_REQUEST');
    await until(async () => (await notify(ida, notification)).length === 0);
    expect(await notify(ana, notification)).toEqual([]);
  });
});
