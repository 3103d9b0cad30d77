import { createHash } from 'node:crypto';
import { uploaded } from '../../support/files';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { heldTransaction } from '../../support/held';
import type { Parameters, Person } from '../../support/person';
import { changed, fetchMessage, flagsOf, leave } from '../../support/reading';
import { World } from '../../support/world';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('editing the content of a message', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let admin: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben, admin] = [await world.member('ana'), await world.member('ben'), await world.admin('adam')];
    await ana.subscribe('talk', { principals: [ana.id, ben.id, admin.id] });
  });
  afterAll(() => world.stop());

  const edit = (person: Person, id: number, parameters: Parameters) => person.ok('PATCH', `messages/${id}`, parameters);

  it('replaces text and HTML, with an event to users who have the message', async () => {
    const id = await ana.send('talk', 'roof', 'the *old* text');
    const queue = await ben.register({});
    const answer = await edit(ana, id, { content: 'the **new** text' });
    expect(answer.detached_uploads).toEqual([]);
    expect(await fetchMessage(ben, id)).toMatchObject({
      content: '<p>the <strong>new</strong> text</p>',
      last_edit_timestamp: expect.any(Number) as number,
      edit_history: [{ user_id: ana.id, prev_content: 'the *old* text' }],
    });
    const event = await queue.until(({ type }) => type === 'update_message');
    expect(event).toMatchObject({
      user_id: ana.id,
      rendering_only: false,
      message_id: id,
      message_ids: [id],
      stream_name: 'talk',
      orig_content: 'the *old* text',
      content: 'the **new** text',
      rendered_content: '<p>the <strong>new</strong> text</p>',
      is_me_message: false,
      flags: [],
    });
    await expectFreshSnapshot(queue);
  });

  it('is refused if the text differs from the one that the client knew', async () => {
    const id = await ana.send('talk', 'roof', 'one');
    const wrong = await ana.patch(`messages/${id}`, { content: 'two', prev_content_sha256: sha256('other') });
    expect(wrong.body).toEqual({
      result: 'error',
      code: 'EXPECTATION_MISMATCH',
      msg: "'prev_content_sha256' value does not match the expected value.",
    });
    await edit(ana, id, { content: 'two', prev_content_sha256: sha256('one').toUpperCase() });
    expect((await fetchMessage(ben, id, { apply_markdown: false })).content).toBe('two');
  });

  it('succeeds for one of two users who start from the same text', async () => {
    const id = await ana.send('talk', 'roof', 'one');
    const contents = ['two', 'three', 'four', 'five'];
    const answers = await Promise.all(
      contents.map((content) => ana.patch(`messages/${id}`, { content, prev_content_sha256: sha256('one') })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const { content, edit_history } = await fetchMessage(ben, id, { apply_markdown: false });
    expect(content).toBe(contents[answers.findIndex(({ status }) => status === 200)]);
    expect(edit_history).toHaveLength(1);
  });

  it('keeps every version of concurrent edits', async () => {
    const id = await ana.send('talk', 'roof', 'one');
    await Promise.all(['two', 'three', 'four'].map((content) => edit(ana, id, { content })));
    const { message_history } = await ben.ok('GET', `messages/${id}/history`);
    const versions = message_history as { content: string; prev_content?: string }[];
    expect(versions.map(({ content }) => content).sort()).toEqual(['four', 'one', 'three', 'two']);
    for (const [at, { prev_content }] of versions.entries()) expect(prev_content).toBe(versions[at - 1]?.content);
  });

  it('reads white space as a deleted text, truncates long texts, and supports /me', async () => {
    const id = await ana.send('talk', 'roof', 'x');
    const contentOf = async () => (await fetchMessage(ben, id, { apply_markdown: false })).content;
    await edit(ana, id, { content: ' \n ' });
    expect(await contentOf()).toBe('(deleted)');
    await edit(ana, id, { content: 'x'.repeat(10_001) });
    expect(await contentOf()).toHaveLength(10_000);
    await edit(ana, id, { content: '/me waves' });
    expect(await fetchMessage(ben, id)).toMatchObject({ is_me_message: true });
  });

  it('sends events of a direct message to its participants, without a channel', async () => {
    const id = await ana.sendTo([ben], 'psst');
    const [queue, other] = [await ben.register({}), await admin.register({})];
    await edit(ana, id, { content: 'pssst' });
    const event = await queue.until(({ type }) => type === 'update_message');
    expect(event).toMatchObject({ message_id: id, content: 'pssst' });
    for (const field of ['stream_id', 'stream_name', 'orig_subject', 'propagate_mode'])
      expect(event).not.toHaveProperty(field);
    expect((await other.drain()).filter(({ type }) => type === 'update_message')).toEqual([]);
  });

  it('sends no event under protected history to a guest who subscribed just before', async () => {
    const gil = await world.guest('gil');
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
    const [id, another] = [await ana.send('vault', 'roof', 'one'), await ana.send('vault', 'roof', 'another')];
    const [anas, guests] = await Promise.all([ana, gil].map((person) => person.register({})));
    await world.settled(); // The subscribers are cached.
    const held = await heldTransaction(world, admin);
    await ana.subscribe('vault', { principals: [gil.id] });
    await edit(ana, id, { content: 'two' });
    await ana.ok('POST', `messages/${id}/reactions`, { emoji_name: 'smile' });
    await edit(ana, another, { topic: 'cellar' });
    await held.letGo();
    const told = async (queue: EventQueue) =>
      (await queue.drain()).filter(({ type }) => type === 'update_message' || type === 'reaction');
    expect(await told(anas)).toHaveLength(3);
    expect(await told(guests)).toEqual([]);
  });

  it('sends no event to users who do not have the message', async () => {
    const [cleo, gus] = [await world.member('cleo'), await world.guest('gus')];
    const queues = [await cleo.register({}), await gus.register({ event_types: ['update_message'] })];
    const id = await ana.send('talk', 'roof', 'x');
    const early = await ana.send('talk', 'roof', 'y');
    await changed(cleo, 'add', 'starred', [early]);
    await edit(ana, id, { content: 'z' });
    await edit(ana, early, { content: 'z' });
    const updates = (await queues[0].drain()).filter(({ type }) => type === 'update_message');
    expect(updates).toMatchObject([{ message_id: early, flags: ['read', 'starred', 'historical'] }]);
    expect(await queues[1].drain()).toEqual([]);
  });

  describe('changes the mentioned users', () => {
    it('among users who have the message, and no others', async () => {
      const dora = await world.member('dora');
      const id = await ana.send('talk', 'roof', 'hello');
      await dora.subscribe('talk');
      const [queue, late] = [await ben.register({}), await dora.register({})];
      await edit(ana, id, { content: `@**${ben.fullName}** @**${dora.fullName}**` });
      expect(await queue.until(({ type }) => type === 'update_message')).toMatchObject({ flags: ['mentioned'] });
      await expectFreshSnapshot(queue);
      await expectFreshSnapshot(late);
      expect(await flagsOf(dora, id)).toEqual(['historical', 'read']);
      await edit(ana, id, { content: 'nobody' });
      expect(await flagsOf(ben, id)).toEqual([]);
      await expectFreshSnapshot(queue);
      await leave(dora, 'talk');
    });

    it('and keeps the flags that users have set themselves', async () => {
      const id = await ana.send('talk', 'roof', `@**${ben.fullName}**`);
      await changed(ben, 'add', 'starred', [id]);
      await edit(ana, id, { content: 'nobody' });
      expect(await flagsOf(ben, id)).toEqual(['starred']);
      await edit(ana, id, { content: `@**${ben.fullName}**` });
      expect(await flagsOf(ben, id)).toEqual(['mentioned', 'starred']);
    });

    it('also for channel and topic mentions, and for alert words', async () => {
      await ben.ok('POST', 'users/me/alert_words', { alert_words: ['fire'] });
      const id = await ana.send('talk', 'alarm', 'x');
      await ben.send('talk', 'alarm', 'here');
      await edit(ana, id, { content: '@**all** fire' });
      expect(await flagsOf(ben, id)).toEqual(['has_alert_word', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
      await edit(ana, id, { content: '@**topic**' });
      expect(await flagsOf(ben, id)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
      expect(await flagsOf(admin, id)).toEqual([]);
    });

    it('by the current permissions', async () => {
      await ana.subscribe('crowd');
      const id = await ana.send('crowd', 'busy', 'x');
      await world.sql(
        `INSERT INTO subscription_period (user_id, channel_id, from_position)
         SELECT 100000 + n, c.id, nextval('message_id_seq') FROM channel c, generate_series(1, 15) n WHERE c.name = 'crowd'`,
      );
      await world.sql(
        `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version, client, sent_at)
         SELECT nextval('message_id_seq'), $1, c.id, 'busy', 100000 + n, '', '', 1, '', now()
         FROM channel c, generate_series(1, 16) n WHERE c.name = 'crowd'`,
        [world.organizationId],
      );
      const codeOf = async (content: string) => (await ana.patch(`messages/${id}`, { content })).body.code;
      expect(await codeOf('@**all**')).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
      expect(await codeOf('@**topic**')).toBe('TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
      const nobody = (await world.sql<{ id: number }>(`SELECT id FROM user_group WHERE name = 'role:nobody'`))[0].id;
      const group = { name: 'quiet', description: '', members: [ben.id], can_mention_group: Number(nobody) };
      await world.owner.ok('POST', 'user_groups/create', group);
      expect((await ana.patch(`messages/${id}`, { content: '@*quiet*' })).body.msg).toContain('quiet');
      expect((await fetchMessage(ana, id, { apply_markdown: false })).content).toBe('x');
    });
  });

  it('unlinks files, and returns those that no message links to any more', async () => {
    const [one, two] = [await uploaded(ana, 'one.txt', '1'), await uploaded(ana, 'two.txt', '2')];
    const id = await ana.send('talk', 'files', `[one](${one}) [two](${two})`);
    await ana.send('talk', 'files', `[two](${two})`);
    const answer = await edit(ana, id, { content: 'none' });
    expect(answer.detached_uploads).toMatchObject([
      { name: 'one.txt', path_id: one.replace('/user_uploads/', ''), messages: [] },
    ]);
    const again = await edit(ana, id, { content: `[one](${one})` });
    expect(again.detached_uploads).toEqual([]);
    const { attachments } = await ana.ok('GET', 'attachments');
    expect(
      (attachments as { name: string; messages: object[] }[]).find(({ name }) => name === 'one.txt')!.messages,
    ).toMatchObject([{ id }]);
  });

  describe('is refused', () => {
    const refused = async (person: Person, id: number | string, parameters: Parameters): Promise<string> => {
      const { status, body } = await person.patch(`messages/${id}`, parameters);
      expect(status).toBe(400);
      return body.msg;
    };
    const set = (parameters: Parameters) => world.owner.ok('PATCH', 'realm', parameters);

    it('without a change', async () => {
      const id = await ana.send('talk', 'roof', 'x');
      expect(await refused(ana, id, {})).toBe('Nothing to change');
      expect(await refused(ana, id, { topic: 'roof' })).toBe('Nothing to change');
      expect(await refused(ana, id, { stream_id: await ana.channelId('talk') })).toBe('Nothing to change');
      expect(await refused(ana, id, { content: 'y', propagate_mode: 'change_all' })).toBe(
        'Invalid propagate_mode without topic edit',
      );
      expect(await refused(ana, id, { topic: 'y', propagate_mode: 'change_some' })).toBe('Invalid propagate_mode');
      expect(await refused(ana, id, { content: 'x\0y' })).toBe('Message must not contain null bytes');
    });

    it('for direct messages, except of their text', async () => {
      const id = await ana.sendTo([ben], 'x');
      expect(await refused(ana, id, { stream_id: await ana.channelId('talk') })).toBe(
        'Direct messages cannot be moved to channels.',
      );
      expect(await refused(ana, id, { topic: 'y' })).toBe('Direct messages cannot have topics.');
    });

    it('for a text together with a channel', async () => {
      await ana.subscribe('elsewhere');
      const id = await ana.send('talk', 'roof', 'x');
      expect(await refused(ana, id, { content: 'y', stream_id: await ana.channelId('elsewhere') })).toBe(
        'Cannot change message content while changing channel',
      );
    });

    it('for polls', async () => {
      const id = await ana.send('talk', 'roof', '/poll Lunch?\nsoup');
      expect(await refused(ana, id, { content: 'y' })).toBe('Widgets cannot be edited.');
    });

    it('for messages of other users, to every role', async () => {
      const id = await ana.send('talk', 'roof', 'x');
      for (const person of [ben, admin, world.owner]) {
        expect(await refused(person, id, { content: 'y' })).toBe("You don't have permission to edit this message");
      }
    });

    it('for unreadable messages, with the answer for unknown ones', async () => {
      await ana.subscribe('team', { invite_only: true });
      const id = await ana.send('team', 't', 'x');
      const direct = await ana.sendTo([ana], 'x');
      for (const one of [id, direct, 10 ** 9, 'x', '-1']) {
        expect(await refused(ben, one, { content: 'y' })).toBe('Invalid message(s)');
      }
    });

    it('in an archived channel', async () => {
      await ana.subscribe('attic');
      const id = await ana.send('attic', 't', 'x');
      await ana.ok('DELETE', `streams/${await ana.channelId('attic')}`);
      expect(await refused(ana, id, { content: 'y' })).toBe('Invalid message(s)');
      expect(await refused(world.owner, id, { topic: 'y' })).toBe('Invalid message(s)');
    });

    it('after the time limit and twenty seconds of grace, to every role', async () => {
      const own = await admin.send('talk', 'roof', 'x');
      const sent = (seconds: number) =>
        world.sql('UPDATE message SET sent_at = now() - make_interval(secs => $2) WHERE id = $1', [own, seconds]);
      await sent(615);
      await edit(admin, own, { content: 'y' });
      await sent(625);
      expect(await refused(admin, own, { content: 'z' })).toBe('The time limit for editing this message has passed');
      await set({ message_content_edit_limit_seconds: 'unlimited' });
      await edit(admin, own, { content: 'z' });
      await set({ message_content_edit_limit_seconds: 600 });
    });

    it('where the organization has disabled editing, except for moves', async () => {
      const id = await ana.send('talk', 'roof', 'x');
      await set({ allow_message_editing: false });
      expect(await refused(ana, id, { content: 'y' })).toBe('Your organization has turned off message editing');
      await edit(ana, id, { topic: 'cellar' });
      await set({ allow_message_editing: true });
    });

    it('for a parameter that is given under two names', async () => {
      const id = await ana.send('talk', 'roof', 'x');
      expect((await ana.patch(`messages/${id}`, { topic: 'y', subject: 'z' })).body.code).toBe('REQUEST_CONFUSING_VAR');
      await edit(ana, id, { subject: 'y' });
      expect((await fetchMessage(ana, id)).subject).toBe('y');
    });
  });
});
