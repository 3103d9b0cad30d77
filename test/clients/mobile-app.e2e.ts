import type { Person } from '../support/person';
import { readAndroidData, Shown } from '../support/push/phone';
import { ScriptedRelay } from '../support/push/scripted-relay';
import { until } from '../support/until';
import { World } from '../support/world';

/**
 * What the current mobile app does about notifications at this feature level: it registers its token and reads what
 * arrives.
 */
describe('the mobile app, in the background', () => {
  let relay: ScriptedRelay;
  let world: World;
  let ana: Person;
  let ben: Person;
  let cat: Person;
  let plans: number;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    [ana, ben, cat] = [await world.member('ana'), await world.member('ben'), await world.member('cat')];
    await ben.subscribe('plans', { principals: [ana.id, ben.id, cat.id] });
    plans = await ben.channelId('plans');
    await ana.ok('POST', 'users/me/android_gcm_reg_id', { token: 'the phone of Ana' });
    await relay.had('push/register', 1);
    await until(async () => (await world.sql('SELECT FROM push_reachable WHERE user_id = $1', [ana.id])).length === 1);
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  /** What the phone has shown so far. */
  const shown = (): Shown[] => relay.of('push/notify').map(({ body }) => readAndroidData(body.gcm_payload as never));
  async function next(before: number): Promise<Shown> {
    await until(() => shown().length > before);
    expect(shown()).toHaveLength(before + 1);
    return shown()[before];
  }

  it('reads in the snapshot that notifications are enabled', async () => {
    const { body } = await world.request('GET', 'server_settings');
    expect(body.push_notifications_enabled).toBe(true);
    expect((await ana.ok('POST', 'register')).realm_push_notifications_enabled).toBe(true);
  });

  it('shows a direct message, one among several, and a mention, with their places', async () => {
    const account = `${world.url}/ ${ana.id}`;
    let before = shown().length;
    const direct = await ben.sendTo([ana], 'Are you **there**?');
    expect(await next(before++)).toEqual({
      is: 'message',
      account,
      messageId: direct,
      sender: ben.fullName,
      text: 'Are you there?',
      place: { userIds: [ana.id, ben.id].sort((one, other) => one - other) },
    });
    await ben.sendTo([ana, cat], 'You two?');
    const everybody = [ana.id, ben.id, cat.id].sort((one, other) => one - other);
    expect(await next(before++)).toMatchObject({ text: 'You two?', place: { userIds: everybody } });
    await ben.send('plans', 'roof', `@**${ana.fullName}** look`);
    expect(await next(before++)).toMatchObject({
      sender: ben.fullName,
      place: { channelId: plans, channel: 'plans', topic: 'roof' },
    });
  });

  it('removes notifications of messages that were read elsewhere', async () => {
    const before = shown().length;
    const id = await ben.sendTo([ana], 'Soon read');
    await next(before);
    await ana.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    expect(await next(before + 1)).toMatchObject({ is: 'removal', messageIds: [id] });
  });

  it('shows no text where the organization requires encryption', async () => {
    await world.owner.ok('PATCH', 'realm', { require_e2ee_push_notifications: true });
    const before = shown().length;
    await ben.sendTo([ana], 'zq-secret-zq');
    expect(await next(before)).toMatchObject({ is: 'message', text: 'New message', sender: ben.fullName });
    expect(JSON.stringify(relay.calls)).not.toContain('zq-secret-zq');
  });

  it('receives nothing after it has logged out', async () => {
    await ana.ok('DELETE', 'users/me/android_gcm_reg_id', { token: 'the phone of Ana' });
    await relay.had('push/unregister', 1);
    const before = shown().length;
    await ben.sendTo([ana], 'Anybody?');
    await until(async () => (await world.sql('SELECT FROM push_due')).length === 0);
    await until(async () => (await world.sql('SELECT FROM push_delivery')).length === 0);
    expect(shown()).toHaveLength(before);
  });
});
