import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { Body, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const [MUTED, UNMUTED, FOLLOWED] = [1, 2, 3];
const [PARTAKING, SENDING, BEGINNING, NEVER] = [1, 2, 3, 4];

describe('topics that are followed automatically', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let channelId: number;
  let count = 0;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben, world.owner]) await person.subscribe('office');
    channelId = await ana.channelId('office');
  });
  afterAll(() => world.stop());

  const habits = (person: Person, follows: number, unmutes = NEVER) =>
    person.ok('PATCH', 'settings', {
      automatically_follow_topics_policy: follows,
      automatically_unmute_topics_in_muted_streams_policy: unmutes,
    });
  const muteChannel = (person: Person, value: boolean) =>
    person.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: channelId, property: 'is_muted', value }],
    });
  const say = (person: Person, topic: string, visibility_policy: number) =>
    person.ok('POST', 'user_topics', { stream_id: channelId, topic, visibility_policy });
  const send = (person: Person, topic: string, content = 'x', parameters: Parameters = {}): Promise<Body> =>
    person.ok('POST', 'messages', { type: 'channel', to: channelId, topic, content, ...parameters });
  const policyOf = async (person: Person, topic: string): Promise<number> => {
    const { user_topics } = (await person.register({ fetch_event_types: ['user_topic'] })).state;
    return (
      (user_topics as { topic_name: string; visibility_policy: number }[]).find((one) => one.topic_name === topic)
        ?.visibility_policy ?? 0
    );
  };
  const newTopic = () => `topic ${++count}`;
  const told = async (queue: EventQueue): Promise<Event[]> =>
    (await queue.drain()).filter(({ type }) => type === 'user_topic');

  it('are by default those that the user starts', async () => {
    const topic = newTopic();
    const [own, foreign] = [await ana.register(), await ben.register()];
    expect((await send(ana, topic)).automatic_new_visibility_policy).toBe(FOLLOWED);
    const event = { type: 'user_topic', stream_id: channelId, topic_name: topic, visibility_policy: FOLLOWED };
    expect(await told(own)).toEqual([{ id: expect.any(Number), ...event, last_updated: expect.any(Number) }]);
    expect(await told(foreign)).toEqual([]);
    expect(await send(ana, topic.toUpperCase())).not.toHaveProperty('automatic_new_visibility_policy');
    expect(await send(ben, topic)).not.toHaveProperty('automatic_new_visibility_policy');
    for (const queue of [own, foreign]) await expectFreshSnapshot(queue);
  });

  it.each([
    [PARTAKING, [FOLLOWED, FOLLOWED, FOLLOWED]],
    [SENDING, [FOLLOWED, FOLLOWED, 0]],
    [BEGINNING, [FOLLOWED, 0, 0]],
    [NEVER, [0, 0, 0]],
  ])('follow the setting: %i', async (follows, expected) => {
    await habits(ana, follows);
    const [begun, joined, seen] = [newTopic(), newTopic(), newTopic()];
    await send(ana, begun);
    for (const topic of [joined, seen]) await send(ben, topic);
    await send(ana, joined);
    const { id } = await send(ben, seen);
    await ana.ok('POST', `messages/${id as number}/reactions`, { emoji_name: 'tada' });
    expect(await Promise.all([begun, joined, seen].map((topic) => policyOf(ana, topic)))).toEqual(expected);
    await habits(ana, BEGINNING);
  });

  it('are unmuted in muted channels', async () => {
    await habits(ana, NEVER, SENDING);
    const [before, after] = [newTopic(), newTopic()];
    await send(ben, before);
    expect(await send(ana, before)).not.toHaveProperty('automatic_new_visibility_policy');
    await muteChannel(ana, true);
    const queue = await ana.register();
    expect((await send(ana, before)).automatic_new_visibility_policy).toBe(UNMUTED);
    expect(await send(ana, before)).not.toHaveProperty('automatic_new_visibility_policy');
    await habits(ana, NEVER, PARTAKING);
    const { id } = await send(ben, after);
    await ana.ok('POST', `messages/${id as number}/reactions`, { emoji_name: 'tada' });
    expect(await policyOf(ana, after)).toBe(UNMUTED);
    await habits(ana, SENDING, SENDING);
    expect((await send(ana, after)).automatic_new_visibility_policy).toBe(FOLLOWED);
    await expectFreshSnapshot(queue);
    await muteChannel(ana, false);
    await habits(ana, BEGINNING, SENDING);
  });

  it('are unmuted by sending a message, and older clients get an event', async () => {
    await habits(ana, SENDING);
    const topic = newTopic();
    await send(ben, topic);
    await say(ana, topic, MUTED);
    const older = await ana.register({ event_types: ['message', 'muted_topics'], fetch_event_types: ['muted_topics'] });
    expect((await send(ana, topic)).automatic_new_visibility_policy).toBe(FOLLOWED);
    await older.until(({ type }) => type === 'muted_topics');
    await expectFreshSnapshot(older);
    await habits(ana, BEGINNING);
  });

  it('are those with a mention of the user, unless muted or disabled', async () => {
    const [plain, muted, unwanted] = [newTopic(), newTopic(), newTopic()];
    const queue = await ben.register();
    await say(ben, muted, MUTED);
    for (const topic of [plain, muted]) await send(ana, topic, '@**Ben Example** and @**Ana Example**');
    await ben.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: false });
    await send(ana, unwanted, '@**Ben Example**');
    await ben.ok('PATCH', 'settings', { automatically_follow_topics_where_mentioned: true });
    expect(await Promise.all([plain, muted, unwanted].map((topic) => policyOf(ben, topic)))).toEqual([
      FOLLOWED,
      MUTED,
      0,
    ]);
    await expectFreshSnapshot(queue);
    const cay = await world.member('cay');
    await send(ana, plain, '@**Cay Example** @_**Ben Example**');
    expect(await policyOf(cay, plain)).toBe(0);
  });

  it('do not reveal earlier messages under protected history', async () => {
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const id = await ana.channelId('vault');
    await ana.ok('POST', 'messages', { type: 'channel', to: id, topic: 'secret', content: 'x' });
    await ana.subscribe('vault', { principals: [ben.id] });
    const sent = await ben.ok('POST', 'messages', { type: 'channel', to: id, topic: 'secret', content: 'x' });
    expect(sent.automatic_new_visibility_policy).toBe(FOLLOWED);
  });

  it('keep the last policy for concurrent messages', async () => {
    await habits(ana, SENDING);
    const topics = Array.from({ length: 6 }, newTopic);
    const queue = await ana.register();
    await Promise.all(
      topics.flatMap((topic) => [send(ana, topic), say(ana, topic, MUTED), send(ana, topic), say(ana, topic, UNMUTED)]),
    );
    await expectFreshSnapshot(queue);
    await habits(ana, BEGINNING);
  });

  it('do not exist for bots', async () => {
    const { api_key: key } = await ana.ok('POST', 'bots', { full_name: 'Robot', short_name: 'robot' });
    const bot = (await ana.ok('GET', 'bots')).bots as { username: string }[];
    const authorization = `Basic ${Buffer.from(`${bot[0].username}:${key as string}`).toString('base64')}`;
    const topic = newTopic();
    const { body } = await world.request(
      'POST',
      'messages',
      { type: 'channel', to: channelId, topic, content: 'x' },
      authorization,
    );
    expect(Object.keys(body).sort()).toEqual(['id', 'msg', 'result']);
  });
});
