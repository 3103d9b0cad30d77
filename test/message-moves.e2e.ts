import { expectFreshSnapshot } from './support/fold';
import type { EventQueue } from './support/event-queue';
import type { Parameters, Person } from './support/person';
import { fetchMessage, flagsOf, Message, changed } from './support/reading';
import { World } from './support/world';

const PROTECTED = { invite_only: true, history_public_to_subscribers: false };
const PRIVATE = { invite_only: true, history_public_to_subscribers: true };

describe('moving messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let moderator: Person;
  let count = 0;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    [gus, moderator] = [await world.guest('gus'), await world.moderator('mo')];
  });
  afterAll(() => world.stop());

  /** A channel of its own for a test, in which the owner is besides those named. */
  async function channel(members: Person[], parameters: Parameters = {}): Promise<{ name: string; id: number }> {
    const name = `channel ${++count}`;
    await world.owner.subscribe(name, { principals: [world.owner, ...members].map(({ id }) => id), ...parameters });
    return { name, id: await world.owner.channelId(name) };
  }

  const move = (person: Person, id: number, parameters: Parameters) => person.ok('PATCH', `messages/${id}`, parameters);
  const refused = async (person: Person, id: number, parameters: Parameters) =>
    (await person.patch(`messages/${id}`, parameters)).body;
  const inTopic = async (person: Person, channelName: string, topic: string): Promise<Message[]> =>
    (
      await person.ok('GET', 'messages', {
        narrow: [
          { operator: 'channel', operand: channelName },
          { operator: 'topic', operand: topic },
        ],
        anchor: 'newest',
        num_before: 100,
        apply_markdown: false,
        allow_empty_topic_name: true,
      })
    ).messages as Message[];
  const idsIn = async (person: Person, name: string, topic: string) =>
    (await inTopic(person, name, topic)).map(({ id }) => id);
  const isUpdate = ({ type }: { type: string }) => type === 'update_message';
  const age = (id: number, seconds: number) =>
    world.sql(`UPDATE message SET sent_at = now() - make_interval(secs => $2) WHERE id = $1`, [id, seconds]);
  const QUIET = { send_notification_to_new_thread: false };
  const known = (queue: EventQueue) => queue.seen.filter(isUpdate);

  describe('between topics', () => {
    it('takes one, all later ones, or all', async () => {
      const { name } = await channel([ana]);
      const ids: number[] = [];
      for (const text of ['1', '2', '3', '4']) ids.push(await ana.send(name, 'from', text));
      await move(ana, ids[1], { topic: 'one', ...QUIET });
      await move(ana, ids[2], { topic: 'later', propagate_mode: 'change_later', ...QUIET });
      expect(await idsIn(ana, name, 'one')).toEqual([ids[1]]);
      expect(await idsIn(ana, name, 'later')).toEqual([ids[2], ids[3]]);
      expect(await idsIn(ana, name, 'from')).toEqual([ids[0]]);
      await move(ana, ids[3], { topic: 'all', propagate_mode: 'change_all', ...QUIET });
      expect(await idsIn(ana, name, 'all')).toEqual([ids[2], ids[3]]);
    });

    it('is told to those who have them, with where they were', async () => {
      const { name, id: stream_id } = await channel([ana, ben]);
      const first = await ana.send(name, 'from', 'x');
      const second = await ana.send(name, 'from', 'y');
      const queue = await ben.register({});
      await move(ana, first, { topic: 'to https://example.org', propagate_mode: 'change_all' });
      expect(await queue.until(isUpdate)).toEqual({
        id: expect.any(Number) as number,
        type: 'update_message',
        user_id: ana.id,
        rendering_only: false,
        message_id: first,
        message_ids: [first, second],
        flags: [],
        edit_timestamp: expect.any(Number) as number,
        stream_id,
        stream_name: name,
        propagate_mode: 'change_all',
        orig_subject: 'from',
        subject: 'to https://example.org',
        topic_links: [{ text: 'https://example.org', url: 'https://example.org' }],
      });
      await expectFreshSnapshot(queue);
      expect(await fetchMessage(ben, second)).toMatchObject({
        last_moved_timestamp: expect.any(Number) as number,
        edit_history: [{ user_id: ana.id, prev_topic: 'from', topic: 'to https://example.org' }],
      });
      expect(await fetchMessage(ben, second)).not.toHaveProperty('last_edit_timestamp');
    });

    it('goes together with another text', async () => {
      const { name } = await channel([ana, ben]);
      const id = await ana.send(name, 'from', 'x');
      const queue = await ben.register({});
      await move(ana, id, { topic: 'to', content: 'y' });
      expect(await queue.until(isUpdate)).toMatchObject({ orig_content: 'x', content: 'y', subject: 'to' });
      const { edit_history } = await fetchMessage(ben, id);
      expect(edit_history).toEqual([
        {
          user_id: ana.id,
          timestamp: expect.any(Number) as number,
          prev_content: 'x',
          prev_rendered_content: '<p>x</p>',
          prev_topic: 'from',
          topic: 'to',
        },
      ]);
    });
  });

  describe('between channels', () => {
    it('takes them away from those who cannot read them there', async () => {
      const from = await channel([ana, ben, gus]);
      const to = await channel([ana], PRIVATE);
      const id = await ana.send(from.name, 't', 'x');
      const queues = [await ana.register({}), await ben.register({}), await gus.register({})];
      await move(ana, id, { stream_id: to.id, ...QUIET });
      expect(await queues[0].until(isUpdate)).toMatchObject({ stream_id: from.id, new_stream_id: to.id });
      for (const queue of queues.slice(1)) {
        await queue.until(({ type }) => type === 'delete_message');
        expect(known(queue)).toEqual([]);
      }
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect((await ben.get(`messages/${id}`)).status).toBe(400);
    });

    it('leaves them to read to those who are not in the other channel, but no more unread or starred', async () => {
      const from = await channel([ana, ben]);
      const to = await channel([ana]);
      const id = await ana.send(from.name, 't', 'x');
      await changed(ben, 'add', 'starred', [id]);
      const queue = await ben.register({});
      await move(ana, id, { stream_id: to.id, ...QUIET });
      expect(await queue.until(isUpdate)).toMatchObject({ new_stream_id: to.id, flags: ['read', 'historical'] });
      await expectFreshSnapshot(queue);
      expect(await flagsOf(ben, id)).toEqual(['historical', 'read']);
    });

    it('gives them, read, to those who are in a channel of protected history, without a word of where they were', async () => {
      const from = await channel([ana], PRIVATE);
      const id = await ana.send(from.name, 'secret', 'x');
      const to = await channel([ana, ben], PROTECTED);
      const queue = await ben.register({});
      await move(ana, id, { stream_id: to.id });
      await expectFreshSnapshot(queue);
      expect(known(queue)).toEqual([]);
      expect(await flagsOf(ben, id)).toEqual(['read']);
      expect(JSON.stringify([await fetchMessage(ben, id), await inTopic(ben, to.name, 'secret')])).not.toContain(from.name);
      expect(await fetchMessage(ben, id)).not.toHaveProperty('edit_history');
      expect(await fetchMessage(ana, id)).toMatchObject({ edit_history: [{ prev_stream: from.id, stream: to.id }] });
    });

    it('says where they come from to those who may know of it', async () => {
      const from = await channel([ana]);
      const to = await channel([ben]);
      const id = await ana.send(from.name, 't', 'x');
      const queue = await ben.register({});
      await move(ana, id, { stream_id: to.id });
      expect(await queue.until(isUpdate)).toMatchObject({ stream_name: from.name, new_stream_id: to.id });
      await expectFreshSnapshot(queue);
    });
  });

  describe('too late', () => {
    it('takes a part of a topic only', async () => {
      const { name } = await channel([ana, moderator]);
      const [old, young] = [await ana.send(name, 't', 'x'), await ana.send(name, 't', 'y')];
      await age(old, 8 * 86_400);
      expect(await refused(ana, young, { topic: 'u', propagate_mode: 'change_all' })).toMatchObject({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: young,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      });
      expect((await refused(ana, old, { topic: 'u' })).msg).toBe(
        "The time limit for editing this message's topic has passed.",
      );
      await move(moderator, old, { topic: 'u', propagate_mode: 'change_all' });
    });
  });

  describe('by resolving a topic', () => {
    it('says so there, and takes it back when it is undone at once', async () => {
      const { name } = await channel([ana, ben]);
      const id = await ana.send(name, 't', 'x');
      const queue = await ben.register({});
      await move(ana, id, { topic: '✔ t', propagate_mode: 'change_all' });
      const [, notice] = await inTopic(ben, name, '✔ t');
      expect(notice.content).toBe(`@_**${ana.fullName}|${ana.id}** has marked this topic as resolved.`);
      expect(await fetchMessage(ben, id)).not.toHaveProperty('last_moved_timestamp');
      await move(ana, id, { topic: 't', propagate_mode: 'change_all' });
      expect(await idsIn(ben, name, 't')).toEqual([id]);
      expect(await idsIn(ben, name, '✔ t')).toEqual([]);
      await expectFreshSnapshot(queue);
    });
  });

  it('tells both topics on request', async () => {
    const { name } = await channel([ana]);
    const id = await ana.send(name, 'from', 'x');
    await move(ana, id, { topic: 'to', send_notification_to_old_thread: true });
    expect((await inTopic(ana, name, 'to'))[1].content).toContain(`#**${name}>from**`);
    expect((await inTopic(ana, name, 'from'))[0].content).toContain(`#**${name}>to**`);
  });
});
