import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const [INHERIT, MUTED, UNMUTED, FOLLOWED] = [0, 1, 2, 3];

describe('muted topics', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let stream_id: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    stream_id = await made('plans');
  });
  afterAll(() => world.stop());
  beforeEach(() => world.sql('DELETE FROM user_topic'));

  const made = async (name: string, parameters: Parameters = {}): Promise<number> => {
    await ana.subscribe(name, parameters);
    return (await ana.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
  };
  const say = (
    person: Person,
    topic: string,
    visibility_policy: unknown,
    id: unknown = stream_id,
  ): Promise<ApiResponse> => person.post('user_topics', { stream_id: id, topic, visibility_policy });
  const mute = (person: Person, parameters: Parameters): Promise<ApiResponse> =>
    person.patch('users/me/subscriptions/muted_topics', parameters);
  const said = async (person: Person, id = stream_id): Promise<[string, number][]> => {
    const { state } = await person.register({ fetch_event_types: ['user_topic'] });
    const topics = state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
    return topics.filter((one) => one.stream_id === id).map((one) => [one.topic_name, one.visibility_policy]);
  };
  const done = { result: 'success', msg: '' };

  describe('PATCH /users/me/subscriptions/muted_topics', () => {
    it.each([() => ({ stream_id }), () => ({ stream: 'PLANS' })])(
      'mutes and unmutes, with the channel by id or by name',
      async (by) => {
        expect((await mute(ana, { ...by(), topic: 'Noise', op: 'add' })).body).toEqual(done);
        expect(await said(ana)).toEqual([['Noise', MUTED]]);
        expect((await mute(ana, { ...by(), topic: 'noise', op: 'add' })).body).toEqual(done);
        expect((await mute(ana, { ...by(), topic: 'NOISE', op: 'remove' })).body).toEqual(done);
        expect((await mute(ana, { ...by(), topic: 'NOISE', op: 'remove' })).body).toEqual(done);
        expect(await said(ana)).toEqual([]);
      },
    );

    it('keeps a followed topic when unmuting', async () => {
      await say(ana, 'loved', FOLLOWED);
      expect((await mute(ana, { stream_id, topic: 'loved', op: 'remove' })).body).toEqual(done);
      expect(await said(ana)).toEqual([['loved', FOLLOWED]]);
      await say(ana, 'loved', INHERIT);
    });

    const refused = async (person: Person, parameters: Parameters): Promise<[number, unknown]> => {
      const { status, body } = await mute(person, parameters);
      return [status, body];
    };
    const error = (msg: string, extra: object = {}) => [400, { result: 'error', msg, code: 'BAD_REQUEST', ...extra }];

    it('rejects a request without a channel', async () => {
      expect(await refused(ana, { topic: 't', op: 'add' })).toEqual(error("Missing 'stream_id' argument"));
    });

    it('rejects a channel by id and by name, and names the parameters', async () => {
      expect(await refused(ana, { stream_id, stream: 'plans', topic: 't', op: 'add' })).toEqual(
        error('Unsupported parameter combination: stream_id, stream', { parameters: 'stream_id, stream' }),
      );
    });

    it.each<[string, Parameters, string]>([
      ['an unknown operation', { stream_id: 1, topic: 't', op: 'toggle' }, 'BAD_REQUEST'],
      ['no operation', { stream_id: 1, topic: 't' }, 'REQUEST_VARIABLE_MISSING'],
      ['no topic', { stream_id: 1, op: 'add' }, 'REQUEST_VARIABLE_MISSING'],
      ['a topic that is too long', { stream_id: 1, topic: 'x'.repeat(61), op: 'add' }, 'BAD_REQUEST'],
      ['a channel that is no number', { stream_id: 'plans', topic: 't', op: 'add' }, 'BAD_REQUEST'],
    ])('refuses %s', async (_, parameters, code) => {
      const { status, body } = await mute(ana, parameters);
      expect([status, body.code]).toEqual([400, code]);
    });

    it('rejects an unreadable channel', async () => {
      const inner = await made('inner circle', { invite_only: true });
      for (const id of [inner, 999_999]) {
        expect(await refused(bo, { stream_id: id, topic: 't', op: 'add' })).toEqual(error('Invalid channel ID'));
      }
      for (const op of ['add', 'remove']) {
        expect(await refused(bo, { stream: 'inner circle', topic: 't', op })).toEqual(
          error("Invalid channel name 'inner circle'"),
        );
        expect(await refused(bo, { stream: 'no such', topic: 't', op })).toEqual(
          error("Invalid channel name 'no such'"),
        );
      }
      expect((await mute(bo, { stream_id: inner, topic: 't', op: 'remove' })).body).toEqual(done);
      expect(await refused(bo, { stream_id: 999_999, topic: 't', op: 'remove' })).toEqual(error('Invalid channel ID'));
    });

    it('allows to unmute by name in a channel that the user left', async () => {
      const id = await made('gone', { invite_only: true });
      await ana.subscribe('gone', { principals: [bo.id] });
      await mute(bo, { stream: 'gone', topic: 't', op: 'add' });
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['gone'] });
      expect((await mute(bo, { stream: 'gone', topic: 't', op: 'remove' })).body).toEqual(done);
      expect(await said(bo, id)).toEqual([]);
    });
  });

  describe('the deprecated list of muted topics', () => {
    const listed = ({ state }: EventQueue) =>
      (state.muted_topics as [string, string, number][]).map(([, name]) => name);

    it('is sent as a whole to clients that did not ask for the newer event', async () => {
      const everything = await ana.register();
      const older = await ana.register({ event_types: ['muted_topics'] });
      const both = await ana.register({ event_types: ['muted_topics', 'user_topic'] });
      expect([listed(everything), listed(older), 'muted_topics' in both.state]).toEqual([[], [], false]);
      await say(ana, 'one', MUTED);
      await say(ana, 'two', MUTED);
      const types = (events: Event[]) => events.map(({ type }) => type);
      expect(types(await everything.drain())).toEqual(['user_topic', 'muted_topics', 'user_topic', 'muted_topics']);
      const [, second] = await older.drain();
      expect(second).toEqual({
        id: expect.any(Number) as number,
        type: 'muted_topics',
        muted_topics: [
          ['plans', 'one', expect.any(Number)],
          ['plans', 'two', expect.any(Number)],
        ],
      });
      expect(types(await both.drain())).toEqual(['user_topic', 'user_topic']);
      for (const queue of [everything, older, both]) await expectFreshSnapshot(queue);
      for (const topic of ['one', 'two']) await say(ana, topic, INHERIT);
      for (const queue of [everything, older, both]) await expectFreshSnapshot(queue);
    });

    it('includes archived channels only for clients that support them', async () => {
      const id = await made('attic');
      await say(ana, 'old', MUTED, id);
      const capabilities = { notification_settings_null: true, archived_channels: true };
      const knowing = { event_types: ['muted_topics'], client_capabilities: capabilities };
      const others = { event_types: ['muted_topics'] };
      const queues = [await ana.register(knowing), await ana.register(others)];
      await ana.ok('DELETE', `streams/${id}`);
      await say(ana, 'new', MUTED);
      const told = await Promise.all(
        queues.map(async (queue) => (await queue.until(({ type }) => type === 'muted_topics')).muted_topics),
      );
      const topics = (told as [string, string][][]).map((list) =>
        list.map(([channel, topic]) => [channel, topic]).sort(),
      );
      expect(topics).toEqual([
        [
          ['attic', 'old'],
          ['plans', 'new'],
        ],
        [['plans', 'new']],
      ]);
      expect(listed(await ana.register(knowing)).sort()).toEqual(['new', 'old']);
      expect(listed(await ana.register(others))).toEqual(['new']);
    });

    it('has muted topics only, and is not sent for other policies', async () => {
      await say(ana, 'muted', MUTED);
      const queue = await ana.register({ event_types: ['muted_topics'] });
      await say(ana, 'followed', FOLLOWED);
      expect(await queue.drain()).toEqual([]);
      await say(ana, 'muted', UNMUTED);
      expect((await queue.drain()).map(({ muted_topics }) => muted_topics)).toEqual([[]]);
      for (const topic of ['muted', 'followed']) await say(ana, topic, INHERIT);
    });

    it('omits channels that the user can no longer see', async () => {
      const id = await made('whispers', { invite_only: true });
      await ana.subscribe('whispers', { principals: [bo.id] });
      await say(bo, 't', MUTED, id);
      const queue = await bo.register({ fetch_event_types: ['muted_topics', 'subscription'] });
      expect(listed(queue)).toEqual(['t']);
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['whispers'] });
      await world.sql("UPDATE channel SET name = 'a new name' WHERE id = $1", [id]);
      expect(listed(await bo.register())).toEqual([]);
      await expectFreshSnapshot(queue);
      await say(bo, 't', INHERIT, id);
    });
  });

  describe('unread messages', () => {
    const unreads = async (person: Person) =>
      (await person.register()).state.unread_msgs as { count: number; streams: { topic: string }[] };
    const firstUnread = async (person: Person, narrow: object[] = []) =>
      (await person.ok('GET', 'messages', { anchor: 'first_unread', num_before: 0, num_after: 0, narrow })).anchor;

    it('of muted topics are listed but not counted, and skipped by first_unread unless the narrow names the topic', async () => {
      const id = await made('news');
      const cyd = await world.member('cyd');
      await ana.subscribe('news', { principals: [cyd.id], send_new_subscription_messages: false });
      await say(cyd, 'Sports', MUTED, id);
      const queue = await cyd.register();
      const sports = await ana.send(id, 'sports', 'noise');
      const weather = await ana.send(id, 'weather', 'rain');
      const { count, streams } = await unreads(cyd);
      expect([count, streams.map(({ topic }) => topic)]).toEqual([1, ['sports', 'weather']]);
      expect(await firstUnread(cyd)).toBe(weather);
      expect(await firstUnread(cyd, [{ operator: 'channel', operand: id }])).toBe(weather);
      expect(await firstUnread(cyd, [{ operator: 'topic', operand: 'SPORTS' }])).toBe(sports);
      await expectFreshSnapshot(queue);
      await say(cyd, 'sports', INHERIT, id);
      expect([(await unreads(cyd)).count, await firstUnread(cyd)]).toEqual([2, sports]);
      await expectFreshSnapshot(queue);
    });

    it.each([UNMUTED, FOLLOWED])('of topics with policy %i count in a muted channel', async (policy) => {
      const id = await made(`loud ${policy}`);
      const dee = await world.member(`dee${policy}`);
      await ana.subscribe(`loud ${policy}`, { principals: [dee.id], send_new_subscription_messages: false });
      await dee.ok('POST', 'users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'is_muted', value: true }],
      });
      await say(dee, 'Release', policy, id);
      const queue = await dee.register();
      const chatter = await ana.send(id, 'chatter', 'noise');
      const release = await ana.send(id, 'release', 'news');
      expect([(await unreads(dee)).count, await firstUnread(dee)]).toEqual([1, release]);
      expect(await firstUnread(dee, [{ operator: 'channel', operand: id }])).toBe(chatter);
      await expectFreshSnapshot(queue);
      await say(dee, 'release', MUTED, id);
      expect((await unreads(dee)).count).toBe(0);
      await expectFreshSnapshot(queue);
    });
  });
});
