import { expectFreshSnapshot } from '../../support/fold';
import { ALL, said, say, sent, SteppedMoves } from '../../support/move-steps';
import { idsIn, inTopic, isUpdate, move, newChannel, PRIVATE, PROTECTED, QUIET, refused } from '../../support/moving';
import type { Parameters, Person } from '../../support/person';
import { changed, fetchMessage, flagsOf } from '../../support/reading';
import type { World } from '../../support/world';

const MESSAGES = 3;
const USERS = 2;

/** Moves of more messages, or of more topic policies, than one transaction changes. */
describe('a large move', () => {
  let moves: SteppedMoves;
  let world: World;
  let ana: Person;
  let ben: Person;
  let cy: Person;
  let moderator: Person;
  beforeAll(async () => {
    moves = await SteppedMoves.start({ messages: MESSAGES, users: USERS });
    ({ world } = moves);
    [ana, ben, cy] = [await world.member('ana'), await world.member('ben'), await world.member('cy')];
    moderator = await world.moderator('mo');
  });
  afterEach(() => moves.finish());
  afterAll(() => world.stop());

  const channel = (members: Person[], parameters: Parameters = {}) => newChannel(world, members, parameters);
  const updated = (events: readonly { type: string }[]) =>
    (events as { type: string; message_ids: number[] }[]).filter(isUpdate).map(({ message_ids }) => message_ids);

  describe('within a channel', () => {
    it('runs in batches, newest messages first, with an event each, and sends its notices at the end', async () => {
      const { name } = await channel([ana, ben]);
      const ids = await sent(ana, name, 'from', 8);
      const [bens, anas] = [await ben.register({}), await ana.register({})];
      await move(ana, ids[7], { topic: 'to', ...ALL });
      const places = [];
      for (;;) {
        places.push([await idsIn(ben, name, 'from'), (await idsIn(ben, name, 'to')).slice(0, 8)]);
        if ((await moves.unfinished()) === 0) break;
        await moves.batches(1);
      }
      expect(places.slice(0, 3)).toEqual([
        [ids.slice(0, 5), ids.slice(5)],
        [ids.slice(0, 2), ids.slice(2)],
        [[], ids],
      ]);
      const events = (await bens.drain()).filter(isUpdate);
      expect(events.map(({ message_id, message_ids }) => [message_id, message_ids])).toEqual([
        [ids[7], ids.slice(5)],
        [ids[2], ids.slice(2, 5)],
        [ids[0], ids.slice(0, 2)],
      ]);
      for (const event of events) {
        expect(event).toMatchObject({
          orig_subject: 'from',
          subject: 'to',
          propagate_mode: 'change_all',
          user_id: ana.id,
        });
      }
      expect(new Set(events.map(({ edit_timestamp }) => edit_timestamp)).size).toBe(1);
      const notice = (await inTopic(ben, name, 'to')).slice(8);
      expect(notice.map(({ content }) => content)).toEqual([expect.stringContaining('This topic was moved here from')]);
      for (const queue of [bens, anas]) await expectFreshSnapshot(queue);
      const { edit_history } = await fetchMessage(ben, ids[0]);
      expect(edit_history).toMatchObject([{ user_id: ana.id, prev_topic: 'from', topic: 'to' }]);
    });

    it('changes no more messages in a transaction than the limit, and sends no more events', async () => {
      const { name, id: channelId } = await channel([ana, ben]);
      const ids = await sent(ana, name, 'from', 10);
      for (const person of [ana, ben, cy, moderator]) await say(person, channelId, 'from', 3);
      const [{ xid }] = await world.sql<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
      await move(ana, ids[0], { topic: 'to', ...ALL });
      await moves.finish();
      const written = await world.sql<{ kind: string; entries: number; messages: number }>(
        `SELECT kind, count(*)::int AS entries, sum(jsonb_array_length(payload -> 'messageIds'))::int AS messages
         FROM event_log WHERE kind IN ('message_changed', 'user_topic_changed')
           AND xid >= $1::xid8
         GROUP BY xid, kind ORDER BY kind, xid`,
        [xid],
      );
      expect(Math.max(...written.map(({ messages }) => messages))).toBe(MESSAGES + 1);
      const ofUsers = written.filter(({ kind }) => kind === 'user_topic_changed');
      expect(ofUsers.map(({ entries }) => entries)).toEqual([2 * USERS, 2 * USERS]);
    });

    it('moves the named message in the first batch, with its new text', async () => {
      const { name } = await channel([ana, ben]);
      const ids = await sent(ana, name, 'from', 8);
      const queue = await ben.register({});
      await move(ana, ids[0], { topic: 'to', content: 'edited', ...ALL });
      expect(await idsIn(ben, name, 'to')).toEqual([ids[0], ...ids.slice(5)]);
      await moves.finish();
      expect(updated(await queue.drain())).toEqual([[ids[0], ...ids.slice(5)], ids.slice(2, 5), [ids[1]]]);
      const { edit_history, content } = await fetchMessage(ben, ids[0], { apply_markdown: false });
      expect(content).toBe('edited');
      expect(edit_history).toHaveLength(1);
      await expectFreshSnapshot(queue);
    });

    it('excludes messages before the named message and after the request', async () => {
      const { name, id: channelId } = await channel([ana, ben]);
      const ids = await sent(ana, name, 'from', 9);
      await say(ben, channelId, 'from', 3);
      const queue = await ben.register({});
      await move(ana, ids[1], { topic: 'to', propagate_mode: 'change_later' });
      const later = await ben.send(name, 'from', 'later');
      await moves.finish();
      expect(await idsIn(ben, name, 'from')).toEqual([ids[0], later]);
      const there = await inTopic(ben, name, 'to');
      expect(there.slice(0, 8).map(({ id }) => id)).toEqual(ids.slice(1));
      expect(there.slice(8).map(({ content }) => content)).toEqual([
        expect.stringContaining('8 messages were moved here'),
      ]);
      expect(await said(ana, channelId, [ben])).toEqual([[ben.id, 'from', 3]]);
      await expectFreshSnapshot(queue);
    });

    it('changes the case of a topic, also where some messages have that case already', async () => {
      const { name } = await channel([ana]);
      const ids = [
        ...(await sent(ana, name, 'roof', 5)),
        ...(await sent(ana, name, 'Roof', 4)),
        ...(await sent(ana, name, 'roof', 1)),
      ];
      const queue = await ana.register({});
      await move(ana, ids[0], { topic: 'Roof', ...ALL });
      await moves.finish();
      expect((await inTopic(ana, name, 'roof')).map(({ subject }) => subject)).toEqual(ids.map(() => 'Roof'));
      expect(
        updated(await queue.drain())
          .flat()
          .sort((a, b) => a - b),
      ).toEqual([...ids.slice(0, 5), ids[9]]);
    });

    it('resolves a topic with one notice, and removes the notice on an immediate unresolve', async () => {
      const { name } = await channel([ana, ben]);
      const ids = await sent(ana, name, 't', 8);
      const queue = await ben.register({});
      await move(ana, ids[0], { topic: '✔ t', ...ALL });
      expect(await inTopic(ben, name, '✔ t')).toHaveLength(MESSAGES + 1);
      await moves.finish();
      const resolved = await inTopic(ben, name, '✔ t');
      expect(resolved.slice(8).map(({ content }) => content)).toEqual([
        `@_**${ana.fullName}|${ana.id}** has marked this topic as resolved.`,
      ]);
      await move(ana, ids[3], { topic: 't', ...ALL });
      await moves.finish();
      expect(await idsIn(ben, name, 't')).toEqual(ids);
      expect(await idsIn(ben, name, '✔ t')).toEqual([]);
      await expectFreshSnapshot(queue);
    });

    it('is refused as a whole when a part of the topic is too old', async () => {
      const { name } = await channel([ana, moderator]);
      const ids = await sent(ana, name, 't', 9);
      await world.sql("UPDATE message SET sent_at = now() - interval '8 days' WHERE id = ANY ($1)", [ids.slice(0, 2)]);
      expect(await refused(ana, ids[8], { topic: 'u', ...ALL })).toMatchObject({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: ids[2],
        total_messages_in_topic: 9,
        total_messages_allowed_to_move: 7,
      });
      expect(await idsIn(ana, name, 't')).toEqual(ids);
      await move(moderator, ids[8], { topic: 'u', ...ALL, ...QUIET });
      await moves.finish();
      expect(await idsIn(ana, name, 'u')).toEqual(ids);
    });

    it('is refused to the same topic or channel', async () => {
      const { name, id: stream_id } = await channel([ana]);
      const ids = await sent(ana, name, 't', 5);
      for (const parameters of [{ topic: 't' }, { stream_id }, { topic: 't', stream_id }]) {
        expect((await refused(ana, ids[0], { ...parameters, ...ALL })).msg).toBe('Nothing to change');
      }
      expect(await moves.unfinished()).toBe(0);
    });
  });

  describe('to another channel', () => {
    it('keeps each message in one place for readers who fetch during the move, and events complete the rest', async () => {
      const [from, to] = [await channel([ana, ben, cy]), await channel([ana, ben])];
      const ids = await sent(ana, from.name, 't', 11);
      await changed(ben, 'add', 'starred', [ids[0], ids[9]]);
      await changed(cy, 'add', 'starred', [ids[1], ids[8]]);
      await changed(ben, 'add', 'read', [ids[2]]);
      const queues = [await ana.register({}), await ben.register({}), await cy.register({})];
      await move(ana, ids[10], { stream_id: to.id, ...ALL });
      while ((await moves.unfinished()) > 0) {
        const there = (await idsIn(ben, to.name, 't')).filter((id) => ids.includes(id));
        const here = await idsIn(ben, from.name, 't');
        expect([...here, ...there]).toEqual(ids);
        queues.push(await ben.register({}), await cy.register({}));
        await moves.batches(1);
      }
      expect((await idsIn(ben, to.name, 't')).slice(0, 11)).toEqual(ids);
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect(await flagsOf(ben, ids[9])).toEqual(['starred']);
    });

    it('removes messages from users who cannot read the target, batch by batch', async () => {
      const [from, to] = [await channel([ana, ben]), await channel([ana], PRIVATE)];
      const ids = await sent(ana, from.name, 't', 7);
      const queue = await ben.register({});
      await move(ana, ids[6], { stream_id: to.id, ...ALL, ...QUIET });
      await moves.batches(1);
      const late = await ben.register({});
      await moves.finish();
      await queue.drain();
      const gone = queue.seen.filter(({ type }) => type === 'delete_message');
      expect(gone.flatMap(({ message_ids, message_id }) => (message_ids as number[]) ?? [message_id])).toHaveLength(7);
      for (const one of [queue, late]) await expectFreshSnapshot(one);
      for (const id of ids) expect((await ben.get(`messages/${id}`)).status).toBe(400);
    });

    it('stops when a channel is archived: moved messages stay moved, the rest and topic policies stay', async () => {
      const [from, to] = [await channel([ana, ben]), await channel([ana, ben])];
      const ids = await sent(ana, from.name, 't', 8);
      await say(ben, from.id, 't', 3);
      await move(ana, ids[7], { stream_id: to.id, ...ALL, send_notification_to_old_thread: true });
      await moves.batches(1);
      await world.owner.ok('DELETE', `streams/${to.id}`);
      await moves.finish();
      const left = await inTopic(ben, from.name, 't');
      expect(left.slice(0, 2).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      expect(left.slice(2).map(({ content }) => content)).toEqual([
        expect.stringContaining('6 messages were moved from this topic'),
      ]);
      const there = await world.sql(
        'SELECT id::int AS id FROM message WHERE channel_id = $1 AND topic = $2 ORDER BY 1',
        [to.id, 't'],
      );
      expect(there.map(({ id }) => id)).toEqual(ids.slice(2));
      expect(await said(ana, from.id, [ben])).toEqual([[ben.id, 't', 3]]);
    });

    it('continues when the channel becomes private: users without a subscription lose the moved messages too', async () => {
      const [from, to] = [await channel([ana, ben]), await channel([ana])];
      const ids = await sent(ana, from.name, 't', 8);
      const queue = await ben.register({});
      await move(ana, ids[7], { stream_id: to.id, ...ALL, ...QUIET });
      expect(await idsIn(ben, to.name, 't')).toEqual(ids.slice(5));
      await world.owner.ok('PATCH', `streams/${to.id}`, { is_private: true });
      await moves.finish();
      expect(await idsIn(ana, to.name, 't')).toEqual(ids);
      for (const id of ids) expect((await ben.get(`messages/${id}`)).status).toBe(400);
      await expectFreshSnapshot(queue);
    });

    it('treats all messages of the same origin alike, until a subscription changes', async () => {
      const [from, to, last] = [await channel([ana]), await channel([ana]), await channel([ana])];
      const ids = await sent(ana, from.name, 't', 12);
      const chains = async () =>
        world.sql(
          `SELECT v.hop_count AS hops, count(*)::int AS messages, min(v.min_message_id)::int AS min, max(v.max_message_id)::int AS max
           FROM message m JOIN channel_move v ON v.id = m.move_id WHERE m.id = ANY ($1) GROUP BY v.id, 1 ORDER BY 3`,
          [ids],
        );
      await move(ana, ids[11], { stream_id: to.id, ...ALL, ...QUIET });
      await moves.finish();
      expect(await chains()).toEqual([{ hops: 1, messages: 12, min: ids[0], max: ids[11] }]);
      await move(ana, ids[11], { stream_id: last.id, ...ALL, ...QUIET });
      await moves.batches(1);
      await ana.subscribe(last.name, { principals: [ben.id] });
      await moves.finish();
      expect(await chains()).toEqual([
        { hops: 2, messages: 6, min: ids[0], max: ids[5] },
        { hops: 2, messages: 6, min: ids[6], max: ids[11] },
      ]);
      expect(
        await world.sql('SELECT FROM channel_move v WHERE NOT EXISTS (SELECT FROM message m WHERE m.move_id = v.id)'),
      ).toEqual([]);
    });

    it('uses the subscriptions that exist when a batch is moved', async () => {
      const [from, to] = [await channel([ana, ben, cy]), await channel([ana, cy], PROTECTED)];
      const ids = await sent(ana, from.name, 't', 9);
      const queues = [await ana.register({}), await ben.register({}), await cy.register({})];
      await move(ana, ids[8], { stream_id: to.id, ...ALL, ...QUIET });
      await ana.subscribe(to.name, { principals: [ben.id] });
      await moves.batches(1);
      await cy.ok('DELETE', 'users/me/subscriptions', { subscriptions: [to.name] });
      await moves.finish();
      expect(await idsIn(ben, to.name, 't')).toEqual(ids.slice(0, 6));
      expect(await idsIn(ana, to.name, 't')).toEqual(ids);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });

    it('continues when the mover loses the permission or is deactivated', async () => {
      const [from, to] = [await channel([ana, ben]), await channel([ana, ben])];
      const dora = await world.member('dora');
      await ana.subscribe(from.name, { principals: [dora.id] });
      const ids = await sent(ana, from.name, 't', 8);
      await move(dora, ids[0], { stream_id: to.id, ...ALL });
      await world.owner.ok('DELETE', `users/${dora.id}`);
      await moves.finish();
      const there = await inTopic(ben, to.name, 't');
      expect(there.slice(0, 8).map(({ id }) => id)).toEqual(ids);
      expect(there.slice(8).map(({ content }) => content)).toEqual([expect.stringContaining(dora.fullName)]);
    });
  });
});
