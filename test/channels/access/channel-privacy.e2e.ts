import { randomUUID } from 'node:crypto';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
const BAD = [400, 'BAD_REQUEST'];

const follow = (person: Person) =>
  person.register({
    fetch_event_types: ['subscription', 'stream'],
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  });

/** Which users see a channel, and what clients are told when that changes. */
describe('the privacy of channels', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let cat: Person;
  let gus: Person;
  let everybody: Person[];
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    admin = await world.admin('adam');
    [ana, bo, cat] = [await world.member('ana'), await world.member('bo'), await world.member('cat')];
    gus = await world.guest('gus');
    everybody = [owner, admin, ana, bo, cat, gus];
    groups = Object.fromEntries(
      (await world.sql<{ name: string; id: number }>('SELECT name, id FROM user_group WHERE is_system')).map(
        ({ name, id }) => [name.replace('role:', ''), Number(id)],
      ),
    );
    await owner.ok('PATCH', 'realm', { enable_spectator_access: true });
  });
  afterAll(() => world.stop());

  async function made(what: string, parameters: Parameters = {}): Promise<{ id: number; name: string }> {
    const name = nameOf(what);
    await ana.subscribe(name, parameters);
    return { id: await ana.channelId(name), name };
  }
  const only = (...people: Person[]) => ({
    new: { direct_members: people.map(({ id }) => id), direct_subgroups: [] as number[] },
  });
  const told = async (queue: EventQueue) =>
    (await queue.drain())
      .filter(({ type }) => type === 'stream' || type === 'subscription')
      .map(({ id: _id, ...event }) => event);
  /** The events of all clients during some work, in short; afterwards each client equals a fresh snapshot. */
  async function heard(work: () => Promise<unknown>): Promise<Record<string, string>> {
    const queues = await Promise.all(everybody.map(follow));
    await work();
    const short: Record<string, string> = {};
    for (const queue of queues) {
      const [name] = queue.person.fullName.split(' ');
      short[name] = (await told(queue)).map(({ op, property }) => property ?? op).join(' ');
      await expectFreshSnapshot(queue);
    }
    return short;
  }

  it('shows a channel to all users but guests when it becomes public', async () => {
    const { id, name } = await made('opening', { invite_only: true, principals: [ana.id, gus.id] });
    const ofBo = await follow(bo);
    expect(await heard(() => ana.ok('PATCH', `streams/${id}`, { is_private: false }))).toEqual({
      Olivia: 'invite_only first_message_id',
      Adam: 'invite_only first_message_id',
      Ana: 'invite_only first_message_id',
      Bo: 'create peer_add',
      Cat: 'create peer_add',
      Gus: 'invite_only first_message_id',
    });
    const [created, peers] = await told(ofBo);
    expect(created).toMatchObject({ streams: [{ stream_id: id, name, invite_only: false }] });
    expect(peers).toMatchObject({ stream_ids: [id], user_ids: [ana.id, gus.id].sort((a, b) => a - b) });
    expect(await bo.channelId(name)).toBe(id);
  });

  it('hides a channel from users who are not subscribed when it becomes private', async () => {
    const { id, name } = await made('closing', { principals: [ana.id, gus.id] });
    await bo.send(name, 'topic', 'while it is open');
    expect(await heard(() => ana.ok('PATCH', `streams/${id}`, { is_private: true }))).toEqual({
      Olivia: 'invite_only first_message_id',
      Adam: 'invite_only first_message_id',
      Ana: 'invite_only first_message_id',
      Bo: 'delete',
      Cat: 'delete',
      Gus: 'invite_only first_message_id',
    });
    expect(refusal(await bo.get(`streams/${id}`))).toEqual(BAD);
    expect(refusal(await bo.get(`streams/${id}/members`))).toEqual(BAD);
    expect((await bo.post('messages', { type: 'stream', to: name, topic: 't', content: 'no' })).status).toBe(400);
    const { messages } = await bo
      .ok('GET', 'messages', {
        anchor: 'newest',
        num_before: 20,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: id }],
      })
      .catch(() => ({ messages: [] }));
    expect(messages).toEqual([]);
  });

  it('sends the values of all related properties with each change of privacy', async () => {
    const { id, name } = await made('presets');
    const states: [Parameters, object][] = [
      [{ is_private: true }, { value: true, history_public_to_subscribers: false, is_web_public: false }],
      [
        { history_public_to_subscribers: true },
        { value: true, history_public_to_subscribers: true, is_web_public: false },
      ],
      [{ is_private: false }, { value: false, history_public_to_subscribers: true, is_web_public: false }],
    ];
    const queue = await follow(ana);
    for (const [change, expected] of states) {
      await ana.ok('PATCH', `streams/${id}`, change);
      const [event] = (await told(queue)).filter(({ property }) => property === 'invite_only');
      expect(event).toEqual({
        type: 'stream',
        op: 'update',
        stream_id: id,
        name,
        property: 'invite_only',
        ...expected,
      });
    }
    await expectFreshSnapshot(queue);
  });

  it('shows web-public channels to guests, and hides them when they become public', async () => {
    const { id, name } = await made('web');
    expect(refusal(await ana.patch(`streams/${id}`, { is_web_public: true }))).toEqual(BAD);
    await ana.ok('PATCH', `streams/${id}`, { can_administer_channel_group: only(owner, ana) });
    expect(await heard(() => owner.ok('PATCH', `streams/${id}`, { is_web_public: true }))).toEqual({
      Olivia: 'invite_only',
      Adam: 'invite_only',
      Ana: 'invite_only',
      Bo: 'invite_only',
      Cat: 'invite_only',
      Gus: 'create peer_add',
    });
    expect(await gus.channelId(name)).toBe(id);
    const closed = await heard(() => ana.ok('PATCH', `streams/${id}`, { is_web_public: false }));
    expect(closed).toMatchObject({ Bo: 'invite_only', Gus: 'delete' });
    expect(refusal(await gus.get(`streams/${id}`))).toEqual(BAD);
  });

  it('requires spectator access for web-public channels', async () => {
    const { id } = await made('not web');
    await owner.ok('PATCH', 'realm', { enable_spectator_access: false });
    expect(refusal(await owner.patch(`streams/${id}`, { is_web_public: true }))).toEqual(BAD);
    await owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    await owner.ok('PATCH', `streams/${id}`, { is_web_public: true });
  });

  it('requires the permission to create channels of the new kind', async () => {
    const [open, closed] = [await made('open'), await made('closed', { invite_only: true })];
    await owner.ok('PATCH', 'realm', {
      can_create_public_channel_group: { new: groups.moderators },
      can_create_private_channel_group: { new: groups.moderators },
    });
    expect(refusal(await ana.patch(`streams/${open.id}`, { is_private: true }))).toEqual(BAD);
    expect(refusal(await ana.patch(`streams/${closed.id}`, { is_private: false }))).toEqual(BAD);
    await ana.ok('PATCH', `streams/${closed.id}`, { history_public_to_subscribers: true });
    await owner.ok('PATCH', 'realm', {
      can_create_public_channel_group: { new: groups.members },
      can_create_private_channel_group: { new: groups.members },
    });
    await ana.ok('PATCH', `streams/${open.id}`, { is_private: true });
  });

  it('refuses private default channels, and a public channel for moderation requests', async () => {
    const { id } = await made('default');
    await admin.ok('PATCH', `streams/${id}`, { is_default_stream: true });
    expect(refusal(await admin.patch(`streams/${id}`, { is_private: true }))).toEqual(BAD);
    await admin.ok('PATCH', `streams/${id}`, { is_default_stream: false, is_private: true });
    expect(refusal(await admin.patch(`streams/${id}`, { is_default_stream: true }))).toEqual(BAD);

    const reports = await made('reports', { invite_only: true });
    await owner.ok('PATCH', 'realm', { moderation_request_channel_id: reports.id });
    expect(refusal(await ana.patch(`streams/${reports.id}`, { is_private: false }))).toEqual(BAD);
    const queue = await owner.register({ fetch_event_types: ['realm'], event_types: ['realm'] });
    await owner.ok('DELETE', `streams/${reports.id}`);
    expect((await queue.drain()).map(({ op, data }) => [op, data])).toEqual([
      ['update_dict', { moderation_request_channel_id: -1 }],
    ]);
  });

  it('shows and hides history: earlier messages, topics and the oldest message', async () => {
    const { id, name } = await made('history', { invite_only: true, history_public_to_subscribers: true });
    const first = await ana.send(name, 'early', 'before Bo');
    await ana.subscribe(name, { principals: [bo.id] });
    const second = await ana.send(name, 'late', 'with Bo');
    const seenBy = async (person: Person) => {
      const narrow = [{ operator: 'channel', operand: id }];
      const page = await person.ok('GET', 'messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow });
      const ids = (page.messages as { id: number; sender_id: number }[]).filter(
        ({ sender_id }) => sender_id === ana.id,
      );
      return ids.map((one) => one.id);
    };
    const topicsOf = async (person: Person) =>
      ((await person.ok('GET', `users/me/${id}/topics`)).topics as { name: string }[])
        .map((topic) => topic.name)
        .filter((topic) => ['early', 'late'].includes(topic));
    expect([await seenBy(bo), await topicsOf(bo)]).toEqual([
      [first, second],
      ['late', 'early'],
    ]);
    await heard(() => ana.ok('PATCH', `streams/${id}`, { history_public_to_subscribers: false }));
    expect([await seenBy(bo), await topicsOf(bo)]).toEqual([[second], ['late']]);
    expect([await seenBy(ana), await topicsOf(ana)]).toEqual([
      [first, second],
      ['late', 'early'],
    ]);
    await heard(() => ana.ok('PATCH', `streams/${id}`, { history_public_to_subscribers: true }));
    expect([await seenBy(bo), await topicsOf(bo)]).toEqual([
      [first, second],
      ['late', 'early'],
    ]);
  });

  it('resets the history setting that a change of privacy leaves out', async () => {
    const { id } = await made('reset', { invite_only: true, history_public_to_subscribers: true });
    await ana.ok('PATCH', `streams/${id}`, { is_private: true });
    const { stream } = await ana.ok('GET', `streams/${id}`);
    expect(stream).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    await ana.ok('PATCH', `streams/${id}`, { is_private: false });
    await ana.ok('PATCH', `streams/${id}`, { is_private: true, history_public_to_subscribers: true });
    expect((await ana.ok('GET', `streams/${id}`)).stream).toMatchObject({ history_public_to_subscribers: true });
  });

  describe('access to private channels by settings', () => {
    it.each(['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'])(
      '%s shows a channel to the users that it names, and hides it again',
      async (setting) => {
        const { id, name } = await made('named', { invite_only: true });
        const current = setting === 'can_administer_channel_group' ? [ana] : [];
        const opened = await heard(() => ana.ok('PATCH', `streams/${id}`, { [setting]: only(...current, bo, gus) }));
        expect(opened).toEqual({
          Olivia: setting,
          Adam: setting,
          Ana: setting,
          Bo: 'create peer_add',
          Cat: '',
          Gus: '',
        });
        expect((await bo.ok('GET', `streams/${id}/members`)).subscribers).toEqual([ana.id]);
        const reads = setting !== 'can_administer_channel_group';
        expect((await bo.get('get_stream_id', { stream: name })).status).toBe(reads ? 200 : 400);
        const closed = await heard(() => ana.ok('PATCH', `streams/${id}`, { [setting]: only(...current, cat) }));
        expect(closed).toMatchObject({ Bo: 'delete', Cat: 'create peer_add', Gus: '', Ana: setting });
      },
    );

    it('follows a whole role', async () => {
      const { id } = await made('role', { invite_only: true });
      const opened = await heard(() =>
        ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: groups.members } }),
      );
      expect(opened).toMatchObject({ Bo: 'create peer_add', Cat: 'create peer_add', Gus: '' });
    });
  });

  describe('access to private channels by user groups', () => {
    const newGroup = async (members: Person[]): Promise<number> => {
      const name = nameOf('group');
      await owner.ok('POST', 'user_groups/create', { name, description: '', members: members.map(({ id }) => id) });
      const { user_groups } = await owner.ok('GET', 'user_groups');
      return (user_groups as { id: number; name: string }[]).find((group) => group.name === name)!.id;
    };

    it('follows members who are added and removed', async () => {
      const group = await newGroup([cat]);
      const { id } = await made('by group', { invite_only: true });
      await ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: group } });
      const joined = await heard(() =>
        owner.ok('POST', `user_groups/${group}/members`, { add: [bo.id, gus.id, ana.id] }),
      );
      expect(joined).toEqual({ Olivia: '', Adam: '', Ana: '', Bo: 'create peer_add', Cat: '', Gus: '' });
      const left = await heard(() => owner.ok('POST', `user_groups/${group}/members`, { delete: [bo.id, ana.id] }));
      expect(left).toEqual({ Olivia: '', Adam: '', Ana: '', Bo: 'delete', Cat: '', Gus: '' });
    });

    it('follows subgroups, and groups that are deactivated and reactivated', async () => {
      const [inner, outer] = [await newGroup([bo]), await newGroup([cat])];
      const { id } = await made('nested', { invite_only: true });
      await ana.ok('PATCH', `streams/${id}`, {
        can_administer_channel_group: { new: { direct_members: [ana.id], direct_subgroups: [outer] } },
      });
      expect(await heard(() => owner.ok('POST', `user_groups/${outer}/subgroups`, { add: [inner] }))).toMatchObject({
        Bo: 'create peer_add',
        Cat: '',
      });
      await bo.ok('PATCH', `streams/${id}`, { description: 'by Bo' });
      expect(await heard(() => owner.ok('POST', `user_groups/${outer}/subgroups`, { delete: [inner] }))).toMatchObject({
        Bo: 'delete',
        Cat: '',
      });
      expect(refusal(await bo.patch(`streams/${id}`, { description: 'no more' }))).toEqual(BAD);
    });

    it('sends one event for several channels, and none for subscribed ones', async () => {
      const group = await newGroup([]);
      const channels = [];
      for (let at = 0; at < 3; at++) {
        const { id } = await made('many', { invite_only: true, principals: at === 0 ? [ana.id, bo.id] : [ana.id] });
        await ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: group } });
        channels.push(id);
      }
      const queue = await follow(bo);
      await owner.ok('POST', `user_groups/${group}/members`, { add: [bo.id] });
      const [created, ...peers] = await told(queue);
      expect((created.streams as { stream_id: number }[]).map(({ stream_id }) => stream_id)).toEqual(channels.slice(1));
      expect(peers.map(({ op, stream_ids }) => [op, stream_ids])).toEqual(
        channels.slice(1).map((id) => ['peer_add', [id]]),
      );
      await expectFreshSnapshot(queue);
    });

    it('follows the waiting period of new members', async () => {
      const { id } = await made('full members', { invite_only: true });
      await ana.ok('PATCH', `streams/${id}`, { can_subscribe_group: { new: groups.fullmembers } });
      const longer = await heard(() => owner.ok('PATCH', 'realm', { waiting_period_threshold: 30 }));
      expect(longer).toEqual({ Olivia: '', Adam: '', Ana: '', Bo: 'delete', Cat: 'delete', Gus: '' });
      const none = await heard(() => owner.ok('PATCH', 'realm', { waiting_period_threshold: 0 }));
      expect(none).toMatchObject({ Bo: 'create peer_add', Cat: 'create peer_add' });
    });
  });

  it('is the same in snapshot and events for concurrent sends', async () => {
    const { id, name } = await made('racing', { principals: [ana.id, bo.id, gus.id] });
    const queues = await Promise.all(
      [ana, bo, cat, gus].map((person) =>
        person.register({
          fetch_event_types: ['subscription', 'stream', 'message', 'update_message_flags'],
          include_subscribers: 'true',
          all_public_streams: person !== gus,
          client_capabilities: { notification_settings_null: true, archived_channels: true },
        }),
      ),
    );
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...[ana, bo, cat, gus].map((person) =>
          person.post('messages', { type: 'stream', to: id, topic: `t${round}`, content: person.fullName }),
        ),
        ana.patch(`streams/${id}`, { is_private: round % 2 === 0, history_public_to_subscribers: true }),
        ana.patch(`streams/${id}`, { description: `${name} ${round}` }),
      ]);
    }
    // Cat, who was never subscribed, receives only messages that were public when they were sent.
    for (const queue of queues.filter(({ person }) => person !== cat)) await expectFreshSnapshot(queue);
    const events = await queues[2].drain();
    let isOpen = true;
    for (const { type, op, message } of events) {
      if (type === 'stream' && op === 'delete') isOpen = false;
      if (type === 'stream' && op === 'create') isOpen = true;
      if (type === 'message' && (message as { stream_id: number }).stream_id === id) expect(isOpen).toBe(true);
    }
  });
});
