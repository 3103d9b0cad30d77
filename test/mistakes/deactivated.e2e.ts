import { setActive } from '../support/deactivation';
import type { ApiResponse, Parameters, Person } from '../support/person';
import { World } from '../support/world';

describe('mistake 15: deactivated users, deactivated groups and archived channels', () => {
  let world: World;
  let owner: Person;
  let ana: Person;
  let bo: Person;
  /** The deactivated user. */
  let old: Person;
  let channelId: number;
  let groupId: number;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [ana, bo, old] = [await world.member('ana'), await world.member('bo'), await world.member('old')];
    await ana.subscribe('place', {
      principals: [ana.id, bo.id, old.id],
      can_administer_channel_group: named(ana, old),
      can_send_message_group: named(old, ana),
    });
    channelId = await ana.channelId('place');
    groupId = await group({ members: [bo.id, old.id], can_join_group: named(old) });
    await setActive(world, old, false);
  });
  afterAll(() => world.stop());

  const refusal = ({ status, body }: ApiResponse) => [status, body.code];
  const REFUSED = [400, 'BAD_REQUEST'];
  const named = (...people: Person[]) => ({
    direct_members: people.map(({ id }) => id).sort((a, b) => a - b),
    direct_subgroups: [],
  });
  const group = async (parameters: Parameters = {}): Promise<number> =>
    (await ana.ok('POST', 'user_groups/create', { name: `g${made++}`, description: '', members: [], ...parameters }))
      .group_id as number;
  const ask = (method: string, path: string, parameters?: Parameters): Promise<ApiResponse> =>
    world.request(method, path, parameters, ana.authorization);

  describe('a deactivated user', () => {
    it('cannot use the API', async () => {
      for (const [method, path] of [
        ['GET', 'streams'],
        ['POST', 'register'],
        ['PATCH', `streams/${channelId}`],
        ['POST', `user_groups/${groupId}/members`],
      ]) {
        const answer = await world.request(method, path, {}, old.authorization);
        expect(refusal(answer)).toEqual([401, 'USER_DEACTIVATED']);
      }
    });

    it('is in no list of members or of users with a permission', async () => {
      const { stream } = await ana.ok('GET', `streams/${channelId}`);
      expect(stream).toMatchObject({ can_administer_channel_group: named(ana), can_send_message_group: named(ana) });
      expect((await ana.ok('GET', `user_groups/${groupId}/members`)).members).toEqual([bo.id]);
      const { user_groups } = await ana.ok('GET', 'user_groups');
      const own = (user_groups as { id: number }[]).find(({ id }) => id === groupId);
      expect(own).toMatchObject({ members: [bo.id], can_join_group: { direct_members: [], direct_subgroups: [] } });
      const { state } = await ana.register();
      const members = (state.realm_user_groups as { members: number[] }[]).flatMap((one) => one.members);
      expect(members).not.toContain(old.id);
      const place = (state.streams as { stream_id: number }[]).find(({ stream_id }) => stream_id === channelId);
      expect(place).toMatchObject({ can_administer_channel_group: named(ana) });
    });

    it('cannot be subscribed, unsubscribed, added to a group or given a permission', async () => {
      const subscriptions = [{ name: 'place' }];
      const set = named(old, bo);
      const requests: [string, string, Parameters][] = [
        ['POST', 'users/me/subscriptions', { subscriptions, principals: [old.id] }],
        ['POST', 'users/me/subscriptions', { subscriptions: [{ name: 'fresh' }], principals: [bo.id, old.id] }],
        ['POST', 'users/me/subscriptions', { subscriptions: [{ name: 'fresh' }], can_subscribe_group: set }],
        ['DELETE', 'users/me/subscriptions', { subscriptions: ['place'], principals: [old.id] }],
        ['POST', 'channels/create', { name: 'fresh', subscribers: [old.id] }],
        ['PATCH', `streams/${channelId}`, { can_subscribe_group: { new: set } }],
        ['PATCH', `user_groups/${groupId}`, { can_manage_group: { new: set } }],
        ['POST', `user_groups/${groupId}/members`, { add: [old.id] }],
        ['POST', 'user_groups/create', { name: 'fresh', description: '', members: [old.id] }],
        ['POST', 'user_groups/create', { name: 'fresh', description: '', members: [], can_join_group: set }],
      ];
      for (const [method, path, parameters] of requests) {
        expect([path, ...refusal(await ask(method, path, parameters))]).toEqual([path, ...REFUSED]);
      }
    });

    it('has all memberships and settings again after reactivation', async () => {
      await setActive(world, old, true);
      try {
        expect((await ana.ok('GET', `user_groups/${groupId}/members`)).members).toEqual([bo.id, old.id]);
        const { stream } = await old.ok('GET', `streams/${channelId}`);
        expect(stream).toMatchObject({ can_administer_channel_group: named(ana, old) });
        expect((await old.patch(`streams/${channelId}`, { description: 'back' })).status).toBe(200);
      } finally {
        await setActive(world, old, false);
      }
    });
  });

  describe('a deactivated group', () => {
    let gone: number;
    beforeAll(async () => {
      gone = await group({ members: [bo.id] });
      await ana.ok('POST', `user_groups/${gone}/deactivate`);
    });

    it('gives no permission and cannot be used', async () => {
      const within = { direct_members: [ana.id], direct_subgroups: [gone] };
      const requests: [string, string, Parameters][] = [
        ['PATCH', `streams/${channelId}`, { can_subscribe_group: { new: gone } }],
        ['PATCH', `streams/${channelId}`, { can_subscribe_group: { new: within } }],
        ['PATCH', `user_groups/${groupId}`, { can_join_group: { new: gone } }],
        ['POST', 'users/me/subscriptions', { subscriptions: [{ name: 'fresh' }], can_send_message_group: gone }],
        ['POST', 'channels/create', { name: 'fresh', subscribers: [], can_send_message_group: within }],
        ['POST', 'user_groups/create', { name: 'fresh', description: '', members: [], can_leave_group: gone }],
        ['POST', 'user_groups/create', { name: 'fresh', description: '', members: [], subgroups: [gone] }],
        ['POST', `user_groups/${groupId}/subgroups`, { add: [gone] }],
        ['POST', `user_groups/${groupId}/members`, { add_subgroups: [gone] }],
      ];
      for (const [method, path, parameters] of requests) {
        expect([path, ...refusal(await ask(method, path, parameters))]).toEqual([path, ...REFUSED]);
      }
      expect(refusal(await owner.patch('realm', { can_create_bots_group: { new: gone } }))).toEqual(REFUSED);
    });

    it('keeps its name, cannot be deactivated again, and shows no members', async () => {
      const { user_groups } = await ana.ok('GET', 'user_groups', { include_deactivated_groups: true });
      const { name } = (user_groups as { id: number; name: string }[]).find(({ id }) => id === gone)!;
      expect(refusal(await ana.post('user_groups/create', { name, description: '', members: [] }))).toEqual(REFUSED);
      expect(refusal(await ana.post(`user_groups/${gone}/deactivate`))).toEqual(REFUSED);
      expect(refusal(await ana.get(`user_groups/${gone}/members`))).toEqual(REFUSED);
      expect(refusal(await ana.get(`user_groups/${gone}/members/${bo.id}`))).toEqual(REFUSED);
    });

    it('can be mentioned silently only', async () => {
      const { rendered } = await ana.ok('POST', 'messages/render', { content: `@*${await nameOf(gone)}*` });
      expect(rendered).toContain('class="user-group-mention silent"');
    });

    it('cannot be deactivated while it is used; the error names the use', async () => {
      const used = await group({ members: [bo.id] });
      const above = await group({ subgroups: [used] });
      await ana.ok('PATCH', `streams/${channelId}`, { can_resolve_topics_group: { new: used } });
      const { status, body } = await ana.post(`user_groups/${used}/deactivate`);
      expect([status, body.code]).toEqual([400, 'CANNOT_DEACTIVATE_GROUP_IN_USE']);
      expect(body.objections).toEqual(
        expect.arrayContaining([
          { type: 'subgroup', supergroup_ids: [above] },
          { type: 'channel', channel_id: channelId, settings: ['can_resolve_topics_group'] },
        ]),
      );
    });

    it('cannot be deactivated and used at the same time', async () => {
      for (let round = 0; round < 4; round++) {
        const torn = await group();
        const answers = await Promise.all([
          ana.post(`user_groups/${torn}/deactivate`),
          ana.patch(`streams/${channelId}`, { can_remove_subscribers_group: { new: torn } }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
        await ana.ok('PATCH', `streams/${channelId}`, { can_remove_subscribers_group: { new: groupId } });
      }
    });
  });

  describe('an archived channel', () => {
    let archived: number;
    beforeAll(async () => {
      await ana.subscribe('archived', { principals: [ana.id, bo.id] });
      archived = await ana.channelId('archived');
      await ana.ok('DELETE', `streams/${archived}`);
    });

    it('accepts no message, personal setting or topic policy, and cannot become a default channel', async () => {
      const change = { stream_id: archived, property: 'is_muted', value: true };
      const answers = [
        await ana.post('users/me/subscriptions/properties', { subscription_data: [change] }),
        await ana.post('user_topics', { stream_id: archived, topic: 'x', visibility_policy: 1 }),
        await ana.delete(`streams/${archived}`),
        await owner.post('default_streams', { stream_id: archived }),
        await ana.get('get_stream_id', { stream: 'archived' }),
      ];
      expect(answers.map(refusal)).toEqual(answers.map(() => REFUSED));
      expect((await ana.post('messages', { type: 'stream', to: archived, topic: 'x', content: 'x' })).status).toBe(400);
    });

    it('keeps its name from others, and is found by it on subscribing', async () => {
      expect((await ana.post('channels/create', { name: 'Archived', subscribers: [] })).body.code).toBe(
        'CHANNEL_ALREADY_EXISTS',
      );
      expect((await ana.patch(`streams/${channelId}`, { new_name: 'ARCHIVED' })).body.code).toBe(
        'CHANNEL_ALREADY_EXISTS',
      );
      expect((await owner.subscribe('ARCHIVED')).subscribed).toEqual({ [owner.id]: ['archived'] });
    });

    it('is no default channel, and receives no notices', async () => {
      await owner.subscribe('announcements');
      const id = await owner.channelId('announcements');
      await owner.ok('POST', 'default_streams', { stream_id: id });
      await owner.subscribe('reports', { invite_only: true });
      const reportsId = await owner.channelId('reports');
      const settings = { new_stream_announcements_stream_id: id, moderation_request_channel_id: reportsId };
      await owner.ok('PATCH', 'realm', settings);
      for (const channelId of [id, reportsId]) await owner.ok('DELETE', `streams/${channelId}`);
      const { state } = await owner.register();
      expect(state.realm_default_streams).not.toContain(id);
      expect(state).toMatchObject({
        realm_new_stream_announcements_stream_id: -1,
        realm_moderation_request_channel_id: -1,
      });
      await expect(world.member('newcomer')).resolves.toHaveProperty('id');
    });
  });

  async function nameOf(id: number): Promise<string> {
    return (await world.sql<{ name: string }>('SELECT name FROM user_group WHERE id = $1', [id]))[0].name;
  }
});
