import type { Event } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { fromNowOn } from '../../support/from-now-on';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const [INHERIT, MUTED, UNMUTED, FOLLOWED] = [0, 1, 2, 3];
const KNOWS_EMPTY_TOPIC = { notification_settings_null: false, empty_topic_name: true };

describe('topic policies of users', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let stream_id: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
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
  const said = async (person: Person, id = stream_id): Promise<[string, number][]> => {
    const { state } = await person.register({ fetch_event_types: ['user_topic'] });
    const topics = state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
    return topics.filter((one) => one.stream_id === id).map((one) => [one.topic_name, one.visibility_policy]);
  };
  const done = { result: 'success', msg: '' };

  describe('POST /user_topics', () => {
    it.each([MUTED, UNMUTED, FOLLOWED])('stores policy %i, and removes it with policy 0', async (policy) => {
      const { status, body } = await say(ana, 'Lunch', policy);
      expect([status, body]).toEqual([200, done]);
      expect(await said(ana)).toEqual([['Lunch', policy]]);
      expect((await say(ana, 'LUNCH', INHERIT)).body).toEqual(done);
      expect(await said(ana)).toEqual([]);
    });

    it("sends events to the user's own clients only", async () => {
      const [own, other] = [await ana.register(), await bo.register()];
      const updated = fromNowOn();
      await say(ana, 'tea', FOLLOWED);
      const [event, ...more] = await own.drain();
      expect(more).toEqual([]);
      expect(event).toEqual({
        id: expect.any(Number) as number,
        type: 'user_topic',
        stream_id,
        topic_name: 'tea',
        last_updated: updated(),
        visibility_policy: FOLLOWED,
      });
      expect(await other.drain()).toEqual([]);
      await expectFreshSnapshot(own);
      await say(ana, 'tea', INHERIT);
      expect((await own.drain()).map(({ type, visibility_policy }) => [type, visibility_policy])).toEqual([
        ['user_topic', INHERIT],
      ]);
      await expectFreshSnapshot(own);
    });

    it('sends no event when nothing changes, in any spelling', async () => {
      await say(ana, 'Twice', UNMUTED);
      const queue = await ana.register();
      expect((await say(ana, 'twice', UNMUTED)).body).toEqual(done);
      expect((await say(ana, 'never said', INHERIT)).body).toEqual(done);
      expect(await queue.drain()).toEqual([]);
      await say(ana, 'Twice', INHERIT);
    });

    it('accepts the empty topic under any of its names', async () => {
      for (const name of ['', '(no topic)', 'general chat', '  ']) {
        await say(ana, name, MUTED);
        const { state } = await ana.register({
          fetch_event_types: ['user_topic'],
          client_capabilities: KNOWS_EMPTY_TOPIC,
        });
        expect((state.user_topics as { topic_name: string }[]).map(({ topic_name }) => topic_name)).toEqual(['']);
        expect(await said(ana)).toEqual([['general chat', MUTED]]);
        await say(ana, '', INHERIT);
      }
    });

    it('sends the display name of the empty topic only to clients that do not support it', async () => {
      const older = await ana.register();
      const newer = await ana.register({ client_capabilities: KNOWS_EMPTY_TOPIC });
      await say(ana, '', MUTED);
      const names = (events: Event[]) =>
        events.map(
          ({ topic_name, muted_topics }) => topic_name ?? (muted_topics as string[][]).map(([, name]) => name),
        );
      expect(names(await older.drain())).toEqual(['general chat', ['general chat']]);
      expect(names(await newer.drain())).toEqual(['', ['']]);
      for (const queue of [older, newer]) await expectFreshSnapshot(queue);
      await say(ana, '', INHERIT);
    });

    it('requires no subscription, and no message in the topic', async () => {
      expect((await say(bo, 'nothing there', MUTED)).body).toEqual(done);
      expect(await said(bo)).toEqual([['nothing there', MUTED]]);
      await say(bo, 'nothing there', INHERIT);
    });

    it.each<[string, Parameters, string]>([
      ['no channel', { topic: 't', visibility_policy: 1 }, 'REQUEST_VARIABLE_MISSING'],
      ['no topic', { stream_id: 1, visibility_policy: 1 }, 'REQUEST_VARIABLE_MISSING'],
      ['no policy', { stream_id: 1, topic: 't' }, 'REQUEST_VARIABLE_MISSING'],
      ['a channel that is no number', { stream_id: '"1"', topic: 't', visibility_policy: 1 }, 'BAD_REQUEST'],
      ['a topic of 61 characters', { stream_id: 1, topic: 'x'.repeat(61), visibility_policy: 1 }, 'BAD_REQUEST'],
      ['a topic with a null byte', { stream_id: 1, topic: 'a\0b', visibility_policy: 1 }, 'BAD_REQUEST'],
      ['policy 4', { stream_id: 1, topic: 't', visibility_policy: 4 }, 'BAD_REQUEST'],
      ['policy -1', { stream_id: 1, topic: 't', visibility_policy: -1 }, 'BAD_REQUEST'],
      ['a policy in words', { stream_id: 1, topic: 't', visibility_policy: 'muted' }, 'BAD_REQUEST'],
      ['a policy that is true', { stream_id: 1, topic: 't', visibility_policy: true }, 'BAD_REQUEST'],
    ])('refuses %s', async (_, parameters, code) => {
      const { status, body } = await ana.post('user_topics', parameters);
      expect([status, body.code]).toEqual([400, code]);
    });

    it('accepts a topic of 60 characters, counted as code points', async () => {
      expect((await say(ana, '🦊'.repeat(60), MUTED)).body).toEqual(done);
      await say(ana, '🦊'.repeat(60), INHERIT);
    });

    it('lists the allowed policies in the error', async () => {
      expect((await say(ana, 't', 7)).body.msg).toMatch(/^Invalid visibility_policy/);
    });

    it('answers alike for unreadable and unknown channels', async () => {
      const closed = await made('closed', { invite_only: true });
      const unknown = (await say(bo, 't', MUTED, 999_999)).body;
      expect(unknown).toEqual({ result: 'error', msg: 'Invalid channel ID', code: 'BAD_REQUEST' });
      expect((await say(bo, 't', MUTED, closed)).body).toEqual(unknown);
      expect((await say(world.owner, 't', FOLLOWED, closed)).body).toEqual(unknown);
      expect((await say(gus, 't', MUTED)).body).toEqual(unknown);
      expect((await say(bo, 't', MUTED, Number.MAX_SAFE_INTEGER)).body).toEqual(unknown);
    });

    it('rejects an archived channel', async () => {
      const id = await made('archived');
      await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [id]);
      expect((await say(ana, 't', MUTED, id)).body.msg).toBe('Invalid channel ID');
      expect((await say(ana, 't', INHERIT, id)).body).toEqual(done);
    });

    it('lets every user remove a policy, in any existing channel', async () => {
      const id = await made('left', { invite_only: true });
      await ana.subscribe('left', { principals: [bo.id] });
      await say(bo, 't', MUTED, id);
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['left'] });
      expect((await say(bo, 't', UNMUTED, id)).body.msg).toBe('Invalid channel ID');
      expect((await say(bo, 't', INHERIT, id)).body).toEqual(done);
      expect(await said(bo, id)).toEqual([]);
      expect((await say(bo, 't', INHERIT, 999_999)).body.msg).toBe('Invalid channel ID');
    });

    it('equals the last of many concurrent changes', async () => {
      const queue = await ana.register();
      const policies = Array.from({ length: 16 }, (_, at) => (at % 3) + 1);
      await Promise.all(policies.map((policy) => say(ana, 'contested', policy)));
      await expectFreshSnapshot(queue);
      await say(ana, 'contested', INHERIT);
    });
  });
});
