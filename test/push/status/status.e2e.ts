import type { Person } from '../../support/person';
import { Phones } from '../../support/push/phones';
import { refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

interface Status {
  relay: string | null;
  is_enabled: boolean;
  ends_at: number | null;
  devices: Record<'users' | 'encrypted' | 'by_token' | 'waiting' | 'failed', number>;
  deliveries: Record<'waiting' | 'repeated' | 'refused' | 'oldest_seconds', number>;
}
const NONE = { users: 0, encrypted: 0, by_token: 0, waiting: 0, failed: 0 };

describe('the state of notifications on phones', () => {
  let world: World;
  let relay: ScriptedRelay;
  let phones: Phones;
  let ana: Person;
  let bo: Person;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    phones = new Phones(world, relay);
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  const status = async () => (await world.owner.ok('GET', 'push_status')) as unknown as Status;

  it('counts registered devices and their users', async () => {
    expect(await status()).toMatchObject({
      relay: new URL(relay.environment.PARLEY_PUSH_RELAY_URL!).host,
      devices: NONE,
    });
    await phones.give(ana);
    await phones.give(ana, 'apns');
    await phones.give(bo);
    expect(await status()).toMatchObject({
      is_enabled: true,
      ends_at: null,
      devices: { ...NONE, users: 2, encrypted: 3 },
      deliveries: { waiting: 0, repeated: 0, refused: 0, oldest_seconds: 0 },
    });
    await bo.ok('POST', 'users/me/android_gcm_reg_id', { token: 'a-token' });
    await until(async () => (await status()).devices.by_token === 1);
    expect((await status()).devices.users).toBe(2);
  });

  it('counts devices that the relay refused', async () => {
    await world.sql(
      `UPDATE push_device SET device_id = NULL, error_code = 'INVALID_BOUNCER_PUBLIC_KEY' WHERE user_id = $1`,
      [bo.id],
    );
    expect((await status()).devices).toMatchObject({ encrypted: 2, failed: 1 });
  });

  it('counts what waits for a relay that is away, and what was tried before', async () => {
    phones.mood = () => refusing(502, 'INTERNAL_ERROR');
    const id = await bo.sendTo([ana], 'Are you there?');
    await until(async () => (await status()).deliveries.repeated === 1);
    const { waiting, oldest_seconds: age } = (await status()).deliveries;
    expect([waiting, age > 0]).toEqual([1, true]);
    phones.mood = () => null;
    await until(async () => phones.toldOf(ana).includes(id));
    await until(async () => (await status()).deliveries.waiting === 0);
  });

  it('is shown to administrators alone', async () => {
    const { status: code, body } = await (await world.moderator('mona')).get('push_status');
    expect([code, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    expect((await world.request('GET', 'push_status')).status).toBe(401);
    expect(await (await world.admin('alma')).ok('GET', 'push_status')).toMatchObject({ is_enabled: true });
  });
});
