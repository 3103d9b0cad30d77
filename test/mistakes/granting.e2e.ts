import type { ApiResponse, Parameters, Person } from '../support/person';
import { World } from '../support/world';

describe('mistakes 7 and 8: giving or removing more permissions than the caller has', () => {
  let world: World;
  let owner: Person;
  let admin: Person;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let made = 0;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    [admin, ana, bo] = [await world.admin('adam'), await world.member('ana'), await world.member('bo')];
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const refusal = ({ status, body }: ApiResponse) => [status, body.code];
  const [REFUSED, UNAUTHORIZED] = [
    [400, 'BAD_REQUEST'],
    [400, 'UNAUTHORIZED_PRINCIPAL'],
  ];
  const system = async (name: string): Promise<number> =>
    (await world.sql<{ id: number }>('SELECT id::int FROM user_group WHERE name = $1', [`role:${name}`]))[0].id;
  const named = (...people: Person[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] });
  const found = async (by: Person, parameters: Parameters = {}) => {
    const name = `place ${made++}`;
    await by.subscribe(name, parameters);
    return { name, id: await by.channelId(name) };
  };
  const group = async (by: Person, parameters: Parameters = {}): Promise<number> =>
    (await by.ok('POST', 'user_groups/create', { name: `g${made++}`, description: '', members: [], ...parameters }))
      .group_id as number;

  describe('in channels', () => {
    it('an administrator of an unreadable channel can subscribe no users and remove none', async () => {
      const { id, name } = await found(ana, { invite_only: true, can_administer_channel_group: named(ana, bo) });
      for (const person of [bo, admin, owner]) {
        expect((await person.patch(`streams/${id}`, { description: `by ${person.fullName}` })).status).toBe(200);
        const wanted: Parameters[] = [
          { can_subscribe_group: { new: named(person) } },
          { can_add_subscribers_group: { new: named(person) } },
          { is_private: false },
          { is_private: true, history_public_to_subscribers: true },
        ];
        for (const parameters of wanted) {
          expect((await person.patch(`streams/${id}`, parameters)).body.code).toBe('BAD_REQUEST');
        }
        for (const principals of [undefined, [person.id], [gus.id]]) {
          const answer = await person.post('users/me/subscriptions', { subscriptions: [{ name }], principals });
          expect(refusal(answer)).toEqual(REFUSED);
        }
      }
      const { subscribers } = await ana.ok('GET', `streams/${id}/members`);
      expect(subscribers).toEqual([ana.id]);
    });

    it('a forbidden change rejects the allowed ones of the same request', async () => {
      const { id } = await found(ana, { invite_only: true, can_administer_channel_group: named(ana, bo) });
      const both = { description: 'half', can_subscribe_group: { new: named(bo) } };
      expect((await bo.patch(`streams/${id}`, both)).status).toBe(400);
      expect((await ana.ok('GET', `streams/${id}`)).stream).toMatchObject({ description: '' });
    });

    it('a change of privacy requires the permission to create such channels', async () => {
      const nobody = await system('nobody');
      const [open, closed] = [await found(ana), await found(ana, { invite_only: true })];
      const limits = {
        can_create_public_channel_group: { new: nobody },
        can_create_private_channel_group: { new: nobody },
      };
      await owner.ok('PATCH', 'realm', limits);
      try {
        expect((await ana.patch(`streams/${open.id}`, { is_private: true })).status).toBe(400);
        expect((await ana.patch(`streams/${closed.id}`, { is_private: false })).status).toBe(400);
        for (const parameters of [{}, { invite_only: true }]) {
          const wish = { name: 'not mine to make', subscribers: [], ...parameters };
          expect((await ana.post('channels/create', wish)).status).toBe(400);
        }
      } finally {
        const members = { new: await system('members') };
        await owner.ok('PATCH', 'realm', {
          can_create_public_channel_group: members,
          can_create_private_channel_group: members,
        });
      }
    });

    it('web-public channels, retention, defaults and deletion are not up to the creator of a channel', async () => {
      await owner.ok('PATCH', 'realm', { enable_spectator_access: true });
      const { id } = await found(ana);
      const deleting = { can_delete_own_message_group: { new: await system('everyone') } };
      expect(refusal(await ana.patch(`streams/${id}`, { is_web_public: true }))[0]).toBe(400);
      expect(refusal(await admin.patch(`streams/${id}`, { is_web_public: true }))[0]).toBe(400);
      expect(refusal(await ana.patch(`streams/${id}`, { message_retention_days: 3 }))).toEqual(UNAUTHORIZED);
      expect(refusal(await admin.patch(`streams/${id}`, { message_retention_days: 3 }))).toEqual(UNAUTHORIZED);
      expect(refusal(await ana.patch(`streams/${id}`, { is_default_stream: true }))).toEqual(REFUSED);
      expect(refusal(await ana.patch(`streams/${id}`, deleting))).toEqual(REFUSED);
      expect(refusal(await ana.patch(`streams/${id}`, { can_delete_any_message_group: { new: named(ana) } }))).toEqual(
        REFUSED,
      );
      await owner.ok('PATCH', 'realm', { enable_spectator_access: false });
      expect(refusal(await owner.patch(`streams/${id}`, { is_web_public: true }))[0]).toBe(400);
    });

    it('guests get no permission from groups that name them', async () => {
      const [all, inner] = [named(gus, ana), await group(ana, { members: [gus.id] })];
      const { id, name } = await found(ana, {
        can_administer_channel_group: all,
        can_add_subscribers_group: all,
        can_subscribe_group: { direct_members: [ana.id], direct_subgroups: [inner] },
        can_remove_subscribers_group: all,
      });
      await ana.subscribe(name, { principals: [gus.id, bo.id] });
      expect(refusal(await gus.patch(`streams/${id}`, { description: 'mine' }))).toEqual(REFUSED);
      expect(refusal(await gus.delete(`streams/${id}`))).toEqual(REFUSED);
      for (const method of ['POST', 'DELETE']) {
        const subscriptions = method === 'POST' ? [{ name }] : [name];
        const parameters = { subscriptions, principals: [bo.id] };
        expect(refusal(await world.request(method, 'users/me/subscriptions', parameters, gus.authorization))).toEqual(
          REFUSED,
        );
      }
    });
  });

  describe('in groups', () => {
    it('a permission to add members allows neither managing nor removing; one to join, only the own account', async () => {
      const id = await group(ana, {
        can_add_members_group: named(bo),
        can_join_group: named(admin),
        members: [ana.id],
      });
      const tried = [
        await bo.patch(`user_groups/${id}`, { name: 'taken over' }),
        await bo.patch(`user_groups/${id}`, { can_manage_group: { new: named(bo) } }),
        await bo.post(`user_groups/${id}/deactivate`),
        await bo.post(`user_groups/${id}/members`, { delete: [ana.id] }),
        await bo.post(`user_groups/${id}/members`, { add: [bo.id], delete: [ana.id] }),
        await admin.post(`user_groups/${id}/members`, { add: [bo.id] }),
        await admin.post(`user_groups/${id}/members`, { add: [admin.id, bo.id] }),
        await admin.post(`user_groups/${id}/members`, { delete: [ana.id] }),
      ];
      expect(tried.map(refusal)).toEqual(tried.map(() => REFUSED));
      expect((await ana.ok('GET', `user_groups/${id}/members`)).members).toEqual([ana.id]);
      expect((await admin.post(`user_groups/${id}/members`, { add: [admin.id] })).status).toBe(200);
      expect((await bo.post(`user_groups/${id}/members`, { add: [bo.id] })).status).toBe(200);
    });

    it('administrators do not manage groups of others; owners do', async () => {
      const id = await group(ana);
      expect(refusal(await admin.patch(`user_groups/${id}`, { description: 'mine' }))).toEqual(REFUSED);
      expect(refusal(await admin.post(`user_groups/${id}/members`, { add: [admin.id] }))).toEqual(REFUSED);
      expect((await owner.patch(`user_groups/${id}`, { description: 'ours' })).status).toBe(200);
    });

    it('guests cannot manage, join or list groups, whatever a group says', async () => {
      const id = await group(ana, {
        members: [gus.id],
        can_manage_group: named(gus, ana),
        can_join_group: named(gus),
        can_add_members_group: named(gus),
        can_remove_members_group: named(gus),
      });
      const tried = [
        await gus.patch(`user_groups/${id}`, { name: 'of guests' }),
        await gus.post(`user_groups/${id}/members`, { add: [bo.id] }),
        await gus.post(`user_groups/${id}/deactivate`),
        await gus.get('user_groups'),
        await gus.get(`user_groups/${id}/members`),
        await gus.post('user_groups/create', { name: 'of guests', description: '', members: [] }),
      ];
      expect(tried.map(refusal)).toEqual(tried.map(() => REFUSED));
    });

    it('adding a group to one with a permission requires the management of the latter', async () => {
      const powerful = await group(ana);
      const { id } = await found(ana, {
        can_administer_channel_group: { direct_members: [ana.id], direct_subgroups: [powerful] },
      });
      const own = await group(bo, { members: [bo.id] });
      expect(refusal(await bo.post(`user_groups/${powerful}/subgroups`, { add: [own] }))).toEqual(REFUSED);
      const above = await group(bo, { members: [bo.id], subgroups: [powerful] });
      expect((await bo.ok('GET', `user_groups/${above}/subgroups`)).subgroups).toEqual([powerful]);
      expect(refusal(await bo.patch(`streams/${id}`, { description: 'mine' }))).toEqual(REFUSED);
      await ana.ok('POST', `user_groups/${powerful}/subgroups`, { add: [own] });
      expect((await bo.patch(`streams/${id}`, { description: 'mine' })).status).toBe(200);
    });
  });

  describe('in the organization', () => {
    const OF_OWNERS = [
      'can_create_groups',
      'can_invite_users_group',
      'can_manage_all_groups',
      'can_manage_billing_group',
    ];

    it.each(OF_OWNERS)('administrators cannot set %s', async (name) => {
      const parameters = { [name]: { new: await system('administrators') } };
      expect((await admin.patch('realm', parameters)).status).toBe(400);
      expect((await owner.patch('realm', parameters)).status).toBe(200);
    });

    it('administrators cannot change the waiting period and retention, and members nothing', async () => {
      for (const parameters of [{ waiting_period_threshold: 9 }, { message_retention_days: 3 }]) {
        expect((await admin.patch('realm', parameters)).status).toBe(400);
      }
      const members = { can_add_subscribers_group: { new: await system('members') } };
      for (const person of [await world.moderator('mo'), ana, gus]) {
        expect(refusal(await person.patch('realm', members))).toEqual(UNAUTHORIZED);
      }
    });

    it('a forbidden change rejects the allowed ones', async () => {
      const nobody = await system('nobody');
      const mixed = { can_invite_users_group: { new: nobody }, can_add_custom_emoji_group: { new: nobody } };
      expect((await admin.patch('realm', mixed)).status).toBe(400);
      const { state } = await owner.register({ fetch_event_types: ['realm'] });
      expect(state.realm_can_add_custom_emoji_group).not.toBe(nobody);
    });
  });
});
