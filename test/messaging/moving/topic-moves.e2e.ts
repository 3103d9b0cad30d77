import { expectFreshSnapshot } from '../../support/fold';
import { idsIn, inTopic, isUpdate, move, newChannel, PRIVATE, PROTECTED, QUIET, refused } from '../../support/moving';
import type { Parameters, Person } from '../../support/person';
import { fetchMessage, flagsOf } from '../../support/reading';
import { World } from '../../support/world';

describe('moving topics', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
  });
  afterAll(() => world.stop());

  const channel = (members: Person[], parameters: Parameters = {}) => newChannel(world, members, parameters);

  describe('to a topic', () => {
    it('rejects invalid names, and names that the channel does not allow', async () => {
      const [anyTopic, named, empty] = [
        await channel([ana]),
        await channel([ana], { topics_policy: 'disable_empty_topic' }),
        await channel([ana], { topics_policy: 'empty_topic_only' }),
      ];
      const id = await ana.send(anyTopic.name, 't', 'x');
      for (const topic of ['✔', '✔ general chat']) {
        expect((await refused(ana, id, { topic })).msg).toBe('General chat cannot be marked as resolved');
      }
      expect((await refused(ana, id, { topic: 'a\u0007' })).msg).toBe('Invalid character in topic, at position 2!');
      for (const topic of ['', '(no topic)', 'general chat']) {
        const { msg, empty_topic_display_name } = await refused(ana, id, { stream_id: named.id, topic });
        expect([msg, empty_topic_display_name]).toEqual([
          "A topic is required in this channel: 'general chat' is not available",
          'general chat',
        ]);
      }
      expect(await refused(ana, id, { stream_id: empty.id })).toMatchObject({
        empty_topic_display_name: 'general chat',
      });
      await move(ana, id, { stream_id: empty.id, topic: 'general chat', ...QUIET });
      expect(await fetchMessage(ana, id, { allow_empty_topic_name: true })).toMatchObject({ subject: '' });
      await move(ana, id, { stream_id: anyTopic.id, topic: '(no topic)', ...QUIET });
      expect(await fetchMessage(ana, id)).toMatchObject({ subject: '(no topic)' });
      await move(ana, id, { topic: `  ${'x'.repeat(70)} `, ...QUIET });
      expect(await fetchMessage(ana, id)).toMatchObject({ subject: `${'x'.repeat(57)}...` });
    });

    it('changes the case of a name without a notice', async () => {
      const { name } = await channel([ana, ben]);
      const id = await ana.send(name, 'roof', 'x');
      await ben.ok('POST', 'user_topics', {
        stream_id: await ben.channelId(name),
        topic: 'roof',
        visibility_policy: 3,
      });
      await move(ana, id, { topic: 'Roof', propagate_mode: 'change_all', send_notification_to_old_thread: true });
      expect(await inTopic(ana, name, 'roof')).toMatchObject([{ id, subject: 'Roof' }]);
      const { state } = await ben.register({ fetch_event_types: ['user_topic'] });
      expect(state.user_topics).toMatchObject([{ visibility_policy: 3 }]);
      await ben.ok('POST', 'user_topics', {
        stream_id: await ben.channelId(name),
        topic: 'roof',
        visibility_policy: 0,
      });
    });

    it('accepts the empty topic under the name that each client uses', async () => {
      const { name } = await channel([ana, ben]);
      const id = await ana.send(name, '', 'x');
      const knowing = await ben.register({
        client_capabilities: { notification_settings_null: true, empty_topic_name: true },
      });
      const older = await ben.register({});
      await move(ana, id, { topic: 'roof', ...QUIET });
      expect(await knowing.until(isUpdate)).toMatchObject({ orig_subject: '', subject: 'roof' });
      expect(await older.until(isUpdate)).toMatchObject({ orig_subject: 'general chat', subject: 'roof' });
    });
  });

  describe('to resolve a topic', () => {
    it('sends a notice, and deletes it on an immediate unresolve', async () => {
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

    it('sends a second notice on a later unresolve', async () => {
      const { name } = await channel([ana, ben]);
      const id = await ana.send(name, 't', 'x');
      await move(ana, id, { topic: '✔ t', propagate_mode: 'change_all' });
      await world.sql(`UPDATE resolution_notice SET sent_at = sent_at - interval '61 seconds'`);
      await move(ana, id, { topic: 't', propagate_mode: 'change_all' });
      const contents = (await inTopic(ben, name, 't')).map(({ content }) => content);
      expect(contents).toHaveLength(3);
      expect(contents[2]).toBe(`@_**${ana.fullName}|${ana.id}** has marked this topic as unresolved.`);
    });

    it('leaves the notice unread by resolved_topic_notice_auto_read_policy and by who follows the topic', async () => {
      const people = [ana, ben, gus, await world.member('cas'), await world.member('dot')];
      const [, , , cas, dot] = people;
      const { name, id: stream_id } = await channel(people);
      const id = await ana.send(name, 't', 'x');
      await ben.send(name, 't', 'y');
      for (const one of [ana, gus, cas])
        await one.ok('POST', 'user_topics', { stream_id, topic: 't', visibility_policy: 3 });
      await ben.ok('POST', 'user_topics', { stream_id, topic: 't', visibility_policy: 0 });
      await cas.ok('PATCH', 'settings', { resolved_topic_notice_auto_read_policy: 'always' });
      await dot.ok('PATCH', 'settings', { resolved_topic_notice_auto_read_policy: 'never' });
      const queues = await Promise.all(people.map((one) => one.register({})));
      await move(ana, id, { topic: '✔ t', propagate_mode: 'change_all' });
      const notice = (await idsIn(ana, name, '✔ t'))[2];
      const flags = await Promise.all(people.map((one) => flagsOf(one, notice)));
      expect(flags).toEqual([['read'], ['read'], [], ['read'], []]);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });

    it('truncates a topic that becomes too long', async () => {
      const { name } = await channel([ana]);
      const topic = 'x'.repeat(60);
      const id = await ana.send(name, topic, 'x');
      await move(ana, id, { topic: `✔ ${topic}`, propagate_mode: 'change_all' });
      const resolved = `✔ ${'x'.repeat(55)}...`;
      expect(await inTopic(ana, name, resolved)).toHaveLength(2);
    });
  });

  describe('with notices', () => {
    it('sends a notice to both topics on request, each with the name of the other', async () => {
      const { name } = await channel([ana]);
      const ids: number[] = [];
      for (const text of ['1', '2', '3', '4']) ids.push(await ana.send(name, 'from', text));
      const who = `@_**${ana.fullName}|${ana.id}**`;
      const lastIn = async (topic: string) => (await inTopic(ana, name, topic)).at(-1)!.content;
      await move(ana, ids[0], { topic: 'one', send_notification_to_old_thread: true });
      expect(await lastIn('one')).toBe(`One message was moved here from #**${name}>from** by ${who}.`);
      expect(await lastIn('from')).toBe(`One message was moved from this topic to #**${name}>one** by ${who}.`);
      await move(ana, ids[2], { topic: 'later', propagate_mode: 'change_later' });
      expect(await lastIn('later')).toBe(`3 messages were moved here from #**${name}>from** by ${who}.`);
      await move(ana, ids[1], { topic: 'all', propagate_mode: 'change_all', send_notification_to_old_thread: true });
      expect(await lastIn('all')).toBe(`This topic was moved here from #**${name}>from** by ${who}.`);
      expect(await lastIn('from')).toBe(`This topic was moved to #**${name}>all** by ${who}.`);
      await move(ana, ids[1], { topic: 'quietly', propagate_mode: 'change_all', ...QUIET });
      expect(await lastIn('quietly')).toBe(`This topic was moved here from #**${name}>from** by ${who}.`);
    });

    it('omits the name of a channel that some readers may not know', async () => {
      const [open, hidden] = [await channel([ana, ben]), await channel([ana], PRIVATE)];
      const id = await ana.send(hidden.name, 'secret', 'x');
      await move(ana, id, { stream_id: open.id, send_notification_to_old_thread: true });
      expect((await inTopic(ben, open.name, 'secret')).at(-1)!.content).toContain('moved here from another channel');
      expect((await inTopic(ana, hidden.name, 'secret')).at(-1)!.content).toContain(`#**${open.name}>secret**`);
      const same = await channel([ana], PRIVATE);
      const other = await ana.send(hidden.name, 'more', 'x');
      await move(ana, other, { stream_id: same.id });
      expect((await inTopic(ana, same.name, 'more')).at(-1)!.content).toContain(`#**${hidden.name}>more**`);
    });
  });

  describe('with topic policies', () => {
    const say = (person: Person, stream_id: number, topic: string, visibility_policy: number) =>
      person.ok('POST', 'user_topics', { stream_id, topic, visibility_policy });
    const said = async (person: Person, stream_id: number) => {
      const { state } = await person.register({ fetch_event_types: ['user_topic'] });
      const topics = state.user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
      return Object.fromEntries(
        topics.filter((one) => one.stream_id === stream_id).map((one) => [one.topic_name, one.visibility_policy]),
      );
    };

    it('moves them when all messages move', async () => {
      const { name, id: stream_id } = await channel([ana, ben]);
      const [first, second] = [await ana.send(name, 'from', 'x'), await ana.send(name, 'from', 'y')];
      await say(ben, stream_id, 'from', 3);
      await say(gus, (await channel([gus])).id, 'from', 1);
      const queues = [await ben.register({}), await ben.register({ event_types: ['muted_topics'] })];
      await move(ana, second, { topic: 'to', ...QUIET });
      expect(await said(ben, stream_id)).toEqual({ from: 3 });
      await move(ana, first, { topic: 'new', ...QUIET });
      expect(await said(ben, stream_id)).toEqual({ new: 3 });
      expect((await queues[0].drain()).filter(({ type }) => type === 'user_topic')).toMatchObject([
        { topic_name: 'from', visibility_policy: 0 },
        { topic_name: 'new', visibility_policy: 3 },
      ]);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });

    it('keeps the stronger policy where two topics merge', async () => {
      const { name, id: stream_id } = await channel([ana, ben]);
      await ana.send(name, 'to', 'x');
      const cases: [from: number, to: number, after: number | undefined][] = [
        [1, 3, 3],
        [3, 1, 3],
        [2, 3, 3],
        [1, 2, 2],
        [0, 1, undefined],
        [1, 0, undefined],
        [1, 1, 1],
      ];
      for (const [from, to, after] of cases) {
        const id = await ana.send(name, 'from', 'x');
        await say(ben, stream_id, 'from', from);
        await say(ben, stream_id, 'to', to);
        const queue = await ben.register({ event_types: ['user_topic', 'muted_topics'] });
        await move(ana, id, { topic: 'to', propagate_mode: 'change_all', ...QUIET });
        expect([from, to, await said(ben, stream_id)]).toEqual([from, to, after === undefined ? {} : { to: after }]);
        await expectFreshSnapshot(queue);
      }
    });

    it('leaves them for users who cannot read the target', async () => {
      const [from, to] = [await channel([ana, ben]), await channel([ana], PRIVATE)];
      const id = await ana.send(from.name, 't', 'x');
      for (const person of [ana, ben]) await say(person, from.id, 't', 3);
      await move(ana, id, { stream_id: to.id, ...QUIET });
      expect([await said(ana, to.id), await said(ben, to.id)]).toEqual([{ t: 3 }, {}]);
      expect([await said(ana, from.id), await said(ben, from.id)]).toEqual([{}, {}]);
    });
  });
  it('to another channel shows earlier messages to users who had only the later ones, and the notice says so', async () => {
    const from = await channel([ana], PROTECTED);
    const earlier = await ana.send(from.name, 'both', 'x');
    await ana.subscribe(from.name, { principals: [ben.id] });
    const later = await ana.send(from.name, 'both', 'y');
    const to = await channel([ana, ben], PROTECTED);
    const queue = await ben.register({});
    await move(ana, later, { stream_id: to.id, propagate_mode: 'change_all', ...QUIET });
    expect(await queue.until(isUpdate)).toMatchObject({ message_ids: [earlier, later], new_stream_id: to.id });
    await expectFreshSnapshot(queue);
    expect(await idsIn(ben, to.name, 'both')).toEqual([earlier, later]);
  });
});
