import { Config } from '@app/platform';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startServer } from '../../../apps/server/src/boot';
import { newDatabase } from '../../support/databases';
import { Body, Person } from '../../support/person';
import { freePort } from '../../support/ports';
import { World } from '../../support/world';

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;

describe('an organization', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  describe('creation', () => {
    it('makes the eight system groups, in order and nested', async () => {
      const groups = await world.sql<{ name: string; inside: string | null }>(
        `SELECT g.name, (SELECT inside.name FROM user_group_subgroup s JOIN user_group inside ON inside.id = s.subgroup_id
            WHERE s.group_id = g.id) AS inside FROM user_group g ORDER BY g.id`,
      );
      expect(groups).toEqual([
        { name: 'role:nobody', inside: null },
        { name: 'role:owners', inside: null },
        { name: 'role:administrators', inside: 'role:owners' },
        { name: 'role:moderators', inside: 'role:administrators' },
        { name: 'role:fullmembers', inside: 'role:moderators' },
        { name: 'role:members', inside: 'role:fullmembers' },
        { name: 'role:everyone', inside: 'role:members' },
        { name: 'role:internet', inside: 'role:everyone' },
      ]);
    });

    it('makes the owner as first account, who may create users, and a system bot', async () => {
      const accounts = await world.sql(
        `SELECT id::int, role, email, full_name, is_bot, is_system_bot, special_permissions FROM user_account
          WHERE id <> $1 ORDER BY id`,
        [ana.id],
      );
      const common = { is_bot: false, is_system_bot: false };
      expect(accounts).toEqual([
        {
          ...common,
          id: 1,
          role: 100,
          email: 'user1@parley.invalid',
          full_name: 'Olivia Owner',
          special_permissions: ['can_create_users'],
        },
        {
          id: 2,
          role: 400,
          email: 'notification-bot@parley.invalid',
          full_name: 'Notification Bot',
          is_bot: true,
          is_system_bot: true,
          special_permissions: [],
        },
      ]);
    });
  });

  describe('the snapshot of an organization', () => {
    const SCALARS = {
      max_stream_name_length: 'number',
      max_topic_length: 'number',
      max_message_length: 'number',
      max_file_upload_size_mib: 'number',
      server_presence_ping_interval_seconds: 'number',
      server_presence_offline_threshold_seconds: 'number',
      server_generation: 'number',
      server_emoji_data_url: 'string',
      event_queue_longpoll_timeout_seconds: 'number',
      realm_name: 'string',
      realm_description: 'string',
      realm_url: 'string',
      realm_uri: 'string',
      realm_icon_url: 'string',
      realm_waiting_period_threshold: 'number',
      realm_allow_message_editing: 'boolean',
      realm_allow_edit_history: 'boolean',
      realm_enable_read_receipts: 'boolean',
      realm_enable_spectator_access: 'boolean',
      realm_presence_disabled: 'boolean',
      realm_mandatory_topics: 'boolean',
      realm_message_retention_days: 'number',
      realm_moderation_request_channel_id: 'number',
      realm_empty_topic_display_name: 'string',
      realm_wildcard_mention_policy: 'number',
      server_supported_permission_settings: 'object',
      realm_default_external_accounts: 'object',
    };

    it('has every key that real clients read, of its type', async () => {
      const { state } = await ana.register({ fetch_event_types: ['realm'] });
      const types = Object.fromEntries(Object.keys(SCALARS).map((key) => [key, typeof state[key]]));
      expect(types).toEqual(SCALARS);
      expect([1, 2, 3, 5, 6, 7]).toContain(state.realm_wildcard_mention_policy);
      expect(state).toMatchObject({
        realm_waiting_period_threshold: 0,
        realm_enable_spectator_access: false,
        realm_moderation_request_channel_id: -1,
        realm_message_content_edit_limit_seconds: 600,
        realm_message_content_delete_limit_seconds: null,
      });
    });

    it('has permissions whose groups exist', async () => {
      const { state } = await ana.register({ fetch_event_types: ['realm', 'realm_user_groups'] });
      const groups = state.realm_user_groups as { id: number; name: string }[];
      const nameOf = (setting: unknown) => groups.find(({ id }) => id === setting)?.name;
      expect(nameOf(state.realm_can_create_groups)).toBe('role:members');
      expect(nameOf(state.realm_can_manage_all_groups)).toBe('role:owners');
      expect(nameOf(state.realm_can_delete_own_message_group)).toBe('role:everyone');
      const tables = state.server_supported_permission_settings as Record<string, Record<string, unknown>>;
      for (const name of Object.keys(tables.realm)) expect(nameOf(state[`realm_${name}`])).toMatch(/^role:/);
    });

    it('has complete groups, with members only', async () => {
      const { state } = await ana.register({ fetch_event_types: ['realm_user_groups'] });
      const groups = new Map((state.realm_user_groups as Body[]).map((group) => [group.name, group]));
      expect([...groups.keys()]).toHaveLength(8);
      expect(groups.get('role:owners')).toMatchObject({
        members: [world.owner.id],
        is_system_group: true,
        creator_id: null,
      });
      expect(groups.get('role:fullmembers')).toMatchObject({
        members: [ana.id],
        direct_subgroup_ids: [groups.get('role:moderators')!.id],
      });
      expect(groups.get('role:internet')).toMatchObject({
        members: [],
        can_mention_group: groups.get('role:nobody')!.id,
      });
      expect(Object.keys(groups.get('role:members')!).sort()).toEqual([
        'can_add_members_group',
        'can_join_group',
        'can_leave_group',
        'can_manage_group',
        'can_mention_group',
        'can_remove_members_group',
        'creator_id',
        'date_created',
        'deactivated',
        'description',
        'direct_subgroup_ids',
        'id',
        'is_system_group',
        'members',
        'name',
      ]);
    });

    it('has active users, former users and cross-realm bots apart, and the own account', async () => {
      const former = await world.member('former');
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [former.id]);
      const { state } = await ana.register({ fetch_event_types: ['realm_user'], client_gravatar: false });
      const ids = (list: string) => (state[list] as { user_id: number }[]).map(({ user_id }) => user_id);
      expect(ids('realm_users')).toEqual([world.owner.id, ana.id]);
      expect(ids('realm_non_active_users')).toEqual([former.id]);
      const [bot] = state.cross_realm_bots as Body[];
      expect(bot).toMatchObject({ is_bot: true, is_system_bot: true, bot_type: 1, timezone: '', avatar_version: 1 });
      expect(bot.delivery_email).toBe(bot.email);
      for (const person of state.realm_users as Body[]) {
        expect(person).not.toHaveProperty('is_active');
        expect(person.delivery_email).toBe(person.user_id === ana.id ? ana.email : null);
      }
      expect(state).toMatchObject({
        user_id: ana.id,
        delivery_email: ana.email,
        is_admin: false,
        is_moderator: false,
        can_create_streams: true,
      });
    });

    it('has typed, empty values for everything that does not exist yet', async () => {
      const { state } = await ana.register({
        client_capabilities: { notification_settings_null: true, user_settings_object: true },
      });
      const empty = {
        alert_words: [],
        muted_users: [],
        user_status: {},
        presences: {},
        custom_profile_fields: [],
        realm_emoji: {},
        realm_linkifiers: [],
        realm_filters: [],
        realm_playgrounds: [],
        realm_domains: [],
        realm_bots: [],
        navigation_views: [],
      };
      expect(state).toMatchObject(empty);
      expect(state).not.toHaveProperty('enter_sends');
      expect(state.user_settings).toMatchObject({
        twenty_four_hour_time: false,
        starred_message_counts: true,
        display_emoji_reaction_users: true,
        emojiset: 'google',
        presence_enabled: true,
        email_address_visibility: 3,
        timezone: '',
      });
    });

    it('has personal settings at the top level for clients that do not know the object', async () => {
      const { state } = await ana.register({
        fetch_event_types: ['update_display_settings', 'update_global_notifications'],
      });
      expect(state).toMatchObject({
        twenty_four_hour_time: false,
        pm_content_in_desktop_notifications: true,
        enter_sends: false,
      });
      expect(state).not.toHaveProperty('user_settings');
    });

    it('is the same without a login, with any credentials', async () => {
      const answers = await Promise.all(
        [undefined, ana.authorization, basic('nobody@example.org', 'wrong'), 'Bearer x', 'Basic ***'].map(
          (authorization) => world.request('GET', 'server_settings', {}, authorization),
        ),
      );
      for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0].body]);
      expect(answers[0].body).toEqual({
        result: 'success',
        msg: '',
        authentication_methods: expect.objectContaining({
          password: true,
          email: true,
          ldap: false,
          'openid connect': false,
        }),
        external_authentication_methods: [
          {
            name: 'browser',
            display_name: 'Browser',
            display_icon: null,
            login_url: '/accounts/login/browser/',
            signup_url: '/register/',
          },
        ],
        zulip_version: expect.stringMatching(/^11\.\d+$/),
        zulip_merge_base: '',
        zulip_feature_level: 431,
        push_notifications_enabled: false,
        is_incompatible: false,
        email_auth_enabled: true,
        require_email_format_usernames: true,
        realm_url: world.server.app.get(Config).baseUrl,
        realm_uri: world.server.app.get(Config).baseUrl,
        realm_name: 'Parley',
        realm_icon: expect.stringContaining('https://'),
        realm_description: '',
        realm_web_public_access_enabled: false,
      });
      expect(JSON.stringify(answers[0].body)).not.toContain('example.org');
    });

    it('has the address of the list of emoji', async () => {
      const { state } = await ana.register({ fetch_event_types: ['realm'] });
      const path = new URL(state.server_emoji_data_url as string).pathname;
      expect(await (await fetch(`${world.url}${path}`)).json()).toEqual({ code_to_names: expect.any(Object) });
    });
  });
});

describe('a first start', () => {
  it('creates one organization when several nodes start at once on an empty database', async () => {
    const url = await newDatabase();
    const directory = mkdtempSync(join(tmpdir(), 'parley-nodes-'));
    const node = async () => {
      const environment = { PORT: String(await freePort()), PARLEY_DATA_DIR: directory, PARLEY_LOG_LEVEL: 'error' };
      return startServer(Config.fromEnvironment(environment), url);
    };
    const nodes = await Promise.all([node(), node(), node()]);
    const made = nodes.filter(({ firstStart }) => firstStart.created).map(({ firstStart }) => firstStart);
    expect(made).toHaveLength(1);
    expect(made[0].generatedPassword).toMatch(/^[\w-]{20}$/);
    expect(made[0].apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
    for (const { firstStart } of nodes) expect(firstStart.ownerEmail).toBe('owner@parley.example');

    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ text: string }>(
      'SELECT (o, u, k)::text AS text FROM organization o, user_account u, api_key k',
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows) {
      expect(text).not.toContain(made[0].generatedPassword!);
      expect(text).not.toContain(made[0].apiKey!);
    }
    await client.end();
    await Promise.all(nodes.map((one) => one.stop()));
    rmSync(directory, { recursive: true, force: true });
  });

  it('stores the key of the owner and prints the password even if the start fails later', async () => {
    const url = await newDatabase();
    const directory = mkdtempSync(join(tmpdir(), 'parley-first-'));
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const start = (port: number) => {
      const environment = { PORT: String(port), PARLEY_DATA_DIR: directory, PARLEY_LOG_LEVEL: 'silent' };
      return startServer(Config.fromEnvironment(environment), url);
    };
    await expect(start((taken.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/owner@parley\.example, password [\w-]{20}$/));
    said.mockRestore();
    await new Promise((resolve) => taken.close(resolve));

    const node = await start(await freePort());
    const [, email, key] = /email=(.*)\nkey=(.*)\n/.exec(readFileSync(join(directory, 'zuliprc'), 'utf8'))!;
    const headers = { authorization: basic(email, key) };
    const answer = await fetch(`${node.url}/api/v1/users/me`, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { is_owner: true }]);
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
  });
});
