import { randomUUID } from 'node:crypto';
import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];

/** Creating channels, alone and together with a subscription: what both ways share. */
describe('creating channels', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let mod: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, mod] = [await world.admin('adam'), await world.moderator('mona')];
    [ana, bo, gus] = [await world.member('ana'), await world.member('bo'), await world.guest('gus')];
  });
  afterAll(() => world.stop());

  const groupId = async (name: string): Promise<number> =>
    Number((await world.sql<{ id: string }>('SELECT id FROM user_group WHERE name = $1', [name]))[0].id);
  const permit = async (setting: string, group: string | null): Promise<void> => {
    await world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
         settings = jsonb_set(settings, '{permissions}', coalesce(settings->'permissions', '{}') || $1::jsonb)`,
      [JSON.stringify({ [setting]: group === null ? null : await groupId(group) })],
    );
  };
  const letSpectatorsIn = (value: boolean) =>
    world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
         settings = settings || jsonb_build_object('enableSpectatorAccess', $1::boolean)`,
      [value],
    );
  const exists = async (name: string): Promise<boolean> =>
    (await world.sql('SELECT FROM channel WHERE lower(name) = lower($1)', [name])).length > 0;
  const shown = async (person: Person, name: string) =>
    (
      (await person.ok('GET', 'streams', { include_all: true, include_default: true })).streams as Record<
        string,
        unknown
      >[]
    ).find((channel) => channel.name === name)!;
  const membersOf = async (person: Person, id: number) =>
    (await person.ok('GET', `streams/${id}/members`)).subscribers as number[];

  const ways: [string, (person: Person, name: string, parameters?: Parameters) => Promise<ApiResponse>][] = [
    [
      'POST /channels/create',
      (person, name, parameters = {}) =>
        person.post('channels/create', { name, subscribers: [person.id], ...parameters }),
    ],
    [
      'POST /users/me/subscriptions',
      (person, name, { description, ...parameters } = {}) =>
        person.post('users/me/subscriptions', { subscriptions: [{ name, description }], ...parameters }),
    ],
  ];

  describe.each(ways)('%s', (_, make) => {
    const made = async (person: Person, what: string, parameters: Parameters = {}) => {
      const name = nameOf(what);
      const { status, body } = await make(person, name, parameters);
      expect([status, body.result]).toEqual([200, 'success']);
      return shown(owner, name);
    };
    const refused = async (person: Person, parameters: Parameters, code = 'BAD_REQUEST') => {
      const name = nameOf('refused');
      expect(refusal(await make(person, name, parameters))).toEqual([400, code]);
      expect(await exists(name)).toBe(false);
    };

    it.each<[string, Parameters, object]>([
      ['public', {}, { invite_only: false, is_web_public: false, history_public_to_subscribers: true }],
      ['public as it says', { history_public_to_subscribers: true }, { history_public_to_subscribers: true }],
      ['private', { invite_only: true }, { invite_only: true, history_public_to_subscribers: false }],
      [
        'private with shared history',
        { invite_only: true, history_public_to_subscribers: true },
        { invite_only: true, history_public_to_subscribers: true },
      ],
    ])('creates a channel %s', async (_kind, parameters, expected) => {
      expect(await made(ana, 'privacy', parameters)).toMatchObject({ creator_id: ana.id, ...expected });
    });

    it('creates web-public channels where the organization has spectators and the creator has the permission', async () => {
      await refused(owner, { is_web_public: true });
      await letSpectatorsIn(true);
      const channel = await made(owner, 'web', { is_web_public: true });
      expect(channel).toMatchObject({ is_web_public: true, invite_only: false, history_public_to_subscribers: true });
      await refused(ana, { is_web_public: true });
      await refused(owner, { is_web_public: true, invite_only: true });
      await refused(owner, { is_web_public: true, history_public_to_subscribers: false });
      await letSpectatorsIn(false);
    });

    it.each(['can_create_public_channel_group', 'can_create_private_channel_group'])('enforces %s', async (setting) => {
      const parameters = { invite_only: setting.includes('private') };
      await permit(setting, 'role:moderators');
      await refused(ana, parameters);
      await made(mod, 'permitted', parameters);
      await made(ana, 'other kind', { invite_only: !parameters.invite_only });
      await permit(setting, 'role:members');
    });

    it.each<[Parameters['message_retention_days'], number | null]>([
      [30, 30],
      ['unlimited', -1],
      ['"unlimited"', -1],
      ['realm_default', null],
    ])('keeps messages for %j', async (message_retention_days, expected) => {
      expect((await made(owner, 'kept', { message_retention_days })).message_retention_days).toBe(expected);
    });

    it('lets only owners set how long messages are kept', async () => {
      for (const person of [admin, ana]) await refused(person, { message_retention_days: 7 }, 'UNAUTHORIZED_PRINCIPAL');
      await made(ana, 'default', { message_retention_days: 'realm_default' });
      for (const days of [0, -1, -7, 1.5, 'sometimes', true]) await refused(owner, { message_retention_days: days });
    });

    it.each(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])(
      'accepts the topics policy %s from permitted users only',
      async (topics_policy) => {
        await permit('can_set_topics_policy_group', 'role:moderators');
        expect((await made(mod, 'topics', { topics_policy })).topics_policy).toBe(topics_policy);
        if (topics_policy === 'inherit') await made(ana, 'topics', { topics_policy });
        else await refused(ana, { topics_policy });
        await permit('can_set_topics_policy_group', 'role:members');
      },
    );

    it('creates default channels for administrators, and only public ones', async () => {
      await refused(ana, { is_default_stream: true }, 'UNAUTHORIZED_PRINCIPAL');
      await refused(admin, { is_default_stream: true, invite_only: true });
      const channel = await made(admin, 'default', { is_default_stream: true });
      expect(channel.is_default).toBe(true);
      await admin.ok('DELETE', 'default_streams', { stream_id: channel.stream_id });
    });

    it('puts channels into folders that exist', async () => {
      const { channel_folder_id } = await owner.ok('POST', 'channel_folders/create', { name: nameOf('folder') });
      expect((await made(ana, 'filed', { folder_id: channel_folder_id })).folder_id).toBe(channel_folder_id);
      await refused(ana, { folder_id: 987_654 });
    });

    it('makes the creator the administrator of the channel unless another user is named', async () => {
      const own = { direct_members: [ana.id], direct_subgroups: [] };
      expect((await made(ana, 'own')).can_administer_channel_group).toEqual(own);
      const others = { direct_members: [bo.id], direct_subgroups: [] };
      const given = await made(ana, 'given', { can_administer_channel_group: others });
      expect(given.can_administer_channel_group).toEqual(others);
    });

    const SETTINGS = [
      'can_add_subscribers_group',
      'can_remove_subscribers_group',
      'can_administer_channel_group',
      'can_move_messages_out_of_channel_group',
      'can_move_messages_within_channel_group',
      'can_send_message_group',
      'can_subscribe_group',
      'can_resolve_topics_group',
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ];
    it.each(SETTINGS)('stores %s in normalised form, and rejects forbidden values', async (setting) => {
      const members = await groupId('role:members');
      const set = { direct_members: [bo.id, mod.id], direct_subgroups: [members] };
      const sorted = { direct_members: [mod.id, bo.id].sort((a, b) => a - b), direct_subgroups: [members] };
      expect((await made(mod, 'set', { [setting]: set }))[setting]).toEqual(sorted);
      const alone = { direct_members: [], direct_subgroups: [members] };
      expect((await made(mod, 'alone', { [setting]: alone }))[setting]).toBe(members);
      const none = { direct_members: [], direct_subgroups: [] };
      expect((await made(mod, 'none', { [setting]: none }))[setting]).toBe(await groupId('role:nobody'));
      await refused(mod, { [setting]: await groupId('role:internet') });
      await refused(mod, { [setting]: 987_654 });
      await refused(mod, { [setting]: { direct_members: [987_654], direct_subgroups: [] } });
      await refused(mod, { [setting]: { new: members } });
    });

    it.each(['can_delete_any_message_group', 'can_delete_own_message_group'])(
      'lets only permitted users set %s',
      async (setting) => {
        await refused(ana, { [setting]: await groupId('role:members') });
        await made(ana, 'nobody', { [setting]: await groupId('role:nobody') });
        await made(mod, 'members', { [setting]: await groupId('role:members') });
      },
    );

    it('stores the description as one line', async () => {
      const channel = await made(ana, 'described', { description: 'One *line*\nand another' });
      expect(channel.description).toBe('One *line* and another');
      expect(channel.rendered_description).toBe('<p>One <em>line</em> and another</p>');
      await refused(ana, { description: 'x'.repeat(1_025) });
    });

    it.each(['', '   ', 'x'.repeat(61), 'a\0b', 'a\u0007b', 'none \uffff'])('rejects the name %j', async (name) => {
      expect(refusal(await make(ana, name))).toEqual([400, 'BAD_REQUEST']);
    });

    it('accepts quotes, number signs, emoji and 60 characters, and trims', async () => {
      const name = `"#>" 🦉 ${randomUUID()}`.padEnd(60, 'é');
      expect((await make(ana, `  ${name} `)).status).toBe(200);
      expect(await exists(name)).toBe(true);
    });

    it('refuses guests', async () => {
      await refused(gus, {});
    });

    it('ignores and reports settings that this version does not support', async () => {
      const { body } = await make(ana, nameOf('later'), { can_create_topic_group: 1, principal: 2 });
      expect(body.ignored_parameters_unsupported).toEqual(['can_create_topic_group', 'principal']);
    });

    it('logs the creation in the audit log', async () => {
      const name = nameOf('audited');
      const entries = await leftBy(world, () => make(ana, name, { invite_only: true }));
      expect(entries).toMatchObject([
        {
          actor_id: ana.id,
          action: 'created',
          object_type: 'channel',
          before: null,
          after: { name, is_private: true },
        },
      ]);
    });

    it('sends an event to users who see the channel', async () => {
      const queues = await Promise.all([ana, bo, admin, gus].map((person) => person.register({})));
      await made(ana, 'open');
      await made(ana, 'closed', { invite_only: true });
      for (const queue of queues) await expectFreshSnapshot(queue);
    });
  });

  describe('POST /channels/create', () => {
    const create = (person: Person, parameters: Parameters) => person.post('channels/create', parameters);

    it('returns the id and subscribes exactly the named users', async () => {
      const name = nameOf('named');
      const queues = await Promise.all([ana, bo, gus].map((person) => person.register({})));
      const { body } = await create(ana, { name, subscribers: [bo.id, gus.id, bo.id] });
      expect(body).toEqual({ result: 'success', msg: '', id: expect.any(Number) });
      expect(await membersOf(ana, body.id as number)).toEqual([bo.id, gus.id]);
      for (const queue of queues) await expectFreshSnapshot(queue);
    });

    it('creates a channel without subscribers', async () => {
      const { body } = await create(ana, { name: nameOf('empty'), subscribers: [] });
      expect(await membersOf(ana, body.id as number)).toEqual([]);
    });

    it('subscribes other users without the permission to add subscribers elsewhere', async () => {
      await permit('can_add_subscribers_group', 'role:nobody');
      expect((await create(ana, { name: nameOf('free'), subscribers: [bo.id] })).status).toBe(200);
      await permit('can_add_subscribers_group', 'role:members');
    });

    it('answers 409 for a name that is taken, in any case, by an archived or invisible channel too', async () => {
      const name = nameOf('Taken');
      await owner.subscribe(name, { invite_only: true });
      const taken = { result: 'error', msg: expect.any(String), code: 'CHANNEL_ALREADY_EXISTS' };
      for (const written of [name, name.toLowerCase(), ` ${name} `]) {
        const { status, body } = await create(ana, { name: written, subscribers: [ana.id] });
        expect([status, body]).toEqual([409, { ...taken, channel_name: written.trim() }]);
      }
      await owner.ok('DELETE', `streams/${await owner.channelId(name)}`);
      expect(refusal(await create(ana, { name, subscribers: [] }))).toEqual([409, 'CHANNEL_ALREADY_EXISTS']);
    });

    it('creates a channel once for many concurrent requests', async () => {
      const name = nameOf('race');
      const answers = await Promise.all(
        [ana, bo, mod, admin].map((one) => create(one, { name, subscribers: [one.id] })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const { body } = answers.find(({ status }) => status === 200)!;
      expect(await membersOf(ana, body.id as number)).toHaveLength(1);
    });

    it.each(['name', 'subscribers'])('requires %s', async (parameter) => {
      const { [parameter]: _, ...rest }: Parameters = { name: nameOf('missing'), subscribers: [] };
      const { status, body } = await create(ana, rest);
      expect([status, body.code, body.var_name]).toEqual([400, 'REQUEST_VARIABLE_MISSING', parameter]);
    });

    it.each<[string, unknown]>([
      ['an unknown user', [987_654]],
      ['an address', ['bo@example.org']],
      ['a word', 'everybody'],
      ['a negative number', [-1]],
    ])('rejects %s as a subscriber and creates nothing', async (_, subscribers) => {
      const name = nameOf('refused');
      expect(refusal(await create(ana, { name, subscribers }))).toEqual([400, 'BAD_REQUEST']);
      expect(await exists(name)).toBe(false);
    });

    it('rejects deactivated users and system bots', async () => {
      const out = await world.member(`out ${randomUUID().slice(0, 4)}`);
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [out.id]);
      const [{ id: system }] = await world.sql<{ id: number }>('SELECT id FROM user_account WHERE is_system_bot');
      for (const id of [out.id, system])
        expect(refusal(await create(ana, { name: nameOf('no'), subscribers: [id] }))).toEqual([400, 'BAD_REQUEST']);
    });

    it('logs the subscribed users in the audit log', async () => {
      const entries = await leftBy(world, () => create(ana, { name: nameOf('noted'), subscribers: [ana.id, bo.id] }));
      expect(entries.map(({ action, after }) => [action, action === 'subscribed' ? after : null])).toEqual([
        ['created', null],
        ['subscribed', { user_ids: [bo.id] }],
      ]);
    });

    it('requires credentials', async () => {
      expect(refusal(await world.request('POST', 'channels/create', { name: 'x', subscribers: [] }))).toEqual([
        401,
        'UNAUTHORIZED',
      ]);
    });
  });
});
