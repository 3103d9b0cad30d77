import { fillOrganization, FullOrganization } from '../support/client-types/full-organization';
import { keysByWord, UNREAD } from '../support/client-types/register';
import { faultsOf, record, Shapes } from '../support/client-types/shapes';
import type { Event } from '../support/event-queue';
import type { Body } from '../support/person';
import { PythonLibrary } from '../support/python-library';
import { World } from '../support/world';
import { EVENT_TYPES, FETCH_EVENT_TYPES, FIRST_LOOK, INDEXED } from '../support/zulip-terminal';

type Listed = Record<string, unknown>;

const PLACE = { type: 'stream', to: 'plans', subject: 'roof', read_by_sender: true };

/** From its start to its end, request for request, with the answers that it requires. */
describe('zulip-terminal', () => {
  let full: FullOrganization;
  let terminal: PythonLibrary;
  let ben: PythonLibrary;
  beforeAll(async () => {
    full = await fillOrganization(await World.start());
    terminal = await PythonLibrary.construct(full.ana, { name: 'ZulipTerminal/0.7.0 Linux' });
    ben = await PythonLibrary.construct(full.ben);
  });
  afterAll(() => full.world.stop());

  const start = () =>
    terminal.ok('POST', 'register', {
      event_types: EVENT_TYPES,
      fetch_event_types: FETCH_EVENT_TYPES,
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
      narrow: [],
    });

  /** The events of an action, as the main loop reads them. */
  async function heard(type: string, action: () => Promise<unknown>): Promise<Event> {
    const { queue_id, last_event_id } = await start();
    await action();
    for (let last = last_event_id as number; ;) {
      const { events } = (await terminal.ok('GET', 'events', { queue_id, last_event_id: last })) as Body & {
        events: Event[];
      };
      const event = events.find((one) => one.type === type);
      if (event) return event;
      last = Math.max(last, ...events.map(({ id }) => id));
    }
  }

  const send = async (content: string): Promise<number> =>
    (await terminal.ok('POST', 'messages', { ...PLACE, content })).id as number;
  const say = async (content: string): Promise<number> =>
    (await ben.ok('POST', 'messages', { type: 'stream', to: 'plans', topic: 'roof', content })).id as number;

  it('logs in', async () => {
    const { world, ana } = full;
    const settings = (await world.request('GET', 'server_settings')).body;
    expect(settings).toMatchObject({
      realm_uri: world.url,
      require_email_format_usernames: true,
      email_auth_enabled: true,
    });
    const login = { username: ana.email, password: 'a long enough secret' };
    const { status, body } = await world.request('POST', 'fetch_api_key', login);
    expect([status, body]).toEqual([200, expect.objectContaining({ api_key: expect.stringMatching(/^\w{32}$/) })]);
  });

  it('starts with two requests at once, and finds all required keys', async () => {
    const [page, state] = await Promise.all([
      terminal.ok('GET', 'messages', { ...FIRST_LOOK, use_first_unread_anchor: true, narrow: '[]' }),
      start(),
    ]);
    expect(page).toMatchObject({ anchor: expect.any(Number), found_newest: true, messages: expect.any(Array) });
    for (const name of INDEXED) expect(state).toHaveProperty(name);
    const words = keysByWord({ settingsObject: true, subscribers: true });
    const asked = FETCH_EVENT_TYPES.filter((word) => word in words).map((word) => words[word]);
    const { queue_id: _, ...rest } = state;
    const shapes = { ...Object.assign({}, ...asked), ...UNREAD.keys } as Shapes;
    const known = Object.fromEntries(Object.entries(rest).filter(([name]) => name in shapes));
    expect(faultsOf(record(shapes), known)).toEqual([]);
    const ids = (list: unknown) => (list as Listed[]).map(({ user_id }) => user_id);
    expect(ids(state.realm_users)).toContain(state.user_id);
    const subscribers = (state.subscriptions as Listed[]).flatMap((one) => one.subscribers);
    expect(subscribers.length).toBeGreaterThan(0);
    for (const { profile_data } of state.realm_users as Listed[])
      for (const field of Object.keys((profile_data as object) ?? {}))
        expect((state.custom_profile_fields as Listed[]).map(({ id }) => String(id))).toContain(field);
  });

  it.each<[string, (them: { ben: string; own: string; third: string }) => [string, string][]]>([
    ['all messages', () => []],
    ['all direct messages', () => [['is', 'private']]],
    ['mentions', () => [['is', 'mentioned']]],
    ['starred ones', () => [['is', 'starred']]],
    ['a channel', () => [['stream', 'plans']]],
    [
      'a topic',
      () => [
        ['stream', 'plans'],
        ['topic', 'roof'],
      ],
    ],
    ['another user', ({ ben: address }) => [['pm-with', address]]],
    ['several others', ({ ben: address, third }) => [['pm-with', `${address}, ${third}`]]],
    [
      'all participants with the user',
      ({ ben: address, own, third }) => [['pm-with', [address, own, third].join(', ')]],
    ],
  ])('narrows to %s, in pairs', async (_, narrowOf) => {
    const address = (id: number) => `user${id}@parley.invalid`;
    const { ana, world } = full;
    const narrow = narrowOf({ ben: address(full.ben.id), own: address(ana.id), third: address(world.owner.id) });
    const page = await terminal.ok('GET', 'messages', {
      ...FIRST_LOOK,
      anchor: 10_000_000_000_000_000,
      narrow: JSON.stringify(narrow),
    });
    expect((page.messages as unknown[]).length).toBeGreaterThan(0);
    expect(page).toMatchObject({ found_newest: true, anchor: expect.any(Number) });
  });

  it('searches', async () => {
    const id = await say('quicksilver');
    const narrow = JSON.stringify([
      ['stream', 'plans'],
      ['search', 'quicksilver'],
    ]);
    const { messages } = await terminal.ok('GET', 'messages', { ...FIRST_LOOK, anchor: 10_000_000_000, narrow });
    expect((messages as Listed[]).map((message) => message.id)).toEqual([id]);
  });

  it('reports presence, and reads the presence of others by address', async () => {
    await ben.ok('POST', 'users/me/presence', { status: 'active' });
    const { presences } = await terminal.ok('POST', 'users/me/presence', { status: 'active', new_user_input: true });
    const entry = { status: 'active', timestamp: expect.any(Number) };
    expect(presences).toHaveProperty([`user${full.ben.id}@parley.invalid`], {
      aggregated: { client: 'website', ...entry },
      website: { client: 'website', pushable: false, ...entry },
    });
  });

  it('sends by the name of a channel and by ids of users, read at once', async () => {
    const id = await send('Hello');
    const direct = { type: 'private', to: [full.ben.id], read_by_sender: true, content: 'Hello' };
    await terminal.ok('POST', 'messages', direct);
    const one = await terminal.ok('GET', `messages/${id}`);
    expect(one).toMatchObject({
      raw_content: 'Hello',
      message: { subject: 'roof', client: 'ZulipTerminal', flags: ['read'] },
    });
    expect(await terminal.call('POST', 'messages', { ...PLACE, to: 'atlantis', content: 'x' })).toMatchObject({
      result: 'error',
      msg: expect.stringContaining('atlantis'),
    });
  });

  it('edits, shows the history, and receives edits of others', async () => {
    const id = await send('Hello');
    const event = await heard('update_message', () =>
      terminal.ok('PATCH', `messages/${id}`, { message_id: id, content: '/me **waves**' }),
    );
    expect(event).toMatchObject({ message_id: id, is_me_message: true, rendered_content: expect.any(String) });
    const moved = await heard('update_message', () =>
      terminal.ok('PATCH', `messages/${id}`, {
        message_id: id,
        topic: 'walls',
        propagate_mode: 'change_one',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      }),
    );
    expect(moved).toMatchObject({
      subject: 'walls',
      orig_subject: 'roof',
      stream_id: full.publicChannel,
      message_ids: [id],
      propagate_mode: 'change_one',
    });
    const { message_history } = await terminal.ok('GET', `messages/${id}/history`);
    expect((message_history as Listed[]).map(({ topic, content }) => [topic, content])).toEqual([
      ['roof', 'Hello'],
      ['roof', '/me **waves**'],
      ['walls', '/me **waves**'],
    ]);
  });

  it('sets flags and adds reactions', async () => {
    const id = await say('Look');
    const flags = await heard('update_message_flags', () =>
      terminal.ok('POST', 'messages/flags', { messages: [id], flag: 'read', op: 'add' }),
    );
    expect(flags).toMatchObject({ op: 'add', operation: 'add', flag: 'read', messages: [id], all: false });
    const reaction = { message_id: id, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
    const added = await heard('reaction', () => terminal.ok('POST', `messages/${id}/reactions`, reaction));
    expect(added).toMatchObject({ op: 'add', user_id: full.ana.id, ...reaction });
    await terminal.ok('DELETE', `messages/${id}/reactions`, reaction);
  });

  it('receives typing notifications, and sends them without a type', async () => {
    const typing = await heard('typing', () => ben.ok('POST', 'typing', { op: 'start', to: [full.ana.id] }));
    expect(typing).toMatchObject({ op: 'start', sender: { user_id: full.ben.id, email: expect.any(String) } });
    await terminal.ok('POST', 'typing', { to: [full.ben.id], op: 'start' });
  });

  it('manages its channels', async () => {
    const { ana, publicChannel: stream_id } = full;
    const { topics } = await terminal.ok('GET', `users/me/${stream_id}/topics`);
    expect((topics as Listed[]).map(({ name }) => name)).toContain('roof');
    for (const [property, value] of [
      ['pin_to_top', true],
      ['desktop_notifications', true],
      ['is_muted', true],
      ['in_home_view', true],
    ]) {
      const event = await heard('subscription', () =>
        terminal.ok('POST', 'users/me/subscriptions/properties', {
          subscription_data: [{ stream_id, property, value }],
        }),
      );
      expect(event).toMatchObject({ op: 'update', stream_id, property: expect.any(String) });
    }
    expect((await terminal.ok('GET', `streams/${stream_id}/email_address`)).email).toContain('@');
    const left = await heard('subscription', () =>
      ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['plans'] }),
    );
    expect(left).toMatchObject({ op: 'peer_remove', stream_ids: [stream_id], user_ids: [full.ben.id] });
    await ben.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'plans' }], principals: [full.ben.id] });
    const settings = await heard('user_settings', () => ana.ok('PATCH', 'settings', { twenty_four_hour_time: true }));
    expect(settings).toMatchObject({ op: 'update', property: 'twenty_four_hour_time', value: true });
  });

  it('registers again when its queue has ended, without the state', async () => {
    const { queue_id, last_event_id } = await start();
    await terminal.ok('DELETE', 'events', { queue_id });
    expect(await terminal.call('GET', 'events', { queue_id, last_event_id })).toMatchObject({
      result: 'error',
      code: 'BAD_EVENT_QUEUE_ID',
    });
    const newest = await send('the newest');
    const anew = await terminal.ok('POST', 'register', {
      event_types: EVENT_TYPES,
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
      narrow: [],
    });
    expect(anew).toMatchObject({
      queue_id: expect.any(String),
      last_event_id: expect.any(Number),
      max_message_id: newest,
    });
  });
});
