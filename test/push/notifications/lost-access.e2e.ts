import type { Person } from '../../support/person';
import { Phones } from '../../support/push/phones';
import { refusing, ScriptedRelay } from '../../support/push/scripted-relay';
import { until } from '../../support/until';
import { World } from '../../support/world';

/** A user with a sent notification, and with another one that waits for a relay that is down, loses both. */
describe('a user who loses access to messages', () => {
  let world: World;
  let relay: ScriptedRelay;
  let phones: Phones;
  let bo: Person;
  let count = 0;
  beforeAll(async () => {
    relay = await ScriptedRelay.start();
    world = await World.start(relay.environment);
    phones = new Phones(world, relay);
    bo = await world.member('bo');
  });
  afterAll(async () => {
    await world.stop();
    await relay.stop();
  });

  interface Scene {
    readonly reader: Person;
    readonly channel: string;
    readonly channelId: number;
    readonly ids: readonly number[];
  }
  const channel = async (more: object = {}, ...people: Person[]): Promise<string> => {
    const name = `channel ${++count}`;
    const principals = [world.owner, ...people].map(({ id }) => id);
    await world.owner.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name }], principals, ...more });
    return name;
  };
  const isPrivate = { invite_only: true };

  it.each<[string, object, (scene: Scene) => Promise<unknown>]>([
    [
      'is removed from a private channel',
      isPrivate,
      ({ reader, channel }) =>
        world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel], principals: [reader.id] }),
    ],
    [
      'is removed from a channel with protected history',
      { invite_only: true, history_public_to_subscribers: false },
      ({ reader, channel }) =>
        world.owner.ok('DELETE', 'users/me/subscriptions', { subscriptions: [channel], principals: [reader.id] }),
    ],
    [
      'is not where the messages are moved to',
      {},
      async ({ ids }) => {
        const stream_id = await world.owner.channelId(await channel(isPrivate, bo));
        await world.owner.ok('PATCH', `messages/${ids[0]}`, { stream_id, propagate_mode: 'change_all' });
      },
    ],
    [
      'had them in a topic that is deleted',
      {},
      ({ channelId }) => world.owner.ok('POST', `streams/${channelId}/delete_topic`, { topic_name: 'talk' }),
    ],
    ['mutes their sender', {}, ({ reader }) => reader.ok('POST', `users/me/muted_users/${bo.id}`)],
  ])('loses both: %s', async (_, where, lose) => {
    const reader = await world.member(`reader${++count}`);
    await phones.give(reader);
    const name = await channel(where, bo, reader);
    const mention = () => bo.send(name, 'talk', `@**${reader.fullName}** look`);
    const told = await mention();
    await until(() => phones.toldOf(reader).includes(told));
    await phones.quiet();
    phones.mood = () => refusing(503, 'LATER');
    const before = phones.calls.length;
    const waiting = await mention();
    await until(() => phones.calls.length > before);
    const channelId = await world.owner.channelId(name);
    await lose({ reader, channel: name, channelId, ids: [told, waiting] });
    const tried = phones.arrived.length;
    phones.mood = () => null;
    await until(async () => {
      await phones.later();
      return phones.takenBackFrom(reader).includes(told);
    });
    await phones.quiet();
    const since = phones.arrived.slice(tried);
    expect(since.filter(({ content }) => content.type === 'message')).toEqual([]);
  });

  it.each<[string, (reader: Person) => Promise<unknown>]>([
    ['account', (reader) => world.owner.ok('DELETE', `users/${reader.id}`)],
    ['key', (reader) => reader.ok('POST', 'users/me/api_key/regenerate')],
    ['sessions and keys, everywhere,', (reader) => reader.ok('DELETE', 'sessions')],
  ])('with the end of the %s gets nothing more, encrypted or not', async (_, end) => {
    const reader = await world.member(`reader${++count}`);
    await phones.give(reader);
    await reader.ok('POST', 'users/me/android_gcm_reg_id', { token: `token-${count}` });
    const isKnown = 'SELECT FROM device_token WHERE user_id = $1 AND is_registered';
    await until(async () => (await world.sql(isKnown, [reader.id])).length === 1);
    const before = phones.calls.length;
    phones.mood = () => refusing(503, 'LATER');
    await bo.sendTo([reader], 'Too late');
    await until(() => phones.calls.length > before);
    await end(reader);
    phones.mood = () => null;
    const [sealed, clear] = [phones.calls.length, relay.of('push/notify').length];
    await until(async () => {
      await phones.later();
      return (await world.sql('SELECT FROM push_delivery WHERE user_id = $1', [reader.id])).length === 0;
    });
    await phones.quiet();
    expect([phones.calls.length, relay.of('push/notify').length]).toEqual([sealed, clear]);
    await relay.had('push/unregister', 1);
  });
});
