import { logOf } from '../../support/audit-log';
import { BAD_REQUEST, groupSeenBy, groupsSeenBy, makeGroup, membersOf, refusal, setOf } from '../../support/groups';
import { Person } from '../../support/person';
import { World } from '../../support/world';

describe('deactivating a user group', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  const system: Record<string, number> = {};
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    for (const { id, name } of await groupsSeenBy(ana)) system[name] = id;
  });
  afterAll(() => world.stop());

  const deactivate = (id: number, by = ana) => by.post(`user_groups/${id}/deactivate`);
  const reactivate = (id: number, changes = {}) => ana.patch(`user_groups/${id}`, { deactivated: false, ...changes });
  const inUse = (...objections: unknown[]) => ({
    ...BAD_REQUEST,
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    objections,
  });

  const permit = (permissions: Record<string, unknown>) =>
    world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
        settings = jsonb_set(settings, '{permissions}', $2::jsonb) WHERE id = $1`,
      [world.organizationId, JSON.stringify(permissions)],
    );

  it('deactivates it once and keeps its content, and reactivation restores it', async () => {
    const id = await makeGroup(ana, 'pausing', [bo], { can_join_group: setOf([bo]) });
    const before = await groupSeenBy(ana, id);
    expect((await deactivate(id)).status).toBe(200);
    expect(await groupSeenBy(ana, id)).toEqual({ ...before, deactivated: true });
    const [entry] = await logOf(world.owner, { limit: 1 });
    const change = { actor_id: ana.id, action: 'changed', object_type: 'user_group', object_id: id };
    expect(entry).toMatchObject({ ...change, before: { deactivated: false }, after: { deactivated: true } });
    expect(refusal(await deactivate(id))).toEqual(BAD_REQUEST);
    expect((await reactivate(id)).status).toBe(200);
    expect(await groupSeenBy(ana, id)).toEqual(before);
    expect((await logOf(world.owner, { limit: 1 }))[0]).toMatchObject({ ...change, after: { deactivated: false } });
    expect(await membersOf(ana, id)).toEqual([bo.id]);
  });

  it('has no effect by a change of the property `deactivated` to true', async () => {
    const id = await makeGroup(ana, 'stubborn');
    expect((await ana.patch(`user_groups/${id}`, { deactivated: true })).status).toBe(200);
    expect((await groupSeenBy(ana, id)).deactivated).toBe(false);
    await deactivate(id);
    expect((await ana.patch(`user_groups/${id}`, { deactivated: true })).status).toBe(200);
    expect((await groupSeenBy(ana, id)).deactivated).toBe(true);
  });

  it('can be reverted only by users who manage the group', async () => {
    const id = await makeGroup(ana, 'guarded');
    await deactivate(id);
    expect(refusal(await bo.patch(`user_groups/${id}`, { deactivated: false }))).toEqual(BAD_REQUEST);
    expect((await groupSeenBy(ana, id)).deactivated).toBe(true);
  });

  it('still allows a new name, description and settings', async () => {
    const id = await makeGroup(ana, 'edited asleep');
    await deactivate(id);
    const changes = {
      name: 'edited in its sleep',
      description: 'zzz',
      can_join_group: { new: system['role:members'] },
    };
    expect((await ana.patch(`user_groups/${id}`, changes)).status).toBe(200);
    const expected = { name: changes.name, description: 'zzz', can_join_group: system['role:members'] };
    expect(await groupSeenBy(ana, id)).toMatchObject({ ...expected, deactivated: true });
  });

  it('excludes it from settings and subgroups until reactivation', async () => {
    const id = await makeGroup(ana, 'not to be used');
    const other = await makeGroup(ana, 'would use it');
    await deactivate(id);
    const uses = [
      { can_join_group: { new: id } },
      { can_manage_group: { new: setOf([ana], [id]) } },
      { can_mention_group: { new: setOf([], [id]) } },
    ];
    for (const use of uses) expect(refusal(await ana.patch(`user_groups/${other}`, use))).toEqual(BAD_REQUEST);
    expect(refusal(await ana.post(`user_groups/${other}/subgroups`, { add: [id] }))).toEqual(BAD_REQUEST);
    await reactivate(id);
    for (const use of uses) expect((await ana.patch(`user_groups/${other}`, use)).status).toBe(200);
    expect((await ana.post(`user_groups/${other}/subgroups`, { add: [id] })).status).toBe(200);
  });

  it('allows the group to name itself in the request that reactivates it', async () => {
    const id = await makeGroup(ana, 'of itself', [ana]);
    await deactivate(id);
    expect((await reactivate(id, { can_manage_group: { new: id } })).status).toBe(200);
    expect(await groupSeenBy(ana, id)).toMatchObject({ deactivated: false, can_manage_group: id });
    expect(refusal(await deactivate(id))).toEqual(
      inUse({ type: 'user_group', group_id: id, settings: ['can_manage_group'] }),
    );
  });

  it('revokes its permissions from the next request on, and reactivation restores them', async () => {
    const inner = await makeGroup(world.owner, 'giving', [bo]);
    const outer = await makeGroup(ana, 'given', [], { can_add_members_group: setOf([ana]) });
    const between = await makeGroup(ana, 'between', [], { subgroups: [inner] });
    await ana.ok('PATCH', `user_groups/${outer}`, { can_join_group: { new: between } });
    const mayJoin = async () => {
      const joined = (await bo.post(`user_groups/${outer}/members`, { add: [bo.id] })).status === 200;
      if (joined) await bo.ok('POST', `user_groups/${outer}/members`, { delete: [bo.id] });
      return joined;
    };
    expect(await mayJoin()).toBe(true);
    await ana.ok('POST', `user_groups/${between}/subgroups`, { delete: [inner] });
    expect(await mayJoin()).toBe(false);
    await ana.ok('POST', `user_groups/${between}/subgroups`, { add: [inner] });
    expect(await mayJoin()).toBe(true);
  });

  describe('is refused', () => {
    it('while active groups contain the group', async () => {
      const id = await makeGroup(ana, 'contained');
      const [one, other] = [
        await makeGroup(ana, 'container', [], { subgroups: [id] }),
        await makeGroup(ana, 'second container', [], { subgroups: [id] }),
      ];
      await makeGroup(ana, 'around the container', [], { subgroups: [one] });
      expect(refusal(await deactivate(id))).toEqual(inUse({ type: 'subgroup', supergroup_ids: [one, other] }));
      expect((await groupSeenBy(ana, id)).deactivated).toBe(false);
      await deactivate(other);
      expect(refusal(await deactivate(id))).toEqual(inUse({ type: 'subgroup', supergroup_ids: [one] }));
    });

    it('while settings of active groups are it or name it, but not by indirect use', async () => {
      const id = await makeGroup(ana, 'permitted');
      const one = await makeGroup(ana, 'user 1', [], { can_join_group: id, can_mention_group: setOf([bo], [id]) });
      const other = await makeGroup(ana, 'user 2', [], { can_leave_group: id });
      const wrapper = await makeGroup(ana, 'wrapper');
      await makeGroup(ana, 'user 3', [], { can_leave_group: wrapper });
      expect(refusal(await deactivate(id))).toEqual(
        inUse(
          { type: 'user_group', group_id: one, settings: ['can_join_group', 'can_mention_group'] },
          { type: 'user_group', group_id: other, settings: ['can_leave_group'] },
        ),
      );
      await deactivate(one);
      await ana.ok('PATCH', `user_groups/${other}`, { can_leave_group: { new: system['role:nobody'] } });
      expect((await deactivate(id)).status).toBe(200);
    });

    it('while settings of active channels or of the organization use it', async () => {
      const id = await makeGroup(ana, 'everywhere');
      await ana.subscribe('hanging on it', {
        can_administer_channel_group: setOf([ana], [id]),
        can_add_subscribers_group: id,
      });
      await ana.subscribe('archived', { can_remove_subscribers_group: id });
      const [channel, archived] = [await ana.channelId('hanging on it'), await ana.channelId('archived')];
      await world.sql('UPDATE channel SET is_archived = true WHERE id = $1', [archived]);
      await permit({ can_create_groups: id, can_create_bots_group: setOf([ana], [id]) });
      expect(refusal(await deactivate(id))).toEqual(
        inUse(
          {
            type: 'channel',
            channel_id: channel,
            settings: ['can_add_subscribers_group', 'can_administer_channel_group'],
          },
          { type: 'realm', settings: ['can_create_bots_group', 'can_create_groups'] },
        ),
      );
      await permit({});
    });

    it('or wins over a concurrent use of the group, never both', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await makeGroup(ana, `contested ${round}`);
        const other = await makeGroup(ana, `contender ${round}`);
        const [gone, used] = await Promise.all([
          deactivate(id),
          world.owner.post(`user_groups/${other}/subgroups`, { add: [id] }),
        ]);
        expect([gone.status, used.status].sort()).toEqual([200, 400]);
      }
    });
  });
});
