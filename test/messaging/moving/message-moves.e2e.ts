import { expectFreshSnapshot } from '../../support/fold';
import {
  idsIn,
  inTopic,
  isUpdate,
  move,
  newChannel,
  PRIVATE,
  PROTECTED,
  QUIET,
  refused,
  updatesIn,
} from '../../support/moving';
import type { Parameters, Person } from '../../support/person';
import { changed, fetchMessage, flagsOf } from '../../support/reading';
import { World } from '../../support/world';

describe('moving messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  let moderator: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    [gus, moderator] = [await world.guest('gus'), await world.moderator('mo')];
  });
  afterAll(() => world.stop());

  const channel = (members: Person[], parameters: Parameters = {}) => newChannel(world, members, parameters);
  const age = (id: number, seconds: number) =>
    world.sql(`UPDATE message SET sent_at = now() - make_interval(secs => $2) WHERE id = $1`, [id, seconds]);

  describe('between topics', () => {
    it('moves one message, all later ones, or all', async () => {
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

    it('sends an event to users who have the messages, with the former place', async () => {
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

    it('accepts a new text in the same request', async () => {
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
    it('removes messages from users who cannot read the target', async () => {
      const from = await channel([ana, ben, gus]);
      const to = await channel([ana], PRIVATE);
      const id = await ana.send(from.name, 't', 'x');
      const queues = [await ana.register({}), await ben.register({}), await gus.register({})];
      await move(ana, id, { stream_id: to.id, ...QUIET });
      expect(await queues[0].until(isUpdate)).toMatchObject({ stream_id: from.id, new_stream_id: to.id });
      for (const queue of queues.slice(1)) {
        await queue.until(({ type }) => type === 'delete_message');
        expect(updatesIn(queue)).toEqual([]);
      }
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect((await ben.get(`messages/${id}`)).status).toBe(400);
    });

    it('keeps them readable, and never unread or starred, for users who are not subscribed to the target', async () => {
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

    it('gives them, read and without the former place, to subscribers of a channel with protected history', async () => {
      const from = await channel([ana], PRIVATE);
      const id = await ana.send(from.name, 'secret', 'x');
      const to = await channel([ana, ben], PROTECTED);
      const queue = await ben.register({});
      await move(ana, id, { stream_id: to.id });
      await expectFreshSnapshot(queue);
      expect(updatesIn(queue)).toEqual([]);
      expect(await flagsOf(ben, id)).toEqual(['read']);
      expect(JSON.stringify([await fetchMessage(ben, id), await inTopic(ben, to.name, 'secret')])).not.toContain(
        from.name,
      );
      expect(await fetchMessage(ben, id)).not.toHaveProperty('edit_history');
      expect(await fetchMessage(ana, id)).toMatchObject({ edit_history: [{ prev_stream: from.id, stream: to.id }] });
    });

    it('keeps starred messages for a user who may read protected history without a subscription', async () => {
      const from = await channel([ana, moderator]);
      const readers = { direct_members: [ben.id, moderator.id], direct_subgroups: [] };
      const to = await channel([ana], { ...PROTECTED, can_add_subscribers_group: readers });
      const id = await ana.send(from.name, 't', 'x');
      for (const person of [ben, moderator]) await changed(person, 'add', 'starred', [id]);
      const [his, hers] = [await ben.register({}), await moderator.register({})];
      await move(ana, id, { stream_id: to.id, ...QUIET });
      const { flags } = await his.until(isUpdate);
      expect((flags as string[]).sort()).toEqual(['historical', 'read', 'starred']);
      await hers.until(({ type }) => type === 'delete_message');
      for (const queue of [his, hers]) await expectFreshSnapshot(queue);
      expect(await flagsOf(ben, id)).toEqual(['historical', 'read', 'starred']);
      expect((await moderator.get(`messages/${id}`)).status).toBe(400);
      expect([his, hers].map(({ seen }) => seen.filter(({ type }) => type === 'delete_message').length)).toEqual([
        0, 1,
      ]);
    });

    it('names the former channel only to users who may know of it', async () => {
      const from = await channel([ana]);
      const to = await channel([ben]);
      const id = await ana.send(from.name, 't', 'x');
      const queue = await ben.register({});
      await move(ana, id, { stream_id: to.id });
      expect(await queue.until(isUpdate)).toMatchObject({ stream_name: from.name, new_stream_id: to.id });
      await expectFreshSnapshot(queue);
    });
  });

  describe('after the time limit', () => {
    it('moves only a part of a topic', async () => {
      const { name } = await channel([ana, moderator]);
      const [old, young] = [await ana.send(name, 't', 'x'), await ana.send(name, 't', 'y')];
      await age(old, 7 * 86_400 + 25);
      expect(await refused(ana, young, { topic: 'u', propagate_mode: 'change_all' })).toMatchObject({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: young,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      });
      expect((await refused(ana, old, { topic: 'u' })).msg).toBe(
        "The time limit for editing this message's topic has passed.",
      );
      await move(ana, young, { topic: '✔ t', propagate_mode: 'change_all' });
      await age(old, 7 * 86_400 + 15);
      await move(ana, old, { topic: 'u', propagate_mode: 'change_all', ...QUIET });
      await age(old, 8 * 86_400);
      await move(moderator, old, { topic: 'v', propagate_mode: 'change_all' });
    });

    it('is refused between channels', async () => {
      const [from, to] = [await channel([ana, moderator]), await channel([ana, moderator])];
      const id = await ana.send(from.name, 't', 'x');
      await age(id, 8 * 86_400);
      expect((await refused(ana, id, { stream_id: to.id })).msg).toBe(
        "The time limit for editing this message's channel has passed",
      );
      const young = await ana.send(from.name, 't', 'x');
      expect(await refused(ana, young, { stream_id: to.id, propagate_mode: 'change_all' })).toMatchObject({
        first_message_id_allowed_to_move: young,
      });
      await world.owner.ok('PATCH', 'realm', { move_messages_between_streams_limit_seconds: 'unlimited' });
      await move(ana, young, { stream_id: to.id, propagate_mode: 'change_all' });
      await world.owner.ok('PATCH', 'realm', { move_messages_between_streams_limit_seconds: 7 * 86_400 });
    });
  });

  describe('permissions', () => {
    const groups = async () => {
      const rows = await world.sql<{ id: string; name: string }>('SELECT id, name FROM user_group WHERE is_system');
      return Object.fromEntries(rows.map(({ id, name }) => [name.replace('role:', ''), Number(id)]));
    };
    const permit = async (setting: string, value: unknown) =>
      world.owner.ok('PATCH', 'realm', { [setting]: { new: value } });
    const grant = (id: number, setting: string, person: Person) =>
      world.owner.ok('PATCH', `streams/${id}`, {
        [setting]: { new: { direct_members: [person.id], direct_subgroups: [] } },
      });

    it('between topics: of the organization, or of the channel', async () => {
      const { everyone, administrators } = await groups();
      const { name, id: channelId } = await channel([ana, gus]);
      const id = await ana.send(name, 't', 'x');
      await move(gus, id, { topic: 'guests too', ...QUIET });
      await permit('can_move_messages_between_topics_group', administrators);
      expect((await refused(ana, id, { topic: 'u' })).msg).toBe("You don't have permission to edit this message");
      await move(ana, id, { topic: '✔ guests too', ...QUIET });
      await grant(channelId, 'can_move_messages_within_channel_group', ana);
      await move(ana, id, { topic: 'u', ...QUIET });
      await permit('can_move_messages_between_topics_group', everyone);
    });

    it('to resolve: of the organization, or of the channel', async () => {
      const { everyone, administrators } = await groups();
      const { name, id: channelId } = await channel([ana]);
      const id = await ana.send(name, 't', 'x');
      await permit('can_resolve_topics_group', administrators);
      expect((await refused(ana, id, { topic: '✔ t' })).msg).toBe(
        "You don't have permission to resolve topics in this channel.",
      );
      await move(ana, id, { topic: '✔ u', ...QUIET });
      expect((await refused(ana, id, { topic: 'u' })).msg).toContain('resolve topics');
      await grant(channelId, 'can_resolve_topics_group', ana);
      await move(ana, id, { topic: 'u', ...QUIET });
      await permit('can_resolve_topics_group', everyone);
    });

    it('out of a channel: of the organization, or of the source channel', async () => {
      const { members, administrators } = await groups();
      const [from, to] = [await channel([ana, gus]), await channel([ana, gus])];
      const id = await ana.send(from.name, 't', 'x');
      const message = "You don't have permission to move this message";
      expect((await refused(gus, id, { stream_id: to.id })).msg).toBe(message);
      await permit('can_move_messages_between_channels_group', administrators);
      expect((await refused(ana, id, { stream_id: to.id })).msg).toBe(message);
      await grant(from.id, 'can_move_messages_out_of_channel_group', ana);
      await move(ana, id, { stream_id: to.id, ...QUIET });
      expect((await refused(ana, id, { stream_id: from.id })).msg).toBe(message);
      await permit('can_move_messages_between_channels_group', members);
    });

    it('into a channel: the permission to post there', async () => {
      const from = await channel([ana]);
      const id = await ana.send(from.name, 't', 'x');
      const to = { hidden: await channel([], PRIVATE), quiet: await channel([ana]), old: await channel([ana]) };
      const { administrators } = await groups();
      await world.owner.ok('PATCH', `streams/${to.quiet.id}`, { can_send_message_group: { new: administrators } });
      await world.owner.ok('DELETE', `streams/${to.old.id}`);
      const answers = [];
      for (const stream_id of [to.hidden.id, 999_999, 2 ** 50, to.quiet.id, to.old.id]) {
        answers.push(await refused(ana, id, { stream_id }));
      }
      expect(answers.map(({ msg }) => msg)).toEqual([
        'Invalid channel ID',
        'Invalid channel ID',
        'Invalid channel ID',
        'You do not have permission to post in this channel.',
        `Not authorized to send to channel '${to.old.name}'`,
      ]);
      expect((await refused(ana, id, { stream_id: to.hidden.id })).code).toBe('BAD_REQUEST');
      expect(await fetchMessage(ana, id)).toMatchObject({ stream_id: from.id, subject: 't' });
      expect(await inTopic(ana, from.name, 't')).toHaveLength(1);
    });

    it('refuse users who cannot read the message', async () => {
      const [hidden, open] = [await channel([ana], PRIVATE), await channel([ana, ben])];
      const id = await ana.send(hidden.name, 't', 'x');
      for (const parameters of [{ topic: 'u' }, { stream_id: open.id }]) {
        expect((await refused(ben, id, parameters)).msg).toBe('Invalid message(s)');
      }
    });
  });

  describe('under protected history', () => {
    it('moves the messages that the mover received, with events to their receivers', async () => {
      const { name } = await channel([ana], PROTECTED);
      const early = await world.owner.send(name, 't', 'early');
      await world.owner.subscribe(name, { principals: [ben.id] });
      const late = await world.owner.send(name, 't', 'late');
      const queues = [await ana.register({}), await ben.register({})];
      await move(ben, late, { topic: 'u', propagate_mode: 'change_all', ...QUIET });
      expect(await idsIn(ana, name, 't')).toEqual([early]);
      await move(ana, early, { topic: 'u', ...QUIET });
      await move(ana, early, { topic: 'v', propagate_mode: 'change_all', ...QUIET });
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect(updatesIn(queues[1]).map(({ message_id, message_ids }) => [message_id, message_ids])).toEqual([
        [late, [late]],
        [late, [late]],
      ]);
      expect(updatesIn(queues[0]).map(({ message_ids }) => message_ids)).toEqual([[late], [early], [early, late]]);
    });
  });

  describe('concurrently', () => {
    it('loses no message that is being sent, edited or moved', async () => {
      const [one, two] = [await channel([ana, ben]), await channel([ana, ben])];
      const id = await ana.send(one.name, 't', 'first');
      const queue = await ben.register({});
      const sends = Array.from({ length: 10 }, (_, n) => ana.send(one.name, 't', `message ${n}`));
      const moves = [
        move(ana, id, { stream_id: two.id, propagate_mode: 'change_all', ...QUIET }),
        move(ben, id, { topic: 'u', propagate_mode: 'change_all', ...QUIET }),
        move(ana, id, { content: 'edited' }),
      ];
      const [ids] = await Promise.all([Promise.all(sends), Promise.all(moves)]);
      const found = (
        await Promise.all([one, two].flatMap(({ name }) => ['t', 'u'].map((topic) => idsIn(ben, name, topic))))
      ).flat();
      expect(found.sort((a, b) => a - b)).toEqual([id, ...ids].sort((a, b) => a - b));
      expect(await fetchMessage(ben, id, { apply_markdown: false })).toMatchObject({
        stream_id: two.id,
        subject: 'u',
        content: 'edited',
      });
      await expectFreshSnapshot(queue);
    });

    it('moves in both directions without a deadlock', async () => {
      const [one, two] = [await channel([ana, ben]), await channel([ana, ben])];
      const [a, b] = [await ana.send(one.name, 't', 'x'), await ana.send(two.name, 't', 'y')];
      await Promise.all([
        move(ana, a, { stream_id: two.id, ...QUIET }),
        move(ben, b, { stream_id: one.id, ...QUIET }),
        move(ana, a, { topic: 'u', ...QUIET }),
        move(ben, b, { topic: 'u', ...QUIET }),
      ]);
      expect([(await fetchMessage(ana, a)).stream_id, (await fetchMessage(ana, b)).stream_id]).toEqual([
        two.id,
        one.id,
      ]);
    });
  });

  it('updates the oldest message of each channel', async () => {
    const [from, to] = [await channel([ana]), await channel([ana])];
    await world.sql('DELETE FROM message WHERE channel_id = ANY ($1)', [[from.id, to.id]]);
    const [first, second] = [await ana.send(from.name, 't', 'x'), await ana.send(from.name, 't', 'y')];
    const queues = [await ana.register({}), await ben.register({})];
    await move(ana, first, { stream_id: to.id, ...QUIET });
    for (const queue of queues) {
      await expectFreshSnapshot(queue);
      const told = queue.seen.filter(({ property }) => property === 'first_message_id');
      expect(told.map(({ stream_id, value }) => [stream_id, value])).toEqual([
        [from.id, second],
        [to.id, first],
      ]);
    }
  });
});
