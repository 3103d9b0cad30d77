import { ApiKeys, Users } from '@app/identity';
import { randomUUID } from 'node:crypto';
import { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

/** docs/protocol/channels.md, "Channel object": 29 fields. */
const FIELDS = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
  'creator_id',
  'date_created',
  'description',
  'first_message_id',
  'folder_id',
  'history_public_to_subscribers',
  'invite_only',
  'is_announcement_only',
  'is_archived',
  'is_recently_active',
  'is_web_public',
  'message_retention_days',
  'name',
  'rendered_description',
  'stream_id',
  'stream_post_policy',
  'stream_weekly_traffic',
  'subscriber_count',
  'topics_policy',
];

describe('channels', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
    await owner.ok('PATCH', 'realm', { send_channel_events_messages: false });
    await ana.subscribe(['public', 'of guests'], { principals: [ana.id, bo.id] });
    await ana.subscribe('of guests', { principals: [gus.id] });
    await ana.subscribe('shared', { invite_only: true, history_public_to_subscribers: true });
    await ana.subscribe('protected', { invite_only: true });
    await ana.subscribe('named', {
      invite_only: true,
      can_subscribe_group: { direct_members: [bo.id], direct_subgroups: [] },
    });
    await ana.subscribe('archived');
    await world.sql(`UPDATE channel SET is_archived = true WHERE name = 'archived'`);
    await world.sql(`INSERT INTO channel (organization_id, name, is_web_public, permissions)
      SELECT organization_id, 'web', true, permissions FROM channel WHERE name = 'general'`);
  });
  afterAll(() => world.stop());

  const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
  const listed = async (person: Person, parameters: Parameters = {}): Promise<string[]> =>
    ((await person.ok('GET', 'streams', parameters)).streams as { name: string }[]).map(({ name }) => name);
  const idOf = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id FROM channel WHERE name = $1', [name]))[0].id;

  it('begin with general, where all users are subscribed', async () => {
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId('general')}`);
    expect(stream).toMatchObject({
      name: 'general',
      invite_only: false,
      creator_id: null,
      rendered_description: expect.stringMatching(/^<p>/),
    });
    const { subscribers } = await ana.ok('GET', `streams/${await ana.channelId('general')}/members`);
    expect(subscribers).toEqual([owner.id, admin.id, ana.id, bo.id, gus.id]);
  });

  it('have these fields and no others', async () => {
    const name = `fields ${randomUUID().slice(0, 8)}`;
    const before = Math.floor(Date.now() / 1000);
    await ana.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name, description: 'Our **plans**\nand #**public**' }],
      topics_policy: '"disable_empty_topic"',
    });
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId(name)}`);
    expect(Object.keys(stream as object).sort()).toEqual(FIELDS);
    expect(stream).toMatchObject({
      name,
      description: 'Our **plans** and #**public**',
      rendered_description: expect.stringMatching(/^<p>Our <strong>plans<\/strong> and <a /),
      creator_id: ana.id,
      topics_policy: 'disable_empty_topic',
      message_retention_days: null,
      history_public_to_subscribers: true,
      first_message_id: null,
      folder_id: null,
      stream_weekly_traffic: null,
      stream_post_policy: 1,
      subscriber_count: 1,
    });
    const { date_created } = stream as { date_created: number };
    expect(date_created).toBeGreaterThanOrEqual(before - 5);
    expect(date_created).toBeLessThanOrEqual(before + 60);
  });

  it('and folders have a creation time that is not in the future, at the end of a second too', async () => {
    const channelId = await ana.channelId('public');
    const { channel_folder_id: folderId } = await admin.ok('POST', 'channel_folders/create', { name: 'Dates' });
    for (const [table, id] of [
      ['channel', channelId],
      ['channel_folder', folderId],
    ])
      await world.sql(`UPDATE ${table as string} SET created_at = to_timestamp(1600000000.9) WHERE id = $1`, [id]);
    const { stream } = await ana.ok('GET', `streams/${channelId}`);
    const { channel_folders } = await ana.ok('GET', 'channel_folders');
    for (const made of [stream, (channel_folders as object[])[0]])
      expect(made).toMatchObject({ date_created: 1_600_000_000 });
  });

  it('do not link in a description to what its author cannot see', async () => {
    await bo.ok('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: 'curious', description: 'like #**protected**' }],
    });
    const { stream } = await bo.ok('GET', `streams/${await bo.channelId('curious')}`);
    expect((stream as { rendered_description: string }).rendered_description).not.toContain('<a ');
  });

  describe('GET /streams', () => {
    it.each<[string, () => Person, Parameters, string[]]>([
      ['public and own ones', () => bo, {}, ['curious', 'general', 'of guests', 'public', 'web']],
      ['own ones', () => bo, { include_public: false }, ['curious', 'general', 'of guests', 'public']],
      ['own ones for guests', () => gus, {}, ['general', 'of guests']],
      ['web-public ones too, for guests', () => gus, { include_web_public: true }, ['general', 'of guests', 'web']],
      ['nothing without a source', () => bo, { include_public: false, include_subscribed: false }, []],
      [
        'web-public ones',
        () => bo,
        { include_public: false, include_subscribed: false, include_web_public: true },
        ['web'],
      ],
      [
        'readable channels',
        () => bo,
        { include_can_access_content: true },
        ['curious', 'general', 'named', 'of guests', 'public', 'web'],
      ],
      [
        'readable channels, for guests',
        () => gus,
        { include_can_access_content: true },
        ['general', 'of guests', 'web'],
      ],
      [
        'what administrators see',
        () => admin,
        { include_all: true },
        ['curious', 'general', 'named', 'of guests', 'protected', 'public', 'shared', 'web'],
      ],
      [
        'archived ones on request',
        () => bo,
        { include_all: true, exclude_archived: false },
        ['archived', 'curious', 'general', 'named', 'of guests', 'public', 'web'],
      ],
      [
        'readable channels, archived ones too',
        () => bo,
        { include_public: false, include_subscribed: false, include_can_access_content: true, exclude_archived: false },
        ['archived', 'curious', 'general', 'named', 'of guests', 'public', 'web'],
      ],
      [
        'own ones that are archived',
        () => ana,
        { include_public: false, exclude_archived: false },
        ['archived', 'general', 'named', 'of guests', 'protected', 'public', 'shared'],
      ],
      [
        'all visible channels, for a member',
        () => bo,
        { include_all: true, include_public: false, include_subscribed: false },
        ['curious', 'general', 'named', 'of guests', 'public', 'web'],
      ],
      ['what guests see', () => gus, { include_all: true, exclude_archived: false }, ['general', 'of guests', 'web']],
    ])('lists %s', async (_, person, parameters, expected) => {
      const names = await listed(person(), parameters);
      expect(names.filter((name) => !name.startsWith('fields'))).toEqual(expected);
    });

    it('allows include_all_active to administrators only', async () => {
      expect(refusal(await bo.get('streams', { include_all_active: true }))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      expect(await listed(admin, { include_all_active: true })).toEqual(await listed(admin, { include_all: true }));
    });

    it('marks default channels on request only', async () => {
      const { streams } = await ana.ok('GET', 'streams', { include_default: true });
      const defaults = (streams as { name: string; is_default: boolean }[]).filter(({ is_default }) => is_default);
      expect(defaults.map(({ name }) => name)).toEqual(['general']);
      const plain = (await ana.ok('GET', 'streams')).streams as object[];
      for (const channel of plain) expect(Object.keys(channel).sort()).toEqual(FIELDS);
      const all = await admin.ok('GET', 'streams', {
        include_all: true,
        exclude_archived: false,
        include_default: true,
      });
      for (const channel of all.streams as object[])
        expect(Object.keys(channel).sort()).toEqual([...FIELDS, 'is_default'].sort());
    });

    it('sorts by name, capital letters first', async () => {
      await ana.subscribe(['Zebra', 'apple', 'Ähre']);
      const names = await listed(ana);
      expect(names).toEqual([...names].sort());
      expect(names.indexOf('Zebra')).toBeLessThan(names.indexOf('apple'));
      for (const name of ['Zebra', 'apple', 'Ähre']) await ana.ok('DELETE', `streams/${await ana.channelId(name)}`);
    });

    it('shows archived channels in a registration only to clients that support them', async () => {
      for (const archived_channels of [true, false]) {
        const { state } = await ana.register({
          fetch_event_types: ['subscription', 'stream'],
          client_capabilities: { notification_settings_null: true, archived_channels },
        });
        for (const list of ['subscriptions', 'streams']) {
          const names = (state[list] as { name: string }[]).map(({ name }) => name);
          expect(names.includes('archived')).toBe(archived_channels);
          expect(names).toContain('protected');
        }
      }
    });

    it("adds the owner's subscriptions for bots, and nothing for humans", async () => {
      const bot = await botOf(ana);
      const none = { include_public: false, include_subscribed: false, include_owner_subscribed: true };
      expect(await listed(bot, none)).toEqual(expect.arrayContaining(['protected', 'public', 'shared']));
      expect(await listed(bo, none)).toEqual([]);
    });

    it.each([{ include_public: 'yes' }, { include_all: 1 }, { exclude_archived: '"true"' }])(
      'rejects %j',
      async (parameters) => {
        expect(refusal(await ana.get('streams', parameters))).toEqual([400, 'BAD_REQUEST']);
      },
    );

    it('reports unknown parameters, sorted, and requires credentials', async () => {
      const { ignored_parameters_unsupported } = await ana.ok('GET', 'streams', { zoo: 1, ape: 2 });
      expect(ignored_parameters_unsupported).toEqual(['ape', 'zoo']);
      expect(refusal(await world.request('GET', 'streams'))).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  describe('first_message_id', () => {
    const firstOf = async (person: Person, id: number) =>
      ((await person.ok('GET', `streams/${id}`)).stream as { first_message_id: number | null }).first_message_id;

    it('is the oldest message where history is shared, for every user who sees the channel', async () => {
      await ana.subscribe('open history', { invite_only: true, history_public_to_subscribers: true });
      const id = await ana.channelId('open history');
      expect(await firstOf(ana, id)).toBeNull();
      const message = await ana.send('open history', 'start', 'first');
      await ana.send('open history', 'start', 'second');
      await ana.subscribe('open history', { principals: [bo.id] });
      for (const person of [ana, bo, admin]) expect(await firstOf(person, id)).toBe(message);
    });

    it('is the oldest received message where history is protected, after resubscribing too', async () => {
      await ana.subscribe('own history', { invite_only: true });
      const id = await ana.channelId('own history');
      const first = await ana.send('own history', 'start', 'first');
      const queue = await bo.register({
        fetch_event_types: ['subscription'],
        client_capabilities: { notification_settings_null: true },
      });
      await ana.subscribe('own history', { principals: [bo.id] });
      expect(await firstOf(bo, id)).toBeNull();
      const second = await ana.send('own history', 'start', 'second');
      expect([await firstOf(ana, id), await firstOf(bo, id), await firstOf(admin, id)]).toEqual([first, second, null]);
      await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['own history'] });
      await ana.subscribe('own history', { principals: [bo.id] });
      expect(await firstOf(bo, id)).toBe(second);
      const told = (await queue.drain())
        .filter(({ type, op }) => type === 'subscription' && op === 'add')
        .map(({ subscriptions }) => (subscriptions as { first_message_id: number | null }[])[0].first_message_id);
      expect(told).toEqual([null, second]);
    });
  });

  describe('reading one channel', () => {
    /** Which users see a channel, and which read it. */
    it.each<[string, string, string, string]>([
      ['public', 'owner admin ana bo', 'owner admin ana bo', 'gus'],
      ['of guests', 'owner admin ana bo gus', 'owner admin ana bo gus', ''],
      ['shared', 'owner admin ana', 'ana', 'bo gus'],
      ['protected', 'owner admin ana', 'ana', 'bo gus'],
      ['named', 'owner admin ana bo', 'ana bo', 'gus'],
      ['web', 'owner admin ana bo gus', 'owner admin ana bo gus', ''],
      ['archived', 'owner admin ana bo', '', 'gus'],
    ])('%s is visible to %s and readable to %s', async (name, seeing, finding, blind) => {
      const people: Record<string, Person> = { owner, admin, ana, bo, gus };
      const named = (list: string) =>
        list
          .split(' ')
          .filter(Boolean)
          .map((one) => people[one]);
      const id = await idOf(name);
      for (const person of named(seeing)) {
        expect(((await person.ok('GET', `streams/${id}`)).stream as { name: string }).name).toBe(name);
        expect((await person.ok('GET', `streams/${id}/members`)).subscribers).toEqual(expect.any(Array));
      }
      for (const person of named(finding)) expect(await person.channelId(name.toUpperCase())).toBe(id);
      for (const person of named(blind)) {
        for (const path of ['', '/members']) {
          const hidden = await person.get(`streams/${id}${path}`);
          const absent = await person.get(`streams/987654${path}`);
          expect([hidden.status, hidden.body]).toEqual([400, absent.body]);
        }
      }
      for (const person of Object.values(people).filter((one) => !named(finding).includes(one))) {
        const { status, body } = await person.get('get_stream_id', { stream: name });
        const absent = await person.get('get_stream_id', { stream: 'no such' });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
        expect(body.msg.replace(name, '')).toBe(absent.body.msg.replace('no such', ''));
      }
    });

    it.each(['-1', '0', 'abc', '1.5', '99999999999999999999', '%00', '1e3'])('answers as unknown: %s', async (id) => {
      expect(refusal(await ana.get(`streams/${id}`))).toEqual([400, 'BAD_REQUEST']);
      expect(refusal(await ana.get(`streams/${id}/members`))).toEqual([400, 'BAD_REQUEST']);
    });

    it('answers for a channel of another organization as for an unknown one', async () => {
      const [foreign] = await world.sql<{ id: number }>(
        `WITH other AS (INSERT INTO organization (name, host) VALUES ('Other', 'other.example.org') RETURNING id)
         INSERT INTO channel (organization_id, name, is_web_public, permissions)
         SELECT other.id, 'elsewhere', true, '{}' FROM other RETURNING id`,
      );
      expect(refusal(await owner.get(`streams/${foreign.id}`))).toEqual([400, 'BAD_REQUEST']);
      expect(refusal(await owner.get('get_stream_id', { stream: 'elsewhere' }))).toEqual([400, 'BAD_REQUEST']);
    });

    it('requires a name for a lookup by name', async () => {
      expect((await ana.get('get_stream_id')).body).toMatchObject({
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'stream',
      });
      expect(refusal(await ana.get('get_stream_id', { stream: 'a\0b' }))).toEqual([400, 'BAD_REQUEST']);
    });
  });

  async function botOf(person: Person): Promise<Person> {
    const [{ id }] = await world.sql<{ id: number }>(
      `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role, is_bot,
         bot_type, bot_owner_id)
       SELECT organization_id, 'helper-bot@example.org', 'helper-bot@example.org', 1, 'Helper', 400, true, 1, id
       FROM user_account WHERE id = $1 RETURNING id`,
      [person.id],
    );
    const account = await world.service(Users).get(world.organizationId, id);
    const key = await world.service(ApiKeys).issue(account, 'test');
    return new Person(world, id, account.email, account.fullName, key);
  }
});
