import { createHash } from 'node:crypto';
import { groupsSeenBy, makeGroup } from '../../support/groups';
import type { ApiResponse, Body, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

type Listed = Record<string, unknown>;

const WRONG = `Basic ${Buffer.from('nobody@example.org:secret').toString('base64')}`;
/** Names of everything that only users with an account may see; nothing else has these names. */
const SECRETS = {
  channel: 'vault of secrets',
  description: 'where the treasure lies',
  folder: 'folder of secrets',
  topic: 'topic of secrets',
  message: 'message of secrets',
  direct: 'whisper of secrets',
  status: 'ill with secrets',
  group: 'circle of secrets',
  field: 'shoe size of secrets',
  alertWord: 'word-of-secrets',
  domain: 'secrets.example.com',
  welcome: 'welcome to the secrets',
};

describe('registering without an account', () => {
  let world: World;
  let ana: Person;
  let gus: Person;
  let town: number;
  let vault: number;
  let folder: number;

  const open = (isOpen: boolean) => world.owner.ok('PATCH', 'realm', { enable_spectator_access: isOpen });
  const ask = (parameters: Parameters = {}, authorization?: string): Promise<ApiResponse> =>
    world.request('POST', 'register', parameters, authorization);
  const look = async (parameters: Parameters = {}): Promise<Body> => {
    const { status, body } = await ask(parameters);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const channels = async (): Promise<Listed[]> => (await look()).never_subscribed as Listed[];
  const folderNamed = async (name: string): Promise<number> =>
    (await world.owner.ok('POST', 'channel_folders/create', { name })).channel_folder_id as number;

  beforeAll(async () => {
    world = await World.start();
    const { owner } = world;
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    await ana.ok('PATCH', 'settings', { email_address_visibility: 1 });
    await open(true);
    folder = await folderNamed('for everybody');
    const hidden = await folderNamed(SECRETS.folder);
    const circle = await makeGroup(owner, SECRETS.group, [ana]);
    await owner.subscribe('town', {
      is_web_public: true,
      principals: [owner.id, ana.id],
      folder_id: folder,
      can_add_subscribers_group: { direct_members: [ana.id], direct_subgroups: [] },
    });
    await owner.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: SECRETS.channel, description: SECRETS.description }],
      invite_only: true,
      folder_id: hidden,
      can_subscribe_group: circle,
      principals: [owner.id, ana.id],
    });
    await owner.subscribe('members only');
    [town, vault] = [await owner.channelId('town'), await owner.channelId(SECRETS.channel)];
    await owner.send(town, 'hello', 'in the open');
    await owner.send(vault, SECRETS.topic, SECRETS.message);
    await owner.sendTo([ana], SECRETS.direct);
    await ana.ok('POST', 'users/me/status', { status_text: SECRETS.status });
    await ana.ok('POST', 'users/me/alert_words', { alert_words: [SECRETS.alertWord] });
    await ana.ok('POST', 'users/me/presence', { status: 'active' });
    await owner.ok('POST', 'realm/profile_fields', { name: SECRETS.field, field_type: 1 });
    await owner.ok('POST', 'realm/domains', { domain: SECRETS.domain, allow_subdomains: true });
    await owner.ok('PATCH', 'realm', {
      new_stream_announcements_stream_id: vault,
      welcome_message_custom_text: SECRETS.welcome,
      can_create_groups: { new: { direct_members: [ana.id], direct_subgroups: [] } },
    });
  });
  afterAll(() => world.stop());

  it('is refused with a challenge where the organization has no spectator access', async () => {
    await open(false);
    for (const parameters of [{}, { client_gravatar: true }, { fetch_event_types: [] }]) {
      const { status, headers, body } = await ask(parameters);
      expect([status, body.code, Object.keys(body).sort()]).toEqual([401, 'UNAUTHORIZED', ['code', 'msg', 'result']]);
      expect(headers.get('www-authenticate')).toContain('Basic');
    }
    await open(true);
    expect((await ask()).status).toBe(200);
  });

  it('rejects wrong credentials, and serves correct ones', async () => {
    const { status, body } = await ask({}, WRONG);
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await ask({}, gus.authorization)).body).toMatchObject({ queue_id: expect.any(String), user_id: gus.id });
  });

  it('creates no queue', async () => {
    const count = async () => (await world.sql('SELECT FROM event_queue')).length;
    const before = await count();
    const body = await look({ event_types: ['message'], idle_queue_timeout: 'mobile', narrow: [['is', 'dm']] });
    expect(body).toMatchObject({ queue_id: null, last_event_id: -1, zulip_feature_level: 431 });
    expect(await count()).toBe(before);
  });

  it.each([
    ['client_gravatar', true],
    ['include_subscribers', 'true'],
    ['include_subscribers', 'partial'],
    ['all_public_streams', true],
  ])('rejects %s as %j', async (name, value) => {
    const { status, body } = await ask({ [name]: value });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('accepts the same parameters with values that request nothing', async () => {
    const parameters = { client_gravatar: false, include_subscribers: 'false', all_public_streams: false };
    expect((await look(parameters)).queue_id).toBeNull();
  });

  it('contains no personal data', async () => {
    expect(await look({ client_capabilities: { notification_settings_null: true } })).toMatchObject({
      alert_words: [],
      custom_profile_fields: [],
      custom_profile_field_types: expect.any(Object),
      drafts: [],
      max_message_id: -1,
      muted_topics: [],
      muted_users: [],
      navigation_views: [],
      onboarding_steps: [],
      presence_last_update_id: -1,
      presences: {},
      push_devices: {},
      realm_bots: [],
      realm_default_stream_groups: [],
      realm_default_streams: [],
      realm_domains: [],
      recent_private_conversations: [],
      reminders: [],
      saved_snippets: [],
      scheduled_messages: [],
      server_timestamp: expect.any(Number),
      starred_messages: [],
      subscriptions: [],
      unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
      unsubscribed: [],
      user_status: {},
      user_topics: [],
    });
  });

  it('has the permissions of a guest without contacts', async () => {
    const body = await look();
    expect(body).toMatchObject({
      user_id: 0,
      email: '',
      delivery_email: '',
      full_name: '',
      avatar_url: expect.stringContaining('/drawn/0.png'),
      avatar_url_medium: expect.any(String),
      avatar_source: 'J',
      is_guest: true,
      is_owner: false,
      is_admin: false,
      is_moderator: false,
    });
    const abilities = Object.entries(body).filter(([name]) => /^can_/.test(name));
    expect(abilities).toHaveLength(6);
    expect(abilities.every(([, value]) => value === false)).toBe(true);
  });

  it('has every key that an account receives, with a value of the same type, except the channel lists', async () => {
    const capabilities = { notification_settings_null: true, linkifier_url_template: true };
    for (const client_capabilities of [capabilities, { ...capabilities, user_settings_object: true }]) {
      const [theirs, own] = [
        await look({ client_capabilities }),
        await gus.ok('POST', 'register', { client_capabilities }),
      ];
      expect(Object.keys(theirs).sort()).toEqual(
        Object.keys(own)
          .filter((name) => name !== 'streams')
          .sort(),
      );
      for (const name of Object.keys(theirs).filter((one) => one !== 'queue_id'))
        expect([name, kindOf(theirs[name])]).toEqual([name, kindOf(own[name])]);
    }
  });

  it('contains the requested event types, and always the basic keys', async () => {
    const always = [
      'last_event_id',
      'msg',
      'queue_id',
      'result',
      'zulip_feature_level',
      'zulip_merge_base',
      'zulip_version',
    ];
    const keys = async (...fetch_event_types: string[]) =>
      Object.keys(await look({ fetch_event_types })).filter((name) => !always.includes(name));
    expect(await keys()).toEqual([]);
    expect(await keys('stream', 'heartbeat', 'no such type')).toEqual([]);
    expect(await keys('subscription')).toEqual(['subscriptions', 'unsubscribed', 'never_subscribed']);
    expect(await keys('update_message_flags')).toEqual([]);
    expect((await keys('update_message_flags', 'message')).sort()).toEqual(['max_message_id', 'unread_msgs']);
    expect(await keys('muted_topics', 'user_topic')).toEqual(['user_topics']);
    expect(await keys('muted_topics')).toEqual(['muted_topics']);
    expect(await keys('drafts')).toEqual(['drafts']);
    expect(await keys('default_streams')).toEqual(['realm_default_streams']);
    expect(await keys('default_stream_groups')).toEqual(['realm_default_stream_groups']);
  });

  it('shows users as the list of users does', async () => {
    const body = await look();
    const { members } = (await world.request('GET', 'users')).body as unknown as { members: Listed[] };
    const shown = members.filter(({ is_active }) => is_active).map(({ is_active: _, ...user }) => user);
    expect(body.realm_users).toEqual(shown);
    expect(shown.map(({ user_id }) => user_id)).toContain(ana.id);
    expect(body.realm_non_active_users).toEqual([]);
    expect(body.cross_realm_bots).toEqual([expect.objectContaining({ is_system_bot: true })]);
    for (const user of [...shown, ...(body.cross_realm_bots as Listed[])]) {
      expect(user).not.toHaveProperty('timezone');
      expect(user).not.toHaveProperty('profile_data');
    }
  });

  it('shows all users also where guests see only some', async () => {
    const groups = await groupsSeenBy(world.owner);
    const limit = (role: string) => {
      const { id } = groups.find(({ name }) => name === role)!;
      return world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: id } });
    };
    await limit('role:members');
    expect((await look()).realm_users).toHaveLength(3);
    await limit('role:everyone');
  });

  it('shows web-public channels and their folders, without users in their permissions', async () => {
    const body = await look();
    const [channel, ...others] = body.never_subscribed as Listed[];
    expect(others).toEqual([]);
    expect(channel).toMatchObject({ stream_id: town, is_web_public: true, subscriber_count: 2, folder_id: folder });
    expect(channel.can_add_subscribers_group).toEqual({ direct_members: [], direct_subgroups: [] });
    for (const key of ['subscribers', 'partial_subscribers', 'color']) expect(channel).not.toHaveProperty(key);
    expect((body.channel_folders as Listed[]).map(({ id }) => id)).toEqual([folder]);
  });

  it('omits a channel that is no longer web-public or active, and shows it again', async () => {
    const change = (parameters: Parameters) => world.owner.ok('PATCH', `streams/${town}`, parameters);
    const ids = async () => (await channels()).map(({ stream_id }) => stream_id);
    for (const [shut, reopened] of [
      [() => change({ is_web_public: false }), { is_web_public: true }],
      [() => change({ is_web_public: false, is_private: true }), { is_web_public: true, is_private: false }],
      [() => world.owner.ok('DELETE', `streams/${town}`), { is_archived: false }],
    ] as const) {
      await shut();
      expect(await ids()).toEqual([]);
      expect((await look()).channel_folders).toEqual([]);
      await change(reopened);
      expect(await ids()).toEqual([town]);
    }
  });

  it('shows the organization, without presence, hidden channels and users in permissions', async () => {
    expect(await look()).toMatchObject({
      realm_name: expect.any(String),
      realm_enable_spectator_access: true,
      realm_presence_disabled: true,
      realm_new_stream_announcements_stream_id: -1,
      realm_moderation_request_channel_id: -1,
      realm_welcome_message_custom_text: '',
      realm_can_create_groups: { direct_members: [], direct_subgroups: [] },
      server_web_public_streams_enabled: true,
    });
  });

  it('shows system groups without members', async () => {
    const groups = (await look()).realm_user_groups as { name: string; members: number[]; is_system_group: boolean }[];
    expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(['role:everyone', 'role:internet']));
    expect(groups.filter(({ is_system_group }) => !is_system_group)).toEqual([]);
    expect(groups.flatMap(({ members }) => members)).toEqual([]);
  });

  it('has the default settings of new users', async () => {
    await world.owner.ok('PATCH', 'realm/user_settings_defaults', { twenty_four_hour_time: true });
    await ana.ok('PATCH', 'settings', { timezone: 'Europe/Vienna' });
    const { user_settings, twenty_four_hour_time } = await look();
    expect(user_settings).toMatchObject({ twenty_four_hour_time: true, timezone: '', default_language: 'en' });
    expect(twenty_four_hour_time).toBe(true);
  });

  it.each([
    ['nothing', {}],
    [
      'every capability',
      {
        user_settings_object: true,
        archived_channels: true,
        include_deactivated_groups: true,
        user_list_incomplete: true,
        linkifier_url_template: true,
      },
    ],
  ])('reveals nothing that is for accounts, with the client capabilities %s', async (_, more) => {
    const text = JSON.stringify(await look({ client_capabilities: { notification_settings_null: true, ...more } }));
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    for (const { email, key } of [ana, gus, world.owner]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(key);
      expect(text).not.toContain(createHash('md5').update(email).digest('hex'));
    }
    expect(text).not.toContain(`"stream_id":${vault}`);
    expect(text).not.toContain('members only');
  });

  it('cannot read events', async () => {
    const { id } = await ana.register();
    for (const queue_id of ['null', '', id]) {
      const got = await world.request('GET', 'events', { queue_id, last_event_id: -1, dont_block: true });
      const ended = await world.request('DELETE', 'events', { queue_id });
      expect([got.status, got.body.code, ended.status]).toEqual([401, 'UNAUTHORIZED', 401]);
    }
    await ana.ok('GET', 'events', { queue_id: id, last_event_id: -1, dont_block: true });
  });
});

describe('registering without an account at a server without web-public channels', () => {
  it('is refused, whatever the organization says', async () => {
    const world = await World.start({ PARLEY_WEB_PUBLIC_CHANNELS: 'off' });
    try {
      await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
      const { status, body } = await world.request('POST', 'register');
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    } finally {
      await world.stop();
    }
  });
});

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);
