import { lock, LockQueue, Transactions } from '@app/platform';
import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

/** Name, a value other than the default, and what clients see where it differs from the request. */
const SIMPLE: [name: string, value: unknown, shown?: unknown][] = [
  ['avatar_changes_disabled', true],
  ['default_code_block_language', 'python'],
  ['default_language', 'de'],
  ['digest_emails_enabled', true],
  ['digest_weekday', 5],
  ['disallow_disposable_email_addresses', false],
  ['email_changes_disabled', true],
  ['enable_guest_user_dm_warning', false],
  ['enable_guest_user_indicator', false],
  ['enable_read_receipts', false],
  ['enable_spectator_access', true],
  ['giphy_rating', 2],
  ['inline_image_preview', false],
  ['inline_url_embed_preview', true],
  ['invite_required', false],
  ['message_content_allowed_in_email_notifications', false],
  ['message_content_delete_limit_seconds', 3600],
  ['message_retention_days', 30],
  ['message_retention_days', 'unlimited', -1],
  ['move_messages_between_streams_limit_seconds', 'unlimited', null],
  ['move_messages_within_stream_limit_seconds', 90],
  ['name_changes_disabled', true],
  ['org_type', 20],
  ['presence_disabled', true],
  ['reauthentication_seconds', 900],
  ['require_e2ee_push_notifications', true],
  ['require_unique_names', true],
  ['send_channel_events_messages', false],
  ['send_welcome_emails', true],
  ['session_idle_seconds', 3_600],
  ['session_lifetime_seconds', 86_400],
  ['session_lifetime_seconds', 'unlimited', null],
  ['video_chat_provider', 1],
  ['jitsi_server_url', 'https://meet.example.org/calls'],
  ['waiting_period_threshold', 3],
  ['want_advertise_in_communities_directory', true],
  ['welcome_message_custom_text', 'Hello and *welcome*'],
  ['name', 'Night shift'],
  ['description', 'We **never** sleep'],
];

/** Name, a value other than the default, and the complete event. */
const IN_DICTIONARIES: [name: string, value: unknown, data: Record<string, unknown>][] = [
  ['allow_message_editing', false, { allow_message_editing: false }],
  ['message_content_edit_limit_seconds', 'unlimited', { message_content_edit_limit_seconds: null }],
  ['message_content_edit_limit_seconds', 60, { message_content_edit_limit_seconds: 60 }],
  ['topics_policy', 'disable_empty_topic', { topics_policy: 'disable_empty_topic', mandatory_topics: true }],
  [
    'message_edit_history_visibility_policy',
    'none',
    { message_edit_history_visibility_policy: 'none', allow_edit_history: false },
  ],
];

const JITSI_REFUSED = [
  '',
  'meet.example.org',
  'ftp://meet.example.org',
  'javascript:alert(1)',
  'https://',
  'https://user:secret@meet.example.org',
  'https://meet.example.org/?a=b',
  'https://meet.example.org/#room',
  'https://meet.example.org/a b',
  `https://meet.example.org/${'x'.repeat(200)}`,
].map((value) => ['jitsi_server_url', value] as [string, unknown]);

const FOR_OWNERS: [name: string, value: unknown][] = [
  ['message_retention_days', 7],
  ['waiting_period_threshold', 1],
  ['invite_required', true],
  ['can_create_groups', { new: 'moderators' }],
  ['can_invite_users_group', { new: 'moderators' }],
  ['can_manage_all_groups', { new: 'administrators' }],
  ['can_manage_billing_group', { new: 'owners' }],
  ['second_factor_required', { new: 'owners' }],
  ['session_idle_seconds', 7_200],
  ['session_lifetime_seconds', 7_200],
  ['reauthentication_seconds', 300],
];

describe('PATCH /realm', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  let groups: Record<string, number>;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
    const { state } = await owner.register({ fetch_event_types: ['realm_user_groups'] });
    const listed = state.realm_user_groups as { id: number; name: string }[];
    groups = Object.fromEntries(listed.map(({ id, name }) => [name.replace('role:', ''), id]));
  });
  afterAll(() => world.stop());

  const registered = async (person: Person) => (await person.register({ fetch_event_types: ['realm'] })).state;
  const withoutEnvelope = ({ result: _, msg: __, ...rest }: Record<string, unknown>) => rest;
  const anything = { fetch_event_types: ['realm', 'realm_user', 'realm_user_groups'] };

  describe.each(SIMPLE)('%s as %j', (name, value, shown = value) => {
    it('is answered, sent as an event, shown in the snapshot, and not sent again when repeated', async () => {
      const queues = [await owner.register(anything), await gus.register()];
      const answer = await owner.ok('PATCH', 'realm', { [name]: value });
      expect(withoutEnvelope(answer)).toEqual({ [name]: typeof shown === 'string' ? 'updated' : shown });
      expect(withoutEnvelope(await owner.ok('PATCH', 'realm', { [name]: value }))).toEqual({});
      for (const queue of queues) {
        const told = (await queue.drain()).filter(({ type }) => type === 'realm');
        expect(told).toEqual([{ id: told[0].id, type: 'realm', op: 'update', property: name, value: shown }]);
        await expectFreshSnapshot(queue);
      }
      expect((await registered(gus))[`realm_${name}`]).toBe(shown);
    });
  });

  it.each(IN_DICTIONARIES)(
    'sends %s as %j together with the settings that follow from it',
    async (name, value, data) => {
      const queue = await ben.register();
      await alma.ok('PATCH', 'realm', { [name]: value });
      const told = (await queue.drain()).filter(({ type }) => type === 'realm');
      expect(told).toEqual([{ id: told[0].id, type: 'realm', op: 'update_dict', property: 'default', data }]);
      await expectFreshSnapshot(queue);
    },
  );

  it.each(FOR_OWNERS)('lets only owners change %s', async (name, value) => {
    const given = typeof value === 'object' ? { new: groups[(value as { new: string }).new] } : value;
    const refused = await alma.patch('realm', { [name]: given });
    expect([refused.status, refused.body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    expect((await owner.patch('realm', { [name]: given })).status).toBe(200);
  });

  it('is for administrators only', async () => {
    for (const person of [ben, gus, await world.moderator('mo')]) {
      const { status, body } = await person.patch('realm', { enable_read_receipts: true });
      expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it.each<[string, unknown]>([
    ['name', ' '],
    ['name', 'x'.repeat(41)],
    ['name', 'Two\nLines'],
    ['name', '\u200b'],
    ['name', 'Reversed \u202e'],
    ['description', 'x'.repeat(1001)],
    ['default_language', 'D3'],
    ['default_language', 'xx'],
    ['digest_weekday', 7],
    ['giphy_rating', 6],
    ['video_chat_provider', 2],
    ['video_chat_provider', 4],
    ...JITSI_REFUSED,
    ['org_type', 1],
    ['org_type', 'business'],
    ['enable_read_receipts', 1],
    ['topics_policy', 'empty_topic_only'],
    ['message_edit_history_visibility_policy', 'some'],
    ['message_content_edit_limit_seconds', 0],
    ['message_content_delete_limit_seconds', -1],
    ['message_retention_days', 'realm_default'],
    ['message_retention_days', 0],
    ['waiting_period_threshold', -1],
    ['session_idle_seconds', 299],
    ['session_idle_seconds', 1_209_601],
    ['session_idle_seconds', 'unlimited'],
    ['session_lifetime_seconds', 299],
    ['session_lifetime_seconds', 31_536_001],
    ['session_lifetime_seconds', 'for ever'],
    ['reauthentication_seconds', 59],
    ['reauthentication_seconds', 86_401],
    ['can_invite_users_group', 11],
    ['can_invite_users_group', { old: 11 }],
    ['can_invite_users_group', { new: 999_999 }],
    ['can_invite_users_group', { new: { direct_members: [999_999], direct_subgroups: [] } }],
    ['can_invite_users_group', { new: { direct_members: [], direct_subgroups: [999_999] } }],
  ])('refuses %s as %j', async (name, value) => {
    const { status, body } = await owner.patch('realm', { [name]: value });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('applies all changes or none', async () => {
    const before = await registered(ben);
    const queue = await ben.register();
    const wish = { description: 'half', can_add_subscribers_group: { new: groups.internet } };
    expect((await alma.patch('realm', wish)).status).toBe(400);
    expect(await queue.drain()).toEqual([]);
    expect((await registered(ben)).realm_description).toBe(before.realm_description);
  });

  it('logs the old and the new value in the audit log, and nothing when nothing changes', async () => {
    await owner.ok('PATCH', 'realm', { enable_read_receipts: true, digest_weekday: 1 });
    const entries = await leftBy(world, async () => {
      const wish = { enable_read_receipts: false, digest_weekday: 1, can_create_groups: { new: groups.owners } };
      await owner.ok('PATCH', 'realm', wish);
      await owner.ok('PATCH', 'realm', wish);
    });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'changed',
      object_type: 'organization',
      actor_id: owner.id,
      before: { enable_read_receipts: true },
      after: { enable_read_receipts: false, can_create_groups: groups.owners },
    });
    expect(Object.keys(entries[0].after!).sort()).toEqual(['can_create_groups', 'enable_read_receipts']);
  });

  it('makes users full members by a shorter waiting period, and reverts it', async () => {
    await owner.ok('PATCH', 'realm', { waiting_period_threshold: 0 });
    const queue = await gus.register(anything);
    const told = async () => {
      const news = (await queue.drain()).filter(({ type, group_id }) => {
        return type === 'user_group' && group_id === groups.fullmembers;
      });
      return news.map(({ op, user_ids }) => [op, user_ids]);
    };
    await owner.ok('PATCH', 'realm', { waiting_period_threshold: 30 });
    expect(await told()).toEqual([['remove_members', [ben.id]]]);
    await owner.ok('PATCH', 'realm', { waiting_period_threshold: 0 });
    expect(await told()).toEqual([['add_members', [ben.id]]]);
    await expectFreshSnapshot(queue);
  });

  it('gives new users the language of the organization and leaves existing users unchanged', async () => {
    await owner.ok('PATCH', 'realm', { default_language: 'fr' });
    const languageOf = async (person: Person) =>
      ((await person.register({ fetch_event_types: ['user_settings'] })).state.user_settings as Record<string, unknown>)
        .default_language;
    expect([await languageOf(await world.member('fanny')), await languageOf(ben)]).toEqual(['fr', 'en']);
  });

  it.each([
    ['the role', [400, 'UNAUTHORIZED_PRINCIPAL'], (person: Person) => world.setRole(person, 'member')],
    ['the account', [401, 'USER_DEACTIVATED'], (person: Person) => world.owner.ok('DELETE', `users/${person.id}`)],
  ])('checks %s when the lock is granted, not when the request arrives', async (what, refusal, change) => {
    const amy = await world.admin(`amy ${what}`);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const transactions = world.service(Transactions);
    const holder = await new Promise<{ done: Promise<void> }>((resolve) => {
      const done = transactions.run([lock.organization(world.organizationId)], () => {
        queueMicrotask(() => resolve({ done }));
        return held;
      });
    });
    const changed = change(amy);
    await waiting(1);
    const late = [
      amy.patch('realm', { digest_weekday: 6 }),
      amy.patch('realm/user_settings_defaults', { enter_sends: true }),
      amy.post('realm/filters', { pattern: 'late-(?P<id>[0-9]+)', url_template: 'https://example.org/{id}' }),
      amy.post(`users/${ben.id}/status`, { status_text: 'late' }),
    ];
    await waiting(1 + late.length);
    release();
    await Promise.all([holder.done, changed]);
    for (const { status, body } of await Promise.all(late)) expect([status, body.code]).toEqual(refusal);
  });

  /** Resolves when this many transactions wait for a lock. */
  async function waiting(count: number): Promise<void> {
    const query = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    const line = world.service(LockQueue); // Some wait in the database, the others before it.
    while ((await world.sql<{ count: number }>(query))[0].count + line.length < count);
  }

  it('reports unknown parameters', async () => {
    const body = await alma.ok('PATCH', 'realm', { string_id: 'other', plan_type: 10 });
    expect(withoutEnvelope(body)).toEqual({ ignored_parameters_unsupported: ['plan_type', 'string_id'] });
  });
});
