import { randomUUID } from 'node:crypto';
import { leftBy } from '../../support/audit-log';
import { OtherOrganization, createOtherOrganization } from '../../support/other-organization';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

const nameOf = (what: string): string => `${what} ${randomUUID().slice(0, 8)}`;
const refusal = ({ status, body }: ApiResponse): [number, string | undefined] => [status, body.code];
const BAD = [400, 'BAD_REQUEST'];

/** The smaller operations around subscriptions, and rules that all of them share. */
describe('requests about subscriptions', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let foreign: OtherOrganization;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
    foreign = await createOtherOrganization(world);
  });
  afterAll(() => world.stop());

  const wanted = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) });
  const membersOf = async (name: string) =>
    (
      await world.sql<{ id: number }>(
        `SELECT p.user_id AS id FROM subscription_period p JOIN channel c ON c.id = p.channel_id
         WHERE c.name = $1 AND p.to_position = 9223372036854775807 ORDER BY 1`,
        [name],
      )
    ).map(({ id }) => Number(id));
  const exists = async (name: string) =>
    (await world.sql('SELECT FROM channel WHERE lower(name) = lower($1)', [name])).length > 0;

  describe('PATCH /users/me/subscriptions', () => {
    const change = (person: Person, parameters: Parameters) => person.patch('users/me/subscriptions', parameters);

    it('subscribes and unsubscribes in one request, and answers both', async () => {
      const [old, known, fresh] = [nameOf('old'), nameOf('known'), nameOf('fresh')];
      await ana.subscribe([old, known]);
      const queue = await ana.register({});
      const { body } = await change(ana, {
        add: [{ name: fresh, description: 'New', color: '#123456' }, { name: known }],
        delete: [old],
      });
      expect(body).toEqual({
        result: 'success',
        msg: '',
        subscribed: { [ana.id]: [fresh] },
        already_subscribed: { [ana.id]: [known] },
        new_subscription_messages_sent: true,
        removed: [old],
        not_removed: [],
      });
      const own = (await ana.ok('GET', 'users/me/subscriptions')).subscriptions as Record<string, unknown>[];
      expect(own.find(({ name }) => name === fresh)).toMatchObject({ color: '#123456', description: 'New' });
      expect(own.map(({ name }) => name)).not.toContain(old);
      await expectFreshSnapshot(queue);
    });

    it('requires at least one of the two lists', async () => {
      expect(refusal(await change(ana, {}))).toEqual(BAD);
      expect(refusal(await change(ana, { add: [], delete: [] }))).toEqual(BAD);
    });

    it('does nothing when either part is refused', async () => {
      const [old, fresh] = [nameOf('old'), nameOf('fresh')];
      await ana.subscribe(old);
      expect(refusal(await change(ana, { add: [{ name: fresh }], delete: [old, 'not there'] }))).toEqual(BAD);
      expect(refusal(await change(ana, { add: [{ name: fresh }], delete: [fresh] }))).toEqual(BAD);
      expect(refusal(await change(ana, { add: [{ name: ' ' }], delete: [old] }))).toEqual(BAD);
      expect(await exists(fresh)).toBe(false);
      expect(await membersOf(old)).toEqual([ana.id]);
    });

    it('lets guests unsubscribe, and not subscribe', async () => {
      const name = nameOf('guests');
      await ana.subscribe(name, { principals: [gus.id] });
      expect(refusal(await change(gus, { add: [{ name }] }))).toEqual(BAD);
      expect((await change(gus, { delete: [name] })).body).toMatchObject({ subscribed: {}, removed: [name] });
    });
  });

  describe('GET /users/{user_id}/subscriptions/{stream_id}', () => {
    const ask = async (person: Person, userId: number | string, channelId: number | string) =>
      person.get(`users/${userId}/subscriptions/${channelId}`);

    it('says whether a user is subscribed to a channel', async () => {
      const name = nameOf('asked');
      await ana.subscribe(name);
      const id = await ana.channelId(name);
      expect((await ask(bo, ana.id, id)).body).toEqual({ result: 'success', msg: '', is_subscribed: true });
      expect((await ask(bo, bo.id, id)).body.is_subscribed).toBe(false);
    });

    it('is answered to every user who sees the channel', async () => {
      const name = nameOf('secret');
      await ana.subscribe(name, { invite_only: true });
      const [{ id }] = await world.sql<{ id: number }>('SELECT id FROM channel WHERE name = $1', [name]);
      expect((await ask(admin, ana.id, id)).body.is_subscribed).toBe(true);
      const hidden = await ask(bo, ana.id, id);
      const absent = await ask(bo, ana.id, 987_654);
      expect(refusal(hidden)).toEqual(BAD);
      expect(hidden.body).toEqual(absent.body);
      expect((await ask(gus, ana.id, id)).body).toEqual(absent.body);
    });

    it('is refused for archived channels, and for unknown, deactivated and foreign users and bots', async () => {
      const name = nameOf('old');
      await owner.subscribe(name);
      const id = await owner.channelId(name);
      const out = await world.member(`out ${randomUUID().slice(0, 4)}`);
      await world.sql('UPDATE user_account SET is_active = false WHERE id = $1', [out.id]);
      const [{ id: system }] = await world.sql<{ id: number }>('SELECT id FROM user_account WHERE is_system_bot');
      for (const userId of [987_654, out.id, system, foreign.userId, 'me', '-1', '1e3'])
        expect(refusal(await ask(ana, userId, id))).toEqual(BAD);
      for (const channelId of [foreign.channelId, 'plans', -1])
        expect(refusal(await ask(ana, ana.id, channelId))).toEqual(BAD);
      await owner.ok('DELETE', `streams/${id}`);
      expect(refusal(await ask(ana, owner.id, id))).toEqual(BAD);
    });
  });

  describe('PATCH /users/me/subscriptions/{stream_id}', () => {
    it('sets one property', async () => {
      const name = nameOf('one');
      await ana.subscribe(name);
      const id = await ana.channelId(name);
      const queue = await ana.register({});
      await ana.ok('PATCH', `users/me/subscriptions/${id}`, { property: 'color', value: '"#ABCDEF"' });
      await ana.ok('PATCH', `users/me/subscriptions/${id}`, { property: 'is_muted', value: true });
      const updates = (await queue.drain()).filter(({ op }) => op === 'update');
      expect(updates.map(({ property, value }) => [property, value])).toEqual([
        ['color', '#ABCDEF'],
        ['in_home_view', false],
        ['is_muted', true],
      ]);
      await expectFreshSnapshot(queue);
    });

    it('rejects what the list of changes rejects', async () => {
      const name = nameOf('other');
      await bo.subscribe(name);
      const id = await bo.channelId(name);
      const set = (channel: number | string, property: string, value: unknown) =>
        ana.patch(`users/me/subscriptions/${channel}`, { property, value });
      expect(refusal(await set(id, 'is_muted', true))).toEqual(BAD);
      expect(refusal(await set(987_654, 'is_muted', true))).toEqual(BAD);
      expect(refusal(await set(foreign.channelId, 'is_muted', true))).toEqual(BAD);
      expect(refusal(await set('x', 'is_muted', true))).toEqual(BAD);
      await ana.subscribe(name);
      expect(refusal(await set(id, 'is_blue', true))).toEqual(BAD);
      expect(refusal(await set(id, 'is_muted', '"yes"'))).toEqual(BAD);
      expect(refusal(await set(id, 'color', '"blue"'))).toEqual(BAD);
      for (const missing of ['property', 'value']) {
        const { [missing]: _, ...rest }: Parameters = { property: 'is_muted', value: true };
        const { body } = await ana.patch(`users/me/subscriptions/${id}`, rest);
        expect([body.code, body.var_name]).toEqual(['REQUEST_VARIABLE_MISSING', missing]);
      }
    });
  });

  describe('GET /users/me/subscriptions', () => {
    it.each(['true', 'partial'])('lists subscribers with include_subscribers=%s', async (include_subscribers) => {
      const name = nameOf('listed');
      await ana.subscribe(name, { principals: [ana.id, bo.id] });
      const { subscriptions } = await ana.ok('GET', 'users/me/subscriptions', { include_subscribers });
      const channel = (subscriptions as Record<string, unknown>[]).find((one) => one.name === name);
      expect(channel).toMatchObject({ subscribers: [ana.id, bo.id], subscriber_count: 2 });
    });

    it('omits archived channels', async () => {
      const name = nameOf('gone');
      await owner.subscribe(name);
      await owner.ok('DELETE', `streams/${await owner.channelId(name)}`);
      const { subscriptions } = await owner.ok('GET', 'users/me/subscriptions');
      expect((subscriptions as { name: string }[]).map((one) => one.name)).not.toContain(name);
    });
  });

  describe('principals', () => {
    it('of another organization are as unknown as those that do not exist', async () => {
      const name = nameOf('ours');
      await ana.subscribe(name);
      for (const principals of [[foreign.userId], ['eva@example.org']]) {
        for (const method of ['post', 'delete'] as const) {
          const subscriptions = method === 'post' ? [{ name }] : [name];
          const foreign = await owner[method]('users/me/subscriptions', { subscriptions, principals });
          const unknown = await owner[method]('users/me/subscriptions', { subscriptions, principals: [987_654] });
          expect([refusal(foreign), foreign.body]).toEqual([BAD, unknown.body]);
        }
      }
      expect(await membersOf(name)).toEqual([ana.id]);
    });

    it('may be bots, but not system bots', async () => {
      const name = nameOf('bots');
      await ana.subscribe(name);
      const [{ id }] = await world.sql<{ id: number }>(
        `INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role,
           is_bot, bot_type, bot_owner_id)
         VALUES ($1, 'automaton@example.org', 'automaton@example.org', 1, 'Automaton', 400, true, 1, $2) RETURNING id`,
        [world.organizationId, ana.id],
      );
      expect((await ana.subscribe(name, { principals: [Number(id)] })).subscribed).toEqual({ [id]: [name] });
      const [{ id: system }] = await world.sql<{ id: number }>(
        'SELECT id FROM user_account WHERE is_system_bot AND organization_id = $1',
        [world.organizationId],
      );
      const answer = await ana.post('users/me/subscriptions', { ...wanted(name), principals: [Number(system)] });
      expect(refusal(answer)).toEqual(BAD);
    });
  });

  describe('the permission to subscribe others', () => {
    const subscribe = (person: Person, name: string, principals: number[]) =>
      person.post('users/me/subscriptions', { ...wanted(name), principals });

    it('comes with can_add_subscribers_group of a private channel, without a subscription; not for guests', async () => {
      const name = nameOf('entries');
      await ana.subscribe(name, {
        invite_only: true,
        can_add_subscribers_group: { direct_members: [bo.id, gus.id], direct_subgroups: [] },
      });
      const queue = await gus.register({});
      expect((await subscribe(bo, name, [gus.id])).body.subscribed).toEqual({ [gus.id]: [name] });
      expect(await membersOf(name)).toEqual([ana.id, gus.id]);
      await expectFreshSnapshot(queue);
      expect(refusal(await subscribe(gus, name, [owner.id]))).toEqual(BAD);
    });

    it('is refused to users who cannot read the channel, administrators included', async () => {
      const name = nameOf('closed');
      await ana.subscribe(name, {
        invite_only: true,
        can_administer_channel_group: { direct_members: [bo.id], direct_subgroups: [] },
      });
      for (const person of [admin, bo]) expect(refusal(await subscribe(person, name, [owner.id]))).toEqual(BAD);
      expect(await membersOf(name)).toEqual([ana.id]);
    });
  });

  it('ignore settings for new channels when the channel exists', async () => {
    const wishes = {
      folder_id: 987_654,
      topics_policy: 'empty_topic_only',
      message_retention_days: 7,
      invite_only: true,
    };
    expect(await bo.ok('POST', 'users/me/subscriptions', { ...wanted('general'), ...wishes })).toMatchObject({
      result: 'success',
    });
  });

  it('check for errors in a fixed order', async () => {
    const secret = nameOf('secret');
    await ana.subscribe(secret, { invite_only: true });
    const faults: [Parameters, string][] = [
      [wanted(secret, ' '), 'name'],
      [{ ...wanted(secret, nameOf('fresh')), folder_id: 987_654 }, 'folder'],
      [{ ...wanted(secret, nameOf('fresh')), can_send_message_group: 987_654 }, 'user group'],
      [{ ...wanted(secret, nameOf('fresh')), message_retention_days: 7 }, 'owner'],
      [wanted(secret), secret],
      [{ ...wanted('general'), principals: [987_654] }, 'user'],
    ];
    for (const [at, [, word]] of faults.entries()) {
      const later = Object.assign(
        {},
        ...faults
          .slice(at)
          .map(([parameters]) => parameters)
          .reverse(),
      );
      const { body } = await bo.post('users/me/subscriptions', later as Parameters);
      expect([body.result, body.msg.toLowerCase()]).toEqual(['error', expect.stringContaining(word)]);
    }
  });

  it('cannot use a channel, folder or group of another organization', async () => {
    expect((await ana.subscribe(foreign.channelName)).subscribed).toEqual({ [ana.id]: [foreign.channelName] });
    const [{ count }] = await world.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM channel WHERE name = $1',
      [foreign.channelName],
    );
    expect(count).toBe(2);
    for (const parameters of [
      { folder_id: foreign.folderId },
      { can_send_message_group: foreign.groupId },
      { can_send_message_group: foreign.systemGroupId },
      { can_send_message_group: { direct_members: [foreign.userId], direct_subgroups: [] } },
    ]) {
      const answer = await owner.post('users/me/subscriptions', { ...wanted(nameOf('mixed')), ...parameters });
      expect(refusal(answer)).toEqual(BAD);
    }
  });

  it('change nothing when one part is refused', async () => {
    const [open, secret, fresh] = [nameOf('open'), nameOf('secret'), nameOf('fresh')];
    await ana.subscribe(open);
    await ana.subscribe(secret, { invite_only: true });
    const queue = await bo.register({});
    const answer = await bo.subscribe([open, secret, fresh], { authorization_errors_fatal: false });
    expect(answer).toMatchObject({ subscribed: { [bo.id]: [open, fresh] }, unauthorized: [secret] });
    expect(await membersOf(secret)).toEqual([ana.id]);
    await expectFreshSnapshot(queue);
    expect(JSON.stringify(queue.seen)).not.toContain(secret);
  });

  it('subscribe a user before the channel becomes private, or refuse the request', async () => {
    for (let round = 0; round < 6; round++) {
      const name = nameOf('closing');
      await owner.subscribe(name);
      const id = await owner.channelId(name);
      const queues = [await bo.register({}), await owner.register({})];
      const [closed, joined] = await Promise.all([
        owner.patch(`streams/${id}`, { is_private: true }),
        bo.post('users/me/subscriptions', wanted(name)),
      ]);
      expect(closed.status).toBe(200);
      const members = joined.status === 200 ? [owner.id, bo.id] : [owner.id];
      expect(await membersOf(name)).toEqual(members);
      if (joined.status !== 200) expect(joined.body.msg).toContain(name);
      for (const queue of queues) await expectFreshSnapshot(queue);
      expect(refusal(await ana.post('users/me/subscriptions', wanted(name)))).toEqual(BAD);
    }
  });

  it('subscribe each user once when many create and join a channel concurrently', async () => {
    const name = nameOf('crowded');
    const queues = await Promise.all([ana, bo].map((person) => person.register({})));
    const answers = await Promise.all(
      [ana, bo, admin, owner].map((person) => person.subscribe(name, { principals: [ana.id, bo.id] })),
    );
    const subscribed = answers.flatMap((answer) => Object.keys(answer.subscribed as object));
    expect(subscribed.sort()).toEqual([String(ana.id), String(bo.id)]);
    expect(await membersOf(name)).toEqual([ana.id, bo.id]);
    for (const queue of queues) await expectFreshSnapshot(queue);
  });

  it('are logged in the audit log when they concern other users, and only then', async () => {
    const name = nameOf('noted');
    const id = async () => ana.channelId(name);
    const entries = await leftBy(world, async () => {
      await ana.subscribe(name);
      await bo.subscribe(name);
      await ana.subscribe(name, { principals: [bo.id, gus.id, admin.id] });
      await admin.ok('DELETE', 'users/me/subscriptions', { subscriptions: [name], principals: [bo.id, ana.id] });
    });
    expect(
      entries.map(({ action, actor_id, object_id, before, after }) => [action, actor_id, object_id, before, after]),
    ).toEqual([
      ['created', ana.id, await id(), null, expect.any(Object)],
      ['subscribed', ana.id, await id(), null, { user_ids: [admin.id, gus.id].sort((a, b) => a - b) }],
      ['unsubscribed', admin.id, await id(), { user_ids: [ana.id, bo.id] }, null],
    ]);
  });
});
