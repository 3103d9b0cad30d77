import { randomUUID } from 'node:crypto';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;

/** A client that follows all events of channels. */
const follow = (person: Person, parameters: Parameters = {}) =>
  person.register({
    fetch_event_types: ['subscription', 'stream'],
    include_subscribers: 'true',
    client_capabilities: { notification_settings_null: true, archived_channels: true },
    ...parameters,
  });

describe('subscriptions', () => {
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
  });
  afterAll(() => world.stop());

  const wanted = (...names: string[]): { subscriptions: { name: string }[] } => ({
    subscriptions: names.map((name) => ({ name })),
  });
  const membersOf = async (person: Person, name: string): Promise<number[]> =>
    (await person.ok('GET', `streams/${await person.channelId(name)}/members`)).subscribers as number[];
  const exists = async (name: string): Promise<boolean> =>
    (await world.sql('SELECT FROM channel WHERE lower(name) = lower($1)', [name])).length > 0;
  const groupId = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id FROM user_group WHERE name = $1', [name]))[0].id;
  const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];

  describe('POST /users/me/subscriptions', () => {
    it('creates channels that do not exist and answers by user id, with both maps always present', async () => {
      const name = nameOf('new');
      const first = await ana.subscribe(name);
      expect(first).toEqual({
        result: 'success',
        msg: '',
        subscribed: { [ana.id]: [name] },
        already_subscribed: {},
        new_subscription_messages_sent: true,
      });
      const second = await ana.subscribe(name, { send_new_subscription_messages: false });
      expect(second).toEqual({ result: 'success', msg: '', subscribed: {}, already_subscribed: { [ana.id]: [name] } });
    });

    it('reads null in a channel as a missing value', async () => {
      const name = nameOf('bare');
      await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name, description: null, color: null }] });
      const { streams } = await ana.ok('GET', 'streams');
      expect(streams).toContainEqual(expect.objectContaining({ name, description: '', rendered_description: '' }));
    });

    it('finds an existing channel in any case and answers with its stored name', async () => {
      const name = nameOf('Straße');
      await ana.subscribe(name);
      expect((await bo.subscribe(name.toUpperCase().replace('SS', 'ß'))).subscribed).toEqual({ [bo.id]: [name] });
      expect((await ana.subscribe([name, `  ${name.toLowerCase()} `])).already_subscribed).toEqual({
        [ana.id]: [name],
      });
    });

    it('subscribes many users to many channels, subscribed, unsubscribed or new', async () => {
      const [old, fresh] = [nameOf('old'), nameOf('fresh')];
      await ana.subscribe(old);
      const answer = await ana.subscribe([old, fresh], { principals: [ana.id, bo.id, gus.id, bo.id] });
      expect(answer.subscribed).toEqual({ [ana.id]: [fresh], [bo.id]: [old, fresh], [gus.id]: [old, fresh] });
      expect(answer.already_subscribed).toEqual({ [ana.id]: [old] });
      expect(await membersOf(ana, fresh)).toEqual([ana.id, bo.id, gus.id]);
    });

    it('accepts principals by API address, and reads an empty list as the caller', async () => {
      const name = nameOf('mail');
      const { email } = (await bo.ok('GET', 'users/me')) as unknown as { email: string };
      expect((await ana.subscribe(name, { principals: [email.toUpperCase()] })).subscribed).toEqual({
        [bo.id]: [name],
      });
      expect((await ana.subscribe(name, { principals: [] })).subscribed).toEqual({ [ana.id]: [name] });
    });

    it.each<[string, Parameters]>([
      ['ids and addresses mixed', { principals: [1, 'bo@example.org'] }],
      ['an unknown id', { principals: [987_654] }],
      ['an unknown address', { principals: ['nobody@example.org'] }],
      ['an address with a null byte', { principals: ['a\0b@example.org'] }],
      ['principals that are no list', { principals: { id: 1 } }],
      ['a flag that is no boolean', { invite_only: 'True' }],
      ['a number instead of a boolean', { invite_only: 1 }],
      ['an unknown topics policy', { topics_policy: 'whatever' }],
      ['a folder, as there are none', { folder_id: 1 }],
      ['a protected history of a public channel', { history_public_to_subscribers: false }],
      ['a private web-public channel', { invite_only: true, is_web_public: true }],
      ['a web-public channel where spectators are not let in', { is_web_public: true }],
      ['no retention at all', { message_retention_days: 0 }],
      ['an unknown word of retention', { message_retention_days: 'forever' }],
      ['a group that does not exist', { can_send_message_group: 987_654 }],
      ['a setting that lacks a list', { can_send_message_group: { direct_members: [] } }],
      [
        'a setting with an unknown member',
        { can_send_message_group: { direct_members: [987_654], direct_subgroups: [] } },
      ],
      ['an unknown key in a channel', { subscriptions: [{ name: 'odd', colour: '#fff' }] }],
      ['a colour that is none', { subscriptions: [{ name: 'odd', color: 'red' }] }],
      ['a channel without a name', { subscriptions: [{ description: 'odd' }] }],
      ['a blank name', { subscriptions: [{ name: '  ' }] }],
      ['a name that is too long', { subscriptions: [{ name: 'x'.repeat(61) }] }],
      ['a null byte in a name', { subscriptions: [{ name: 'odd\0name' }] }],
      ['half a surrogate pair in a name', { subscriptions: [{ name: 'odd\ud800' }] }],
      ['a null byte in a description', { subscriptions: [{ name: 'odd', description: '\0' }] }],
      ['a description that is too long', { subscriptions: [{ name: 'odd', description: 'x'.repeat(1025) }] }],
      ['broken JSON', { subscriptions: '[{"name": "odd"' }],
      ['a name instead of a channel', { subscriptions: ['odd'] }],
    ])('rejects %s and creates nothing', async (_, parameters) => {
      const name = nameOf('refused');
      const before = await world.sql('SELECT count(*) FROM channel');
      const answer = await owner.post('users/me/subscriptions', { ...wanted(name), ...parameters });
      expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
      expect(await world.sql('SELECT count(*) FROM channel')).toEqual(before);
    });

    it('reports the position of an invalid character in a name', async () => {
      const { body } = await ana.post('users/me/subscriptions', wanted('ab\u0007c'));
      expect(body.msg).toContain('position 3');
    });

    it('requires the list of channels', async () => {
      const { status, body } = await ana.post('users/me/subscriptions');
      expect([status, body]).toEqual([
        400,
        {
          result: 'error',
          msg: "Missing 'subscriptions' argument",
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: 'subscriptions',
        },
      ]);
    });

    it('lists unknown parameters, sorted, on success only', async () => {
      const name = nameOf('unknown');
      const fine = await ana.subscribe(name, { zebra: 1, can_create_topic_group: 11, alpha: 'x' });
      expect(fine.ignored_parameters_unsupported).toEqual(['alpha', 'can_create_topic_group', 'zebra']);
      const { body } = await ana.post('users/me/subscriptions', { ...wanted(' '), zebra: 1 });
      expect(body).not.toHaveProperty('ignored_parameters_unsupported');
    });

    it('requires credentials', async () => {
      const { status, body, headers } = await world.request('POST', 'users/me/subscriptions', wanted('x'));
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(headers.get('www-authenticate')).toBe('Basic realm="zulip"');
    });

    it('applies the whole request or nothing', async () => {
      const name = nameOf('first');
      expect(refusal(await ana.post('users/me/subscriptions', wanted(name, 'second\0')))).toEqual([400, 'BAD_REQUEST']);
      expect(
        refusal(await ana.post('users/me/subscriptions', { ...wanted(name), principals: [ana.id, 987_654] })),
      ).toEqual([400, 'BAD_REQUEST']);
      expect(await exists(name)).toBe(false);
    });

    it('refuses guests', async () => {
      const name = nameOf('guest');
      expect(refusal(await gus.post('users/me/subscriptions', wanted(name)))).toEqual([400, 'BAD_REQUEST']);
      expect(refusal(await gus.post('users/me/subscriptions', wanted('general')))).toEqual([400, 'BAD_REQUEST']);
      expect(await exists(name)).toBe(false);
    });

    it('creates default channels for administrators only and sets retention for owners only', async () => {
      const name = nameOf('special');
      expect(refusal(await ana.post('users/me/subscriptions', { ...wanted(name), is_default_stream: true }))).toEqual([
        400,
        'UNAUTHORIZED_PRINCIPAL',
      ]);
      const kept = { ...wanted(name), message_retention_days: 30 };
      expect(refusal(await admin.post('users/me/subscriptions', kept))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      const both = { ...wanted(name), is_default_stream: true, invite_only: true };
      expect(refusal(await owner.post('users/me/subscriptions', both))).toEqual([400, 'BAD_REQUEST']);
      await owner.subscribe(name, { message_retention_days: 'unlimited', is_default_stream: true });
      const { stream } = await owner.ok('GET', `streams/${await owner.channelId(name)}`);
      expect(stream).toMatchObject({ message_retention_days: -1 });
      expect(stream).not.toHaveProperty('is_default');
      await world.sql('UPDATE channel SET is_default = false WHERE name = $1', [name]);
    });

    it('accepts only allowed values of settings and stores them in one form', async () => {
      const [nobody, everyone, internet, admins] = await Promise.all(
        ['role:nobody', 'role:everyone', 'role:internet', 'role:administrators'].map(groupId),
      );
      const name = nameOf('settings');
      for (const [setting, value] of [
        ['can_subscribe_group', everyone],
        ['can_add_subscribers_group', everyone],
        ['can_administer_channel_group', everyone],
        ['can_send_message_group', internet],
      ]) {
        const answer = await ana.post('users/me/subscriptions', { ...wanted(name), [setting as string]: value });
        expect(refusal(answer)).toEqual([400, 'BAD_REQUEST']);
      }
      await ana.subscribe(name, {
        can_send_message_group: { direct_members: [], direct_subgroups: [admins] },
        can_subscribe_group: { direct_members: [], direct_subgroups: [] },
        can_resolve_topics_group: { direct_members: [bo.id, ana.id, bo.id], direct_subgroups: [] },
      });
      const { stream } = await ana.ok('GET', `streams/${await ana.channelId(name)}`);
      expect(stream).toMatchObject({
        can_send_message_group: admins,
        stream_post_policy: 2,
        is_announcement_only: true,
        can_subscribe_group: nobody,
        can_resolve_topics_group: { direct_members: [ana.id, bo.id], direct_subgroups: [] },
        can_administer_channel_group: { direct_members: [ana.id], direct_subgroups: [] },
        can_remove_subscribers_group: admins,
        can_add_subscribers_group: nobody,
      });
    });

    it('refuses members, and allows moderators, to set who else may delete messages', async () => {
      const members = await groupId('role:members');
      const wish = { ...wanted(nameOf('delete')), can_delete_any_message_group: members };
      expect(refusal(await ana.post('users/me/subscriptions', wish))).toEqual([400, 'BAD_REQUEST']);
      expect((await admin.post('users/me/subscriptions', wish)).status).toBe(200);
    });

    it('ignores settings for new channels where the channel exists', async () => {
      const name = nameOf('old');
      await ana.subscribe(name, {});
      await bo.subscribe(name, { invite_only: true, can_send_message_group: await groupId('role:nobody') });
      const { stream } = await bo.ok('GET', `streams/${await bo.channelId(name)}`);
      expect(stream).toMatchObject({ invite_only: false, can_send_message_group: await groupId('role:everyone') });
    });

    describe('subscribing without access', () => {
      it('fails the whole request, or lists the channel, as the request asks', async () => {
        const [secret, open] = [nameOf('secret'), nameOf('open')];
        await ana.subscribe(secret, { invite_only: true });
        expect(refusal(await bo.post('users/me/subscriptions', wanted(secret, open)))).toEqual([400, 'BAD_REQUEST']);
        expect(await exists(open)).toBe(false);
        const answer = await bo.subscribe([secret, open], { authorization_errors_fatal: false });
        expect(answer).toMatchObject({
          subscribed: { [bo.id]: [open] },
          already_subscribed: {},
          unauthorized: [secret],
        });
      });

      it('is refused to administrators of a private channel who are not subscribed', async () => {
        const secret = nameOf('secret');
        await ana.subscribe(secret, { invite_only: true });
        const answer = await admin.subscribe(secret, { authorization_errors_fatal: false });
        expect(answer).toMatchObject({ subscribed: {}, unauthorized: [secret] });
      });

      it('is allowed by can_subscribe_group', async () => {
        const secret = nameOf('secret');
        const permitted = { direct_members: [bo.id], direct_subgroups: [] };
        await ana.subscribe(secret, { invite_only: true, can_subscribe_group: permitted });
        expect((await bo.subscribe(secret)).subscribed).toEqual({ [bo.id]: [secret] });
      });
    });

    describe('subscribing others', () => {
      let closed: string;
      beforeAll(async () => {
        closed = nameOf('closed');
        await owner.subscribe(closed, { principals: [owner.id, ana.id] });
        await permitAdding('role:administrators');
      });
      afterAll(() => permitAdding('role:members'));

      async function permitAdding(group: string): Promise<void> {
        const permissions = { can_add_subscribers_group: await groupId(group) };
        await world.sql(
          `UPDATE organization SET settings = settings || jsonb_build_object('permissions', $1::jsonb),
                                   permission_version = permission_version + 1`,
          [JSON.stringify(permissions)],
        );
      }

      it('requires the permission, whether or not authorization errors are fatal', async () => {
        for (const authorization_errors_fatal of [true, false]) {
          const request = { ...wanted(closed), principals: [bo.id], authorization_errors_fatal };
          expect(refusal(await ana.post('users/me/subscriptions', request))).toEqual([400, 'BAD_REQUEST']);
        }
        expect((await admin.subscribe(closed, { principals: [bo.id] })).subscribed).toEqual({ [bo.id]: [closed] });
      });

      it('treats the own address as another user, and the own id as the caller', async () => {
        const { email } = (await ana.ok('GET', 'users/me')) as unknown as { email: string };
        const byEmail = await ana.post('users/me/subscriptions', { ...wanted(closed), principals: [email] });
        expect(refusal(byEmail)).toEqual([400, 'BAD_REQUEST']);
        expect((await ana.subscribe(closed, { principals: [ana.id] })).already_subscribed).toEqual({
          [ana.id]: [closed],
        });
      });

      it('is allowed in channels that the request creates', async () => {
        const name = nameOf('own');
        expect((await ana.subscribe(name, { principals: [bo.id] })).subscribed).toEqual({ [bo.id]: [name] });
      });

      it('is allowed with the permission to administer the channel', async () => {
        const name = nameOf('mine');
        await ana.subscribe(name);
        expect((await ana.subscribe(name, { principals: [bo.id] })).subscribed).toEqual({ [bo.id]: [name] });
      });
    });

    it('subscribes users to an archived channel by name, and creates no second one', async () => {
      const name = nameOf('archived');
      await ana.subscribe(name);
      await world.sql('UPDATE channel SET is_archived = true WHERE name = $1', [name]);
      expect((await bo.subscribe(name)).subscribed).toEqual({ [bo.id]: [name] });
      expect(refusal(await bo.get('get_stream_id', { stream: name }))).toEqual([400, 'BAD_REQUEST']);
      expect(await world.sql('SELECT FROM channel WHERE name = $1', [name])).toHaveLength(1);
    });

    it('creates a channel once for two concurrent requests', async () => {
      const name = nameOf('race');
      await Promise.all([ana, bo, admin, owner].map((person) => person.subscribe(name)));
      expect(await world.sql('SELECT FROM channel WHERE name = $1', [name])).toHaveLength(1);
      expect(await membersOf(ana, name)).toEqual([owner.id, admin.id, ana.id, bo.id]);
    });

    it('subscribes hundreds of principals in a constant number of statements', async () => {
      const ids = await manyUsers(300);
      const name = nameOf('crowd');
      const queue = await follow(bo);
      const answer = await ana.subscribe(name, { principals: [ana.id, ...ids] });
      expect(Object.keys(answer.subscribed as object)).toHaveLength(301);
      expect(answer.new_subscription_messages_sent).toBe(false);
      expect(await membersOf(ana, name)).toHaveLength(301);
      await expectFreshSnapshot(queue);
    });

    async function manyUsers(count: number): Promise<number[]> {
      const rows = await world.sql<{ id: number }>(
        `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
         SELECT $1, 'crowd' || n || '@example.org', 'crowd' || n || '@example.org', 1, 'Crowd ' || n, 400
         FROM generate_series(1, $2::int) n RETURNING id`,
        [world.organizationId, count],
      );
      return rows.map(({ id }) => id);
    }

    it('rejects more channels and principals than its limit', async () => {
      const many = { subscriptions: Array.from({ length: 1_001 }, (_, at) => ({ name: `mass ${at}` })) };
      expect(refusal(await ana.post('users/me/subscriptions', many))).toEqual([400, 'BAD_REQUEST']);
    });
  });
});
