import { cpuMsOf } from '../support/cpu-time';
import { OtherOrganization, createOtherOrganization } from '../support/other-organization';
import { expectFreshSnapshot } from '../support/fold';
import type { Person } from '../support/person';
import { ABSENT, Request } from '../support/requests-with-ids';
import { World } from '../support/world';

describe('mistakes about presence, statuses and profiles', () => {
  let world: World;
  let foreign: OtherOrganization;
  let foreignFieldId: number;
  let owner: Person;
  let ana: Person;
  let bea: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ana, bea, gus] = [await world.member('ana'), await world.member('bea'), await world.guest('gus')];
    foreign = await createOtherOrganization(world);
    const [field] = await world.sql<{ id: number }>(
      `INSERT INTO profile_field (organization_id, type, name, position)
        SELECT organization_id, 1, 'elsewhere', 1 FROM user_account WHERE id = $1 RETURNING id::int AS id`,
      [foreign.userId],
    );
    foreignFieldId = field.id;
    await world.sql(`INSERT INTO user_status (user_id, organization_id, status_text)
      SELECT id, organization_id, 'elsewhere' FROM user_account WHERE id = ${foreign.userId}`);
    await world.sql(`INSERT INTO presence (user_id, organization_id, active_at, connected_at, change_id)
      SELECT id, organization_id, now(), now(), 1 FROM user_account WHERE id = ${foreign.userId}`);
  });
  afterAll(() => world.stop());

  const told = async (person: Person, [method, path, parameters]: Request, id: number): Promise<string> => {
    const { status, body } = await world.request(method, path, parameters, person.authorization);
    return `${status} ${JSON.stringify(body)}`.replaceAll(String(id), '#');
  };

  const WITH_USER: [string, (id: number) => Request][] = [
    ['a status', (id) => ['GET', `users/${id}/status`]],
    ['a status to be given', (id) => ['POST', `users/${id}/status`, { status_text: 'x' }]],
    ['presence', (id) => ['GET', `users/${id}/presence`]],
    ['muting', (id) => ['POST', `users/me/muted_users/${id}`]],
    ['unmuting', (id) => ['DELETE', `users/me/muted_users/${id}`]],
  ];
  it.each(WITH_USER)(
    '1, 2 and 14: %s of an account of another organization gets the answer for an unknown one',
    async (_, request) => {
      for (const person of [owner, ana, gus]) {
        const absent = await told(person, request(ABSENT), ABSENT);
        expect(absent).toMatch(/^400 /);
        expect(await told(person, request(foreign.userId), foreign.userId)).toBe(absent);
      }
    },
  );

  const WITH_FIELD: [string, (id: number) => Request][] = [
    ['changed', (id) => ['PATCH', `realm/profile_fields/${id}`, { name: 'mine' }]],
    ['removed', (id) => ['DELETE', `realm/profile_fields/${id}`]],
    ['filled in', (id) => ['PATCH', 'users/me/profile_data', { data: [{ id, value: 'x' }] }]],
    ['emptied', (id) => ['DELETE', 'users/me/profile_data', { data: [id] }]],
    ['put into order', (id) => ['PATCH', 'realm/profile_fields', { order: [id] }]],
  ];
  it.each(WITH_FIELD)('1, 2 and 14: a field of another organization is not %s', async (_, request) => {
    const absent = await told(owner, request(ABSENT), ABSENT);
    expect(absent).toMatch(/^400 /);
    expect(await told(owner, request(foreignFieldId), foreignFieldId)).toBe(absent);
  });

  it('14: no list contains anything of another organization', async () => {
    const { state } = await owner.register({ slim_presence: true });
    for (const person of [owner, gus]) {
      const { body } = await person.post('users/me/presence', { status: 'active', last_update_id: -1 });
      expect(Object.keys(body.presences as object)).not.toContain(String(foreign.userId));
    }
    expect(JSON.stringify([state.user_status, state.custom_profile_fields, state.presences])).not.toMatch(
      new RegExp(`elsewhere|"${foreign.userId}"`),
    );
    expect(JSON.stringify(await owner.ok('GET', 'realm/profile_fields'))).not.toContain('elsewhere');
  });

  describe('for guests with limited visibility', () => {
    const group = async (name: string) =>
      ((await owner.ok('GET', 'user_groups')).user_groups as { id: number; name: string }[]).find(
        (one) => one.name === name,
      )!.id;
    const limit = async (name: string) => {
      const value = await group(name);
      await owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: value } });
    };
    let field: number;

    beforeAll(async () => {
      field = (await owner.ok('POST', 'realm/profile_fields', { field_type: 1, name: 'Team' })).id as number;
      await bea.sendTo([gus], 'We know each other');
      await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
      await limit('role:members');
    });
    afterAll(() => limit('role:everyone'));

    const speak = async (person: Person) => {
      await world.sql('DELETE FROM presence WHERE user_id = $1', [person.id]);
      await person.ok('POST', 'users/me/presence', { status: 'active', ping_only: true });
      await person.ok('POST', 'users/me/status', {
        status_text: `word of ${person.id} at ${Date.now()}`,
        emoji_name: 'tada',
      });
      await person.ok('PATCH', 'users/me/profile_data', { data: [{ id: field, value: `team of ${person.id}` }] });
      await person.ok('PATCH', 'settings', { timezone: 'Asia/Tokyo' });
      await person.ok('PATCH', 'settings', { timezone: 'Europe/Berlin' });
    };

    it('3 and 9: presence, statuses and profiles of invisible users send no events', async () => {
      const queue = await gus.register({ slim_presence: true });
      await speak(ana);
      await speak(bea);
      const events = await queue.drain();
      expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['presence', 'user_status', 'realm_user']));
      const whom = events.map(({ user_id, person }) => user_id ?? (person as { user_id: number }).user_id);
      expect(new Set(whom)).toEqual(new Set([bea.id]));
      await expectFreshSnapshot(queue);
    });

    it('3 and 9: invisible users are in no list, and get the answer for unknown ones', async () => {
      await speak(ana);
      const { state } = await gus.register({ slim_presence: true });
      const answers = [
        state.presences,
        state.user_status,
        (await gus.post('users/me/presence', { status: 'idle', slim_presence: true })).body.presences,
        (await gus.ok('GET', 'realm/presence')).presences,
      ];
      for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(new RegExp(`"(user)?${ana.id}["@]`));
      for (const [, request] of WITH_USER.filter(([name]) => name !== 'a status to be given')) {
        const absent = await told(gus, request(ABSENT), ABSENT);
        expect(await told(gus, request(ana.id), ana.id)).toBe(absent);
      }
      const users = { field_type: 6, name: 'Friends' };
      const id = (await owner.ok('POST', 'realm/profile_fields', users)).id as number;
      const name = (value: number[]) =>
        told(gus, ['PATCH', 'users/me/profile_data', { data: [{ id, value }] }], value[0]);
      expect(await name([ana.id])).toBe(await name([ABSENT]));
      await gus.ok('PATCH', 'users/me/profile_data', { data: [{ id, value: [bea.id] }] });
    });

    it('3: a common channel shows presence and status, until it ends', async () => {
      await speak(ana);
      const client_capabilities = { notification_settings_null: true, user_list_incomplete: true };
      const queue = await gus.register({ client_capabilities });
      await ana.subscribe('together', { principals: [ana.id, gus.id] });
      await expectFreshSnapshot(queue);
      expect(queue.seen.map(({ type, user_id }) => [type, user_id])).toContainEqual(['user_status', ana.id]);
      await gus.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['together'] });
      await expectFreshSnapshot(queue);
    });
  });

  it('10: no list shows a hidden address', async () => {
    await ana.ok('POST', 'users/me/presence', { status: 'active' });
    const texts = [
      await gus.ok('GET', 'realm/presence'),
      (await gus.post('users/me/presence', { status: 'active' })).body,
      (await gus.register({ fetch_event_types: ['presence'] })).state,
    ].map((answer) => JSON.stringify(answer));
    for (const text of texts) expect(text).not.toContain(ana.email);
  });

  it('15: deactivated users are absent, and their values do not block others', async () => {
    const cid = await world.member('cid');
    await cid.ok('POST', 'users/me/presence', { status: 'active' });
    const queue = await cid.register();
    await owner.ok('DELETE', `users/${cid.id}`);
    for (const request of [
      cid.post('users/me/presence', { status: 'active' }),
      cid.post('users/me/status', { status_text: 'still here' }),
      cid.patch('settings', { enter_sends: true }),
      cid.post('users/me/alert_words', { alert_words: ['x'] }),
      cid.get('events', { queue_id: queue.id, last_event_id: -1, dont_block: true }),
    ]) {
      expect((await request).body.code).toBe('USER_DEACTIVATED');
    }
    const { body } = await ana.post('users/me/presence', { status: 'active', slim_presence: true });
    expect(Object.keys(body.presences as object)).not.toContain(String(cid.id));
  });

  it('12: bots have no presence, status or settings', async () => {
    const { user_id, api_key } = await ana.ok('POST', 'bots', { full_name: 'Machine', short_name: 'machine' });
    const [{ email }] = await world.sql<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [user_id]);
    const authorization = `Basic ${Buffer.from(`${email}:${api_key as string}`).toString('base64')}`;
    const wanted: Request[] = [
      ['POST', 'users/me/presence', { status: 'active' }],
      ['POST', 'users/me/status', { status_text: 'x' }],
      ['PATCH', 'settings', { enter_sends: true }],
      ['PATCH', 'users/me/profile_data', { data: [] }],
      ['DELETE', 'users/me/profile_data', { data: [] }],
    ];
    for (const [method, path, parameters] of wanted) {
      const { body } = await world.request(method, path, parameters, authorization);
      expect([path, body.code]).toEqual([path, 'BAD_REQUEST']);
    }
    for (const path of [`users/${ana.id}/status`, 'realm/presence', 'realm/profile_fields']) {
      expect((await world.request('GET', path, {}, authorization)).status).toBe(200);
    }
    expect((await ana.get(`users/${user_id as number}/presence`)).status).toBe(400);
    expect((await owner.post(`users/${user_id as number}/status`, { status_text: 'x' })).status).toBe(400);
  });

  it('18 and 19: values of another type, or that the database cannot store, are refused', async () => {
    const wrong: Request[] = [
      ['POST', 'users/me/status', { status_text: 'a\0' }],
      ['POST', 'users/me/status', { away: [true] }],
      ['POST', 'users/me/presence', { status: '{"status":"active"}' }],
      ['POST', 'users/me/alert_words', { alert_words: [{ $ne: null }] }],
      ['POST', 'users/me/alert_words', { alert_words: [['nested']] }],
      ['PATCH', 'users/me/profile_data', { data: { id: 1, value: 'x' } }],
      ['PATCH', 'users/me/profile_data', { data: '[{"id":1,"value":"x","__proto__":{"a":1}}]' }],
      ['PATCH', 'users/me/profile_data', { data: [{ id: 1, value: { a: 1 } }] }],
      ['PATCH', 'users/me/profile_data', { data: [{ id: 2 ** 53, value: 'x' }] }],
      ['DELETE', 'users/me/profile_data', { data: [-1] }],
      ['PATCH', 'settings', { full_name: 'a\0b' }],
      ['PATCH', 'settings', { emojiset: '["google"]' }],
      [
        'POST',
        'realm/profile_fields',
        { field_type: 3, name: 'x', field_data: '{"__proto__":{"text":"a","order":"1"}}' },
      ],
    ];
    for (const [method, path, parameters] of wrong) {
      const { status, body } = await world.request(method, path, parameters, owner.authorization);
      expect([status, body.code, path]).toEqual([400, 'BAD_REQUEST', path]);
    }
  });

  it('22: very many alert words of all users do not slow a send down', async () => {
    const words = Array.from({ length: 500 }, (_, n) => `${'a'.repeat(90)}${n}`);
    await Promise.all([ana, bea].map((person) => person.ok('POST', 'users/me/alert_words', { alert_words: words })));
    await ana.send('general', 'warm', 'x');
    expect(await cpuMsOf(() => ana.send('general', 'words', 'a'.repeat(10_000)))).toBeLessThan(3_000);
  });

  it('25: one of two administrators who fill the summary at once is refused', async () => {
    const ada = await world.admin('ada');
    const attempts = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        (n % 2 ? owner : ada).post('realm/profile_fields', {
          field_type: 1,
          name: `Summary ${n}`,
          display_in_profile_summary: true,
        }),
      ),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
  });
});
