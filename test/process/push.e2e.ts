import { parse } from 'lossless-json';
import { query } from '../support/database-contents';
import type { FcmMessage } from '../support/push/fcm-server';
import { Account, PushStage } from '../support/push/push-stage';
import { TestDevice } from '../support/push/test-device';
import { until } from '../support/until';

const SECRET = 'sentinel words that nobody but the phone may read';
/** The first one again. */
const ANOTHER_KEY = 'key_hash = set_byte(key_hash, 0, get_byte(key_hash, 0) # 1)';

/**
 * A server and its relay as two processes, services that check the protocol, and phones with keys of their own:
 * messages arrive after every failure, and only the phone can read them.
 */
describe('encrypted notifications from end to end', () => {
  let stage: PushStage;
  let olivia: Account;
  let ana: Account;
  let android: TestDevice;
  let iphone: TestDevice;
  let browser: TestDevice;
  beforeAll(async () => {
    stage = await PushStage.start();
    olivia = await stage.owner();
    ana = await stage.join('ana');
    android = await TestDevice.on({ kind: 'fcm', token: 'sentinel-token-of-android' });
    iphone = await TestDevice.on({ kind: 'apns', token: 'a1b2c3d4e5f6', appId: stage.apns.appId });
    browser = await TestDevice.on({ kind: 'web_push', token: stage.web.subscribe() });
    for (const device of [android, iphone, browser]) await stage.register(olivia, device);
  });
  afterAll(() => stage.stop());
  afterEach(() => {
    stage.fcm.rule = () => null;
    stage.apns.rule = () => null;
    expect([...stage.fcm.faults, ...stage.apns.faults, ...stage.web.faults]).toEqual([]);
  });

  /** A direct message from Ana to Olivia; returns its id. */
  async function send(content = SECRET): Promise<number> {
    const { id } = await ana.ok('POST', 'messages', { type: 'direct', to: [olivia.id], content });
    return id as number;
  }
  const contentOf = ({ data }: FcmMessage) => android.open(data.encrypted_data);
  const isOf = (id: number) => (message: FcmMessage) => contentOf(message).message_id === id;
  /** How often the phone was notified of it. */
  const shown = (id: number) => stage.fcm.taken.all.filter(isOf(id)).length;

  const onIphone = () =>
    stage.apns.taken.all.map(({ body, ...rest }) => {
      const payload = parse(body, undefined, { parseNumber: BigInt }) as Record<string, unknown>;
      return { ...rest, payload, content: iphone.open(payload.encrypted_data as string) };
    });

  /** Delays requests until the release; returns the requests of that time. */
  function hold() {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const before = stage.fcm.asked.all.length;
    stage.fcm.rule = () => held.then(() => null);
    return { letGo, comes: (count: number) => stage.fcm.asked.of(() => true, before + count) };
  }

  it('a message reaches the phone, which alone can decrypt it; reading it removes the notification', async () => {
    const id = await send();
    const [message] = await stage.fcm.taken.of(isOf(id));
    expect(message.priority).toBe('high');
    expect(message.token).toBe('sentinel-token-of-android');
    expect(Object.keys(message.data).sort()).toEqual(['encrypted_data', 'push_account_id']);
    expect(message.data.push_account_id).toBe(String(android.accountId));
    expect(contentOf(message)).toEqual({
      type: 'message',
      realm_url: expect.stringMatching(/^http/),
      realm_name: 'Sentinel works',
      user_id: olivia.id,
      sender_id: ana.id,
      sender_full_name: 'ana Sentinel',
      sender_avatar_url: expect.stringMatching(/^http/),
      message_id: id,
      time: expect.any(Number),
      content: SECRET,
      recipient_type: 'direct',
      recipient_user_ids: [olivia.id, ana.id].sort((a, b) => a - b),
    });
    const isRemoval = (one: FcmMessage) => contentOf(one).type === 'remove';
    await olivia.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const [removal] = await stage.fcm.taken.of(isRemoval);
    expect(contentOf(removal)).toMatchObject({ type: 'remove', user_id: olivia.id, message_ids: [id] });
    expect(removal.priority).toBe('normal');
  });

  it('a failing service loses and repeats no notification', async () => {
    let left = 4;
    stage.fcm.rule = () => (left-- > 0 ? { status: 503 } : null);
    const id = await send();
    await stage.hurryUntil(() => shown(id) > 0);
    await stage.hurryUntil(() => stage.isDone());
    expect(shown(id)).toBe(1);
  });

  it('a service that rejects the relay loses no notification, and the relay reports it', async () => {
    stage.fcm.knowsAccount = false;
    stage.fcm.forgetTokens();
    const id = await send();
    const troubles = async () => (await (await fetch(`${stage.relayUrl}/ready`)).json()) as { transports: object };
    await until(async () => JSON.stringify(await troubles()).includes('not accepted'));
    expect(shown(id)).toBe(0);
    stage.fcm.knowsAccount = true;
    await stage.hurryUntil(() => shown(id) > 0);
    await until(async () => !JSON.stringify(await troubles()).includes('not accepted'));
    expect(shown(id)).toBe(1);
  });

  it.each([
    ['has disabled it', 'disabled_at = now()', 'disabled_at = NULL'],
    ['does not know its key', ANOTHER_KEY, ANOTHER_KEY],
  ])('a relay that refuses the server loses no notification, because it %s', async (_, refuse, relent) => {
    await query(stage.relayDatabase, `UPDATE relay_organization SET ${refuse}`);
    const id = await send();
    const { status, body } = await olivia.ask('POST', 'mobile_push/e2ee/test_notification');
    expect([status, body.code]).toEqual([403, 'ADMIN_ACTION_REQUIRED']);
    expect(shown(id)).toBe(0);
    await query(stage.relayDatabase, `UPDATE relay_organization SET ${relent}`);
    await stage.hurryUntil(() => shown(id) > 0);
    expect(shown(id)).toBe(1);
  });

  it('a slow service delays no other one, and loses no notification', async () => {
    const { letGo, comes } = hold();
    const ids = [await send('slow')];
    await comes(1);
    await until(() => onIphone().some(({ content }) => content.message_id === ids[0]));
    ids.push(await send('meanwhile'), await send('and again'));
    expect(ids.map(shown)).toEqual([0, 0, 0]);
    letGo();
    await stage.hurryUntil(() => stage.isDone());
    expect(ids.map(shown)).toEqual([1, 1, 1]);
  });

  it('a relay that is killed during a batch and stays down loses no notification', async () => {
    const { letGo, comes } = hold();
    const first = await send('first');
    await comes(1);
    await stage.killRelay();
    letGo();
    const others = [await send('second'), await send('third')];
    const { status, body } = await olivia.ask('POST', 'mobile_push/e2ee/test_notification');
    expect([status, body.code]).toEqual([502, 'FAILED_TO_CONNECT_BOUNCER']);
    await stage.restartRelay();
    await stage.hurryUntil(() => [first, ...others].every((id) => shown(id) > 0));
    await stage.hurryUntil(() => stage.isDone());
    expect(others.map(shown)).toEqual([1, 1]);
    // Notifications that were sent when it died are sent again with the same id: phones show them once.
    expect(shown(first)).toBeLessThanOrEqual(2);
    const collapseIds = onIphone().filter(({ content }) => content.message_id === first);
    expect(new Set(collapseIds.map(({ collapseId }) => collapseId)).size).toBe(1);
  });

  it('a server that is killed while it waits for the relay loses and repeats no notification', async () => {
    const { letGo, comes } = hold();
    const id = await send();
    await comes(1);
    await stage.server.kill();
    letGo();
    await stage.fcm.taken.of(isOf(id));
    await stage.restartServer();
    await stage.hurryUntil(() => stage.isDone());
    expect(shown(id)).toBe(1);
  });

  it('all kinds of devices receive the same through their own services, encrypted for each', async () => {
    const id = await send();
    await stage.hurryUntil(() => stage.isDone());
    const [{ payload, content, ...rest }] = onIphone().filter((one) => one.content.message_id === id);
    expect(payload).toEqual({
      push_account_id: iphone.accountId,
      encrypted_data: expect.any(String),
      aps: { 'mutable-content': 1n, alert: { title: 'New notification' } },
    });
    expect(content).toMatchObject({ type: 'message', message_id: id, content: SECRET });
    expect(rest).toMatchObject({ token: 'a1b2c3d4e5f6', pushType: 'alert', priority: '10' });
    expect(rest.collapseId).toMatch(/^[\w-]{16,64}$/);
    const inBrowser = stage.web.taken.all.map(({ text }) => JSON.parse(text) as { encrypted_data: string });
    const read = inBrowser.map(({ encrypted_data: sealed }) => browser.open(sealed));
    expect(read.filter((one) => one.message_id === id)).toEqual([content]);
    expect(shown(id)).toBe(1);
  });

  it('a test notification reaches only the named device', async () => {
    await olivia.ok('POST', 'mobile_push/e2ee/test_notification', { push_account_id: String(android.accountId) });
    const [message] = await stage.fcm.taken.of((one) => contentOf(one).type === 'test');
    expect(contentOf(message)).toMatchObject({ type: 'test', user_id: olivia.id, realm_name: 'Sentinel works' });
    expect(onIphone().filter((one) => one.content.type === 'test')).toEqual([]);
  });

  it('a phone that has unregistered is removed at the relay and the server', async () => {
    stage.apns.rule = () => ({ status: 410, reason: 'Unregistered' });
    const id = await send();
    await until(async () => !(String(iphone.accountId) in (await stage.devicesOf(olivia))));
    const params = { push_account_id: String(iphone.accountId) };
    const { status, body } = await olivia.ask('POST', 'mobile_push/e2ee/test_notification', params);
    expect([status, body.code]).toEqual([400, 'NO_ACTIVE_PUSH_DEVICE']);
    await until(() => shown(id) === 1);
    expect(await query(stage.relayDatabase, "SELECT FROM relay_device WHERE kind = 'apns'")).toEqual([]);
  });

  it('a registration of several days ago fails, with the reason', async () => {
    const late = await TestDevice.on({ kind: 'fcm', token: 'late' });
    const made = Math.floor(Date.now() / 1000) - 3 * 86_400;
    await olivia.ok('POST', 'mobile_push/register', late.registration(stage.relayKey, made));
    const row = async () => (await stage.devicesOf(olivia))[String(late.accountId)];
    await until(async () => (await row()).status === 'failed');
    expect(await row()).toMatchObject({ status: 'failed', error_code: 'REQUEST_EXPIRED' });
  });

  it('logs, metrics and tables of the relay contain no text, name, address or token', async () => {
    const traces = await stage.tracesOfRelay();
    expect(traces).toContain('parley_relay_outcomes_total');
    expect(traces).toContain('push/e2ee/notify');
    const { endpoint } = JSON.parse(browser.route.token) as { endpoint: string };
    const secrets = ['sentinel', 'Sentinel', '@example.org', 'a1b2c3d4e5f6', endpoint, stage.organization.key];
    for (const secret of secrets) expect(traces).not.toContain(secret);
    expect(traces).not.toMatch(/[a-z0-9.]+@[a-z0-9-]+\.[a-z]+/i);
  });
});
