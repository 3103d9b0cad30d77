import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const SWITCHES = [
  'display_emoji_reaction_users enable_drafts_synchronization enter_sends fluid_layout_width hide_ai_features',
  'high_contrast_mode left_side_userlist starred_message_counts translate_emoticons twenty_four_hour_time',
  'web_escape_navigates_to_home_view web_inbox_show_channel_folders web_left_sidebar_show_channel_folders',
  'web_left_sidebar_unreads_count_summary web_navigate_to_sent_message web_suggest_update_timezone',
  'automatically_follow_topics_where_mentioned enable_desktop_notifications enable_digest_emails',
  'enable_followed_topic_audible_notifications enable_followed_topic_desktop_notifications',
  'enable_followed_topic_email_notifications enable_followed_topic_push_notifications',
  'enable_followed_topic_wildcard_mentions_notify enable_login_emails enable_marketing_emails',
  'enable_offline_email_notifications enable_offline_push_notifications enable_online_push_notifications',
  'enable_sounds enable_stream_audible_notifications enable_stream_desktop_notifications',
  'enable_stream_email_notifications enable_stream_push_notifications message_content_in_email_notifications',
  'pm_content_in_desktop_notifications presence_enabled wildcard_mentions_notify allow_private_data_export',
  'receives_typing_notifications send_private_typing_notifications send_read_receipts',
  'send_stream_typing_notifications',
].flatMap((line) => line.split(' '));

/** By setting: allowed values and refused values. */
const CHOICES: Record<string, [unknown[], unknown[]]> = {
  color_scheme: [
    [2, 3, 1],
    [0, 4, 'dark'],
  ],
  default_language: [
    ['de', 'pt-br', '"zh-hans"', 'en'],
    ['', 'xx', 'de-DE', 'German'],
  ],
  demote_inactive_streams: [
    [2, 3, 1],
    [0, 4],
  ],
  emojiset: [
    ['twitter', 'text', 'google'],
    ['apple', ''],
  ],
  user_list_style: [
    [1, 3, 2],
    [0, 4],
  ],
  web_animate_image_previews: [['always', 'never', 'on_hover'], ['sometimes']],
  web_channel_default_view: [
    [2, 3, 4, 1],
    [0, 5],
  ],
  web_font_size_px: [
    [12, 20, 16],
    [0, -14, 1000, 14.5],
  ],
  web_home_view: [['recent_topics', 'all_messages', 'inbox'], ['home']],
  web_line_height_percent: [
    [100, 200, 122],
    [0, 10_000],
  ],
  web_mark_read_on_scroll_policy: [
    [2, 3, 1],
    [0, 4],
  ],
  web_stream_unreads_count_display_policy: [
    [1, 3, 2],
    [0, 4],
  ],
  automatically_follow_topics_policy: [
    [2, 3, 4, 1],
    [0, 5],
  ],
  automatically_unmute_topics_in_muted_streams_policy: [
    [1, 3, 4, 2],
    [0, 5],
  ],
  desktop_icon_count_display: [
    [2, 3, 4, 1],
    [0, 5],
  ],
  email_notifications_batching_period_seconds: [
    [1, 604_800, 120],
    [0, -1, 604_801],
  ],
  notification_sound: [['none', 'chime'], ['trumpet']],
  realm_name_in_email_notifications_policy: [
    [2, 3, 1],
    [0, 4],
  ],
  resolved_topic_notice_auto_read_policy: [['always', 'never', 'except_followed'], ['maybe']],
  email_address_visibility: [
    [1, 2, 4, 5, 3],
    [0, 6],
  ],
  timezone: [
    ['Europe/Berlin', 'US/Pacific'],
    ['', 'europe/berlin', '+01:00', 'Mars/Phobos'],
  ],
};

const PATHS = ['settings', 'settings/display', 'settings/notifications'];

describe('personal settings', () => {
  let world: World;
  let ana: Person;
  let bea: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, bea] = [await world.member('ana'), await world.member('bea')];
  });
  afterAll(() => world.stop());

  const modern = { client_capabilities: { notification_settings_null: true, user_settings_object: true } };
  const settingsOf = async (person: Person) =>
    (await person.register({ fetch_event_types: ['user_settings'], ...modern })).state.user_settings as Record<
      string,
      unknown
    >;
  const login = async (person: Person, password: string) =>
    (await world.request('POST', 'fetch_api_key', { username: person.email, password })).body;

  it.each(PATHS)('are all changed at PATCH %s', async (path) => {
    const before = await settingsOf(ana);
    for (const name of SWITCHES) {
      await ana.ok('PATCH', path, { [name]: !before[name] });
      expect(await ana.patch(path, { [name]: 'yes' })).toMatchObject({ body: { code: 'BAD_REQUEST' } });
    }
    const after = await settingsOf(ana);
    expect(SWITCHES.map((name) => after[name])).toEqual(SWITCHES.map((name) => !before[name]));
    for (const [name, [values, wrong]] of Object.entries(CHOICES)) {
      for (const value of values) await ana.ok('PATCH', path, { [name]: value });
      for (const value of wrong) {
        expect((await ana.patch(path, { [name]: value })).body).toMatchObject({ code: 'BAD_REQUEST' });
      }
      const [last] = values.slice(-1);
      expect((await settingsOf(ana))[name]).toBe(last);
    }
    await ana.ok('PATCH', path, Object.fromEntries(SWITCHES.map((name) => [name, before[name]])));
  });

  it('are all sent as events', async () => {
    const told = Object.keys(await settingsOf(ana)).filter((name) => !/_choices$|^available_/.test(name));
    expect(told.sort()).toEqual([...SWITCHES, ...Object.keys(CHOICES)].sort());
  });

  it("are sent to the user's own clients, one event for each changed setting", async () => {
    const [own, others] = [await ana.register(modern), await bea.register(modern)];
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true, default_language: 'de', enter_sends: false });
    await ana.ok('PATCH', 'settings', { twenty_four_hour_time: true });
    const type = 'user_settings';
    expect((await own.drain()).map(({ id: _, ...event }) => event)).toEqual([
      { type, op: 'update', property: 'default_language', value: 'de', language_name: 'Deutsch' },
      { type, op: 'update', property: 'twenty_four_hour_time', value: true },
    ]);
    expect(await others.drain()).toEqual([]);
    await expectFreshSnapshot(own);
  });

  it('are sent to older clients in the two older forms too', async () => {
    const queue = await ana.register();
    await ana.ok('PATCH', 'settings', {
      color_scheme: 3,
      default_language: 'fr',
      enable_sounds: false,
      send_read_receipts: false,
    });
    const told = (await queue.drain()).map(({ id: _, ...event }) => event);
    const { email: user } = await ana.ok('GET', 'users/me');
    expect(told).toEqual([
      { type: 'user_settings', op: 'update', property: 'color_scheme', value: 3 },
      { type: 'update_display_settings', user, setting_name: 'color_scheme', setting: 3 },
      { type: 'user_settings', op: 'update', property: 'default_language', value: 'fr', language_name: 'français' },
      {
        type: 'update_display_settings',
        user,
        setting_name: 'default_language',
        setting: 'fr',
        language_name: 'français',
      },
      { type: 'user_settings', op: 'update', property: 'enable_sounds', value: false },
      { type: 'update_global_notifications', user, notification_name: 'enable_sounds', setting: false },
      { type: 'user_settings', op: 'update', property: 'send_read_receipts', value: false },
    ]);
    expect(queue.state).toMatchObject({ color_scheme: 1, enable_sounds: true });
    await expectFreshSnapshot(queue);
  });

  it('are changed all together or not at all', async () => {
    const before = await settingsOf(ana);
    const queue = await ana.register(modern);
    for (const wrong of [
      { full_name: 'x' },
      { email: 'no address' },
      { old_password: 'wrong', new_password: 'a much longer secret' },
    ]) {
      expect((await ana.patch('settings', { enter_sends: true, timezone: 'Asia/Tokyo', ...wrong })).status).toBe(400);
    }
    expect(await settingsOf(ana)).toEqual(before);
    expect(await queue.drain()).toEqual([]);
  });

  it('stay unchanged by an empty request and by unknown parameters', async () => {
    const queue = await ana.register(modern);
    await ana.ok('PATCH', 'settings');
    const body = await ana.ok('PATCH', 'settings', { dense_mode: true, emojiset_choices: '[]' });
    expect(body.ignored_parameters_unsupported).toEqual(['dense_mode', 'emojiset_choices']);
    expect(await queue.drain()).toEqual([]);
  });

  it('have a time zone that all users see', async () => {
    const queues = await Promise.all([ana, bea].map((person) => person.register()));
    await ana.ok('PATCH', 'settings', { timezone: 'Asia/Kolkata' });
    const { email } = await ana.ok('GET', 'users/me');
    for (const queue of queues) {
      const person = (await queue.drain()).find(({ type }) => type === 'realm_user')!.person;
      expect(person).toEqual({ user_id: ana.id, email, timezone: 'Asia/Kolkata' });
      await expectFreshSnapshot(queue);
    }
  });

  it('decide who sees the address', async () => {
    const queues = await Promise.all([ana, bea, world.owner].map((person) => person.register()));
    await ana.ok('PATCH', 'settings', { email_address_visibility: 1 });
    expect((await bea.ok('GET', `users/${ana.id}`)).user).toMatchObject({
      email: ana.email,
      delivery_email: ana.email,
    });
    await ana.ok('PATCH', 'settings', { email_address_visibility: 4 });
    expect((await world.owner.ok('GET', `users/${ana.id}`)).user).toMatchObject({ delivery_email: null });
    for (const queue of queues) await expectFreshSnapshot(queue);
    await ana.ok('PATCH', 'settings', { email_address_visibility: 3 });
  });

  it('change the full name where the organization allows it', async () => {
    const queue = await bea.register();
    await ana.ok('PATCH', 'settings', { full_name: '  Ana Ávila ' });
    expect((await bea.ok('GET', `users/${ana.id}`)).user).toMatchObject({ full_name: 'Ana Ávila' });
    await ana.ok('PATCH', 'settings', { full_name: '  ' });
    await expectFreshSnapshot(queue);
    await world.owner.ok('PATCH', 'realm', { name_changes_disabled: true });
    expect((await ana.patch('settings', { full_name: 'Ana Other' })).body).toMatchObject({ code: 'BAD_REQUEST' });
    await ana.ok('PATCH', 'settings', { full_name: 'Ana Ávila' });
    const ada = await world.admin('ada');
    await ada.ok('PATCH', 'settings', { full_name: 'Ada Countess' });
    await world.owner.ok('PATCH', 'realm', { name_changes_disabled: false });
    for (const full_name of ['A', 'x'.repeat(101), 'Ana*', 'Ana|12', 'Ana\0Bea']) {
      expect((await ana.patch('settings', { full_name })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    await world.owner.ok('PATCH', 'realm', { require_unique_names: true });
    expect((await ana.patch('settings', { full_name: 'BEA example' })).body).toMatchObject({ code: 'BAD_REQUEST' });
    await world.owner.ok('PATCH', 'realm', { require_unique_names: false });
  });

  it('tell administrators who consents to the export of private data', async () => {
    const [administrators, members] = [await world.owner.register(), await bea.register()];
    await ana.ok('PATCH', 'settings', { allow_private_data_export: true });
    const told = (await administrators.drain()).map(({ id: _, ...event }) => event);
    expect(told).toEqual([{ type: 'realm_export_consent', user_id: ana.id, consented: true }]);
    expect(await members.drain()).toEqual([]);
  });

  it('mail a link to a new address, and keep the old one until it is followed', async () => {
    await ana.ok('PATCH', 'settings', { email: 'ana.new@example.org' });
    const mails = await world.sql<{ to: string }>(`SELECT recipient AS to FROM mail ORDER BY id DESC LIMIT 1`);
    expect(mails).toEqual([{ to: 'ana.new@example.org' }]);
    expect((await ana.ok('GET', 'users/me')).delivery_email).toBe(ana.email);
    expect((await ana.patch('settings', { email: 'nonsense' })).body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('reject a language, time zone or switch of the wrong type', async () => {
    const wrong: Parameters[] = [
      { default_language: 5 },
      { timezone: ['Europe/Berlin'] },
      { enter_sends: 1 },
      { color_scheme: true },
      { color_scheme: { $gt: 0 } },
      { timezone: 'Europe/Berlin\0' },
    ];
    for (const parameters of wrong) {
      expect((await ana.patch('settings', parameters)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    }
  });

  it('equal the last event after concurrent changes', async () => {
    const queue = await ana.register(modern);
    await Promise.all(Array.from({ length: 12 }, (_, n) => ana.patch('settings', { web_font_size_px: 12 + n })));
    await expectFreshSnapshot(queue);
  });

  describe('the password', () => {
    const OLD = 'a long enough secret';
    const NEW = 'quite another secret';

    it('is changed with the old one, and ends all other sessions and keys', async () => {
      const cid = await world.member('cid');
      const { api_key } = await login(cid, OLD);
      const other = new Person(world, cid.id, cid.email, cid.fullName, api_key as string);
      const queue = await cid.register();
      const entries = await leftBy(world, () => cid.ok('PATCH', 'settings', { old_password: OLD, new_password: NEW }));
      expect(entries.map(({ action }) => action)).toContain('changed_password');
      expect(JSON.stringify(entries)).not.toContain(NEW);
      expect((await other.get('users/me')).body.code).toBe('UNAUTHORIZED');
      expect((await cid.get('users/me')).status).toBe(200);
      await queue.drain();
      expect((await login(cid, OLD)).code).toBe('AUTHENTICATION_FAILED');
      expect((await login(cid, NEW)).result).toBe('success');
    });

    it.each([
      ['the old one is wrong', { old_password: 'a wrong secret', new_password: NEW }],
      ['the old one is missing', { new_password: NEW }],
      ['it is too short', { old_password: OLD, new_password: 'ab1?x' }],
      ['it is easy to guess', { old_password: OLD, new_password: 'password123' }],
      ['it is the address', { old_password: OLD, new_password: 'bea@example.org' }],
      ['it is too long', { old_password: OLD, new_password: 'ab1?'.repeat(30) }],
    ])('stays when %s', async (_, parameters) => {
      expect((await bea.patch('settings', parameters)).body).toMatchObject({ code: 'BAD_REQUEST' });
      expect((await login(bea, OLD)).result).toBe('success');
    });

    it.each(PATHS.slice(1))('is changed together with name and address at PATCH %s', async (path) => {
      const eve = await world.member(`eve of ${path.split('/')[1]}`);
      const email = `new.${eve.email}`;
      const change = { full_name: 'Eve Elsewhere', email, old_password: OLD, new_password: NEW };
      expect((await eve.patch(path, { ...change, old_password: 'a wrong secret' })).status).toBe(400);
      await eve.ok('PATCH', path, change);
      expect(await eve.ok('GET', 'users/me')).toMatchObject({ full_name: 'Eve Elsewhere', delivery_email: eve.email });
      expect((await login(eve, NEW)).result).toBe('success');
      expect(await world.sql('SELECT FROM mail WHERE recipient = $1', [email])).toHaveLength(1);
    });

    it('does not change with the old password alone', async () => {
      await bea.ok('PATCH', 'settings', { old_password: 'a wrong secret' });
      expect((await login(bea, OLD)).result).toBe('success');
    });
  });
});

describe('the rate limit of personal settings', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ PARLEY_RATE_LIMITS: 'on' });
  });
  afterAll(() => world.stop());

  it('limits guesses at the password', async () => {
    const guess = () =>
      world.owner.patch('settings', { old_password: 'a guess', new_password: 'quite another secret' });
    for (let attempt = 0; attempt < 5; attempt++) expect((await guess()).status).toBe(400);
    expect((await guess()).body).toMatchObject({ code: 'RATE_LIMIT_HIT' });
  });
});
