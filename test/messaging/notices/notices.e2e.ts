import { SystemBots } from '@app/identity';
import { randomUUID } from 'node:crypto';
import { expectFreshSnapshot } from '../../support/fold';
import type { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

interface Message {
  id: number;
  sender_id: number;
  content: string;
  subject: string;
  flags: string[];
}

/** The texts of the notification bot and their receivers. */
describe('notices', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let botId: number;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    botId = (await world.service(SystemBots).notification(world.organizationId)).id;
  });
  afterAll(() => world.stop());

  const read = async (person: Person, narrow: object[]): Promise<Message[]> =>
    (
      await person.ok('GET', 'messages', {
        narrow,
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        apply_markdown: false,
        allow_empty_topic_name: true,
      })
    ).messages as Message[];
  const inChannel = (person: Person, channel: string, topic = 'channel events') =>
    read(person, [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: topic },
    ]);
  const toPerson = (person: Person) => read(person, [{ operator: 'dm', operand: [botId] }]);
  const mention = ({ id, fullName }: Person) => `@_**${fullName}|${id}**`;
  const everySetting = async (name: string) =>
    (await world.sql<{ id: number }>('SELECT id FROM user_group WHERE name = $1', [name]))[0].id;
  const change = async (person: Person, channel: string, parameters: Parameters) =>
    person.ok('PATCH', `streams/${await person.channelId(channel)}`, parameters);

  describe('for a new channel', () => {
    it('name its creator, privacy and description', async () => {
      const name = nameOf('begun');
      const subscriptions = [{ name, description: 'All that is *new*' }];
      await ana.ok('POST', 'users/me/subscriptions', {
        subscriptions,
        invite_only: true,
        principals: [ana.id, bo.id],
      });
      const [notice, ...others] = await inChannel(bo, name);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({ sender_id: botId, subject: 'channel events' });
      expect(notice.content).toContain(mention(ana));
      expect(notice.content).toContain('private with protected history');
      expect(notice.content).toContain('All that is *new*');
      expect(notice.flags).not.toContain('mentioned');
    });

    it('are read for the creator, and unread for other subscribers', async () => {
      const name = nameOf('read');
      const queues = [await ana.register({ apply_markdown: false }), await bo.register({ apply_markdown: false })];
      await ana.subscribe(name, { principals: [ana.id, bo.id] });
      expect((await inChannel(ana, name))[0].flags).toEqual(['read']);
      expect((await inChannel(bo, name))[0].flags).toEqual([]);
      const isNotice = ({ type }: { type: string }) => type === 'message';
      expect((await queues[0].until(isNotice)).flags).toEqual(['read']);
      expect((await queues[1].until(isNotice)).flags).toEqual([]);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });

    it('are its first message, and reach users without a subscription', async () => {
      const name = nameOf('first');
      const queue = await admin.register({});
      await ana.subscribe(name);
      const [{ id }] = await inChannel(ana, name);
      const stream_id = await ana.channelId(name);
      const told = await queue.until(({ property }) => property === 'first_message_id');
      expect(told).toMatchObject({ type: 'stream', op: 'update', stream_id, name, value: id });
      await expectFreshSnapshot(queue);
    });

    it('are hidden from users without a subscription if the history is protected', async () => {
      const name = nameOf('hidden');
      const queue = await admin.register({});
      await ana.subscribe(name, { invite_only: true });
      await expectFreshSnapshot(queue);
      expect(queue.seen.some(({ property }) => property === 'first_message_id')).toBe(false);
    });

    it('are sent to the empty topic if no other is allowed', async () => {
      const name = nameOf('general');
      await ana.subscribe(name, { topics_policy: 'empty_topic_only' });
      expect(await inChannel(ana, name, '')).toHaveLength(1);
      expect(await inChannel(ana, name)).toEqual([]);
    });

    it('are sent for POST /channels/create too, and without receivers in a channel without subscribers', async () => {
      const name = nameOf('lonely');
      await ana.ok('POST', 'channels/create', { name, subscribers: [] });
      expect(await inChannel(ana, name)).toHaveLength(1);
      expect(await toPerson(bo)).toEqual([]);
    });

    it('mention no user, whatever the description contains', async () => {
      const name = nameOf('loud');
      const description = `@**all** @**${bo.fullName}** \`\`\` @**topic**`;
      await ana.ok('POST', 'users/me/subscriptions', {
        subscriptions: [{ name, description }],
        principals: [ana.id, bo.id],
      });
      expect((await inChannel(bo, name))[0].flags).toEqual([]);
    });
  });

  describe('for new channels to the organization', () => {
    const announceIn = async (name: string | null) => {
      const id = name === null ? -1 : await owner.channelId(name);
      await owner.ok('PATCH', 'realm', { new_stream_announcements_stream_id: id });
    };
    afterAll(() => announceIn(null));

    it('name public channels in one message, only on request', async () => {
      await announceIn('general');
      const names = [nameOf('one'), nameOf('two')];
      const before = (await inChannel(bo, 'general', 'new channels')).length;
      await ana.subscribe(names, { announce: true });
      await ana.subscribe(nameOf('quiet'));
      await ana.subscribe(nameOf('secret'), { announce: true, invite_only: true });
      const told = (await inChannel(bo, 'general', 'new channels')).slice(before);
      expect(told).toHaveLength(1);
      expect(told[0].content).toContain(mention(ana));
      for (const name of names) expect(told[0].content).toContain(`#**${name}**`);
      expect(told[0].flags).toEqual([]);
    });

    it('are sent for POST /channels/create too', async () => {
      await announceIn('general');
      const name = nameOf('made');
      await ana.ok('POST', 'channels/create', { name, subscribers: [bo.id], announce: true });
      const told = await inChannel(bo, 'general', 'new channels');
      expect(told[told.length - 1].content).toContain(`#**${name}**`);
      expect(await toPerson(bo)).toEqual([]);
    });

    it('are not sent if the organization has no channel for them', async () => {
      await announceIn(null);
      const before = await inChannel(bo, 'general', 'new channels');
      await ana.subscribe(nameOf('unheard'), { announce: true });
      expect(await inChannel(bo, 'general', 'new channels')).toEqual(before);
    });
  });

  describe('for subscriptions', () => {
    it('tell other users once of all existing channels, and of no new channels', async () => {
      const cy = await world.member('cy');
      const [one, two, fresh] = [nameOf('one'), nameOf('two'), nameOf('fresh')];
      await ana.subscribe([one, two]);
      const queue = await cy.register({ apply_markdown: false });
      const answer = await ana.subscribe([one, two, fresh], { principals: [ana.id, cy.id] });
      expect(answer.new_subscription_messages_sent).toBe(true);
      const [notice, ...others] = await toPerson(cy);
      expect(others).toEqual([]);
      expect(notice.content).toContain(mention(ana));
      expect(notice.content).toContain(`#**${one}**`);
      expect(notice.content).toContain(`#**${two}**`);
      expect(notice.content).not.toContain(fresh);
      expect(notice.flags).toEqual([]);
      await expectFreshSnapshot(queue);
      await ana.subscribe([one, two], { principals: [cy.id] });
      expect(await toPerson(cy)).toHaveLength(1);
    });

    it('link to the private channel to which the user is subscribed', async () => {
      const dot = await world.member('dot');
      const name = nameOf('private');
      await ana.subscribe(name, { invite_only: true });
      await ana.subscribe(name, { principals: [dot.id] });
      const queue = await dot.register({});
      const { content } = (
        (await dot.ok('GET', 'messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages as Message[]
      )[0];
      expect(content).toContain(`data-stream-id="${await ana.channelId(name)}"`);
      await expectFreshSnapshot(queue);
    });

    it('name to each user the new subscriptions of that user', async () => {
      const [eve, fay] = [await world.member('eve'), await world.member('fay')];
      const [one, two] = [nameOf('one'), nameOf('two')];
      await ana.subscribe([one, two]);
      await eve.subscribe(one);
      await ana.subscribe([one, two], { principals: [eve.id, fay.id] });
      expect((await toPerson(eve))[0].content).not.toContain(one);
      expect((await toPerson(fay))[0].content).toContain(one);
    });

    it('are not sent to the caller, nor if they are disabled', async () => {
      const gil = await world.member('gil');
      const name = nameOf('quiet');
      await ana.subscribe(name);
      await gil.subscribe(name);
      const leave = { subscriptions: [name] };
      await gil.ok('DELETE', 'users/me/subscriptions', leave);
      const answer = await ana.subscribe(name, { principals: [gil.id], send_new_subscription_messages: false });
      expect(answer).not.toHaveProperty('new_subscription_messages_sent');
      await gil.ok('DELETE', 'users/me/subscriptions', leave);
      expect(await toPerson(gil)).toEqual([]);
    });

    it('are not sent to bots, nor to too many users at once', async () => {
      const name = nameOf('crowd');
      await ana.subscribe(name);
      const rows = await world.sql<{ id: number }>(
        `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role, is_bot)
         SELECT $1, 'crowd' || n || '@example.org', 'crowd' || n || '@example.org', 1, 'Crowd ' || n, 400, n = 0
         FROM generate_series(0, 101) n RETURNING id`,
        [world.organizationId],
      );
      const [automaton, ...crowd] = rows.map(({ id }) => id);
      const before = await world.sql('SELECT count(*) FROM message WHERE conversation_id IS NOT NULL');
      expect((await ana.subscribe(name, { principals: crowd })).new_subscription_messages_sent).toBe(false);
      await ana.subscribe(name, { principals: [automaton] });
      expect(await world.sql('SELECT count(*) FROM message WHERE conversation_id IS NOT NULL')).toEqual(before);
    });
  });

  describe('for changes of a channel', () => {
    it.each<[string, Parameters, string]>([
      ['its name', { new_name: 'renamed' }, 'renamed'],
      ['its description', { description: 'Other words' }, 'Other words'],
      ['its privacy', { is_private: true }, 'private with protected history'],
      ['how long messages are kept', { message_retention_days: 30 }, 'for 30 days'],
    ])('tell of %s', async (_, parameters, words) => {
      const name = nameOf('changing');
      await owner.subscribe(name, { principals: [owner.id, bo.id] });
      const wanted = parameters.new_name ? { new_name: `renamed ${name}`.slice(0, 60) } : parameters;
      const queue = await bo.register({});
      await change(owner, name, wanted);
      const notices = await inChannel(bo, (wanted as { new_name?: string }).new_name ?? name);
      expect(notices).toHaveLength(2);
      expect(notices[1].content).toContain(mention(owner));
      expect(notices[1].content).toContain(words);
      expect(notices[1].flags).toEqual([]);
      await expectFreshSnapshot(queue);
    });

    it('name the old and the new posting permission', async () => {
      const name = nameOf('posting');
      await owner.subscribe(name, { principals: [owner.id, bo.id] });
      const wanted = { direct_members: [bo.id], direct_subgroups: [await everySetting('role:administrators')] };
      await change(owner, name, { can_send_message_group: { new: wanted } });
      const { content } = (await inChannel(bo, name))[1];
      expect(content).toContain(mention(bo));
      expect(content).toContain('Administrators');
    });

    it('describe each changed property by itself, in a fixed order', async () => {
      const name = nameOf('several');
      await owner.subscribe(name);
      await change(owner, name, { description: 'New', is_private: true, message_retention_days: 'unlimited' });
      const [, ...said] = (await inChannel(owner, name)).map(({ content }) => content);
      expect(said).toHaveLength(3);
      expect(said[0]).toContain('New');
      expect(said[1]).toContain('private');
      expect(said[2]).toContain('for ever');
      await change(owner, name, { description: 'New', topics_policy: 'inherit' });
      expect(await inChannel(owner, name)).toHaveLength(4);
    });

    it('announce archiving and unarchiving', async () => {
      const name = nameOf('archived');
      await owner.subscribe(name, { principals: [owner.id, bo.id] });
      const id = await owner.channelId(name);
      await owner.ok('DELETE', `streams/${id}`);
      await owner.ok('PATCH', `streams/${id}`, { is_archived: false });
      const said = (await inChannel(bo, name)).map(({ content }) => content);
      expect(said).toHaveLength(3);
      expect(said[1]).toContain('archived this channel');
      expect(said[2]).toContain('brought this channel back');
    });

    it('are not sent in an organization that disables them', async () => {
      const settings = (send_channel_events_messages: boolean) =>
        owner.ok('PATCH', 'realm', { send_channel_events_messages });
      await settings(false);
      const name = nameOf('silent');
      await owner.subscribe(name);
      await change(owner, name, { description: 'Nobody says so' });
      await settings(true);
      expect(await inChannel(owner, name)).toEqual([]);
    });
  });

  it('tell users who are added to or removed from a group, except bots and the caller', async () => {
    const hal = await world.member('hal');
    const name = nameOf('team');
    await owner.ok('POST', 'user_groups/create', { name, description: '', members: [] });
    const groupId = await everySetting(name);
    await owner.ok('POST', `user_groups/${groupId}/members`, { add: [hal.id, owner.id] });
    expect((await toPerson(hal)).map(({ content }) => content)).toEqual([expect.stringContaining(name)]);
    await owner.ok('POST', `user_groups/${groupId}/members`, { delete: [hal.id, owner.id] });
    const said = await toPerson(hal);
    expect(said).toHaveLength(2);
    expect(said[1].content).toContain('removed you');
    expect(await toPerson(owner)).toEqual([]);
  });

  it('are dropped when their subject is deleted', async () => {
    const name = nameOf('undone');
    const before = await world.sql('SELECT count(*) FROM message');
    const answer = await ana.post('users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ana.id, 987_654],
    });
    expect(answer.status).toBe(400);
    expect(await world.sql('SELECT count(*) FROM message')).toEqual(before);
    expect(await world.sql('SELECT count(*)::int AS count FROM notice')).toEqual([{ count: 0 }]);
  });
});
