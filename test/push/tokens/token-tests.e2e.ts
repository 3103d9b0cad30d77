import type { ApiResponse, Person } from '../../support/person';
import { fine, obliging, refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

const ANDROID = 'users/me/android_gcm_reg_id';
const APPLE = 'users/me/apns_device_token';
const TEST = 'mobile_push/test_notification';

const refusal = ({ status, body }: ApiResponse) => [status, body.code];

describe('POST /mobile_push/test_notification', () => {
  let world: World;
  let relay: ScriptedRelay;
  let ana: Person;
  let joe: Person;
  let token: string;
  let number = 0;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    [ana, joe] = [await world.member('ana'), await world.member('joe')];
    token = await registered(joe);
    await registered(joe, APPLE);
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });
  beforeEach(() => {
    relay.calls.splice(0);
    relay.script = obliging;
  });

  /** The token of a new device that the relay knows. */
  async function registered(person: Person, path = ANDROID): Promise<string> {
    const fresh = `abcd${(number++).toString(16).padStart(4, '0')}`;
    await person.ok('POST', path, { token: fresh, appid: 'org.example.app' });
    const waiting = 'SELECT FROM device_token WHERE user_id = $1 AND NOT is_registered';
    await until(async () => (await world.sql(waiting, [person.id])).length === 0);
    return fresh;
  }

  it('sends to the device of the token, or to all', async () => {
    await joe.ok('POST', TEST, { token });
    await joe.ok('POST', TEST);
    const [one, all] = relay.of('push/notify').map(({ body }) => body);
    expect(one).toMatchObject({ android_devices: [token], apple_devices: [], gcm_payload: { event: 'test' } });
    expect([all.android_devices, all.apple_devices]).toEqual([[token], [expect.any(String)]]);
  });

  it('rejects unknown tokens and those of other users', async () => {
    const answers = [await joe.post(TEST, { token: 'dead' }), await ana.post(TEST, { token })];
    expect(answers.map(refusal)).toEqual(Array(2).fill([400, 'INVALID_PUSH_DEVICE_TOKEN']));
    expect(answers[0].body).toEqual(answers[1].body);
    for (const unfit of ['', 'a'.repeat(4_097)])
      expect(refusal(await joe.post(TEST, { token: unfit }))).toEqual([400, 'BAD_REQUEST']);
  });

  it('reports what prevents it', async () => {
    expect(refusal(await ana.post(TEST))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    const cases = [
      ['nothing', 502, 'FAILED_TO_CONNECT_BOUNCER'],
      [{ status: 500, body: {} }, 502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'],
      [refusing(401, 'INVALID_ZULIP_SERVER'), 403, 'ADMIN_ACTION_REQUIRED'],
      [refusing(403, 'PUSH_NOTIFICATIONS_DISALLOWED'), 403, 'ADMIN_ACTION_REQUIRED'],
    ] as const;
    for (const [mood, status, code] of cases) {
      relay.script = () => mood;
      expect(refusal(await joe.post(TEST))).toEqual([status, code]);
    }
  });

  it('reports that the relay does not know the device any more', async () => {
    const gone = (android: string[]) => fine({ deleted_devices: { android_devices: android, apple_devices: [] } });
    const kit = await world.member('kit');
    const [mine, other] = [await registered(kit), await registered(kit)];
    relay.script = () => gone([mine]);
    expect(refusal(await kit.post(TEST, { token: mine }))).toEqual([400, 'INVALID_PUSH_DEVICE_TOKEN']);
    relay.script = () => gone([other]);
    expect(refusal(await kit.post(TEST))).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
  });
});
