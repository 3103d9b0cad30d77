import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { BAD_REQUEST, Group, groupSeenBy, groupsSeenBy, makeGroup, refusal, setOf } from '../../support/groups';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const KNOWING = { client_capabilities: { notification_settings_null: false, include_deactivated_groups: true } };

describe('client events of user groups', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let gus: Person;
  let ada: Person;
  const system: Record<string, number> = {};
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    [ada, gus] = [await world.admin('ada'), await world.guest('gus')];
    for (const { id, name } of await groupsSeenBy(ana)) system[name] = id;
  });
  afterAll(() => world.stop());

  type Told = Omit<Event, 'id'>;
  const queues = async (): Promise<EventQueue[]> => [
    await world.owner.register(),
    await ana.register(KNOWING),
    await gus.register(),
    await gus.register(KNOWING),
  ];
  /** The events of each client during some work; afterwards each client equals a fresh snapshot. */
  const toldBy = async (work: () => Promise<unknown>): Promise<Told[][]> => {
    const all = await queues();
    await work();
    const told: Told[][] = [];
    for (const queue of all) {
      const events = await queue.drain();
      told.push(events.filter(({ type }) => type === 'user_group').map(({ id: _, ...event }) => event));
      await expectFreshSnapshot(queue);
    }
    return told;
  };
  const expectAllTold = async (work: () => Promise<unknown>, ...expected: object[]): Promise<void> => {
    for (const told of await toldBy(work)) {
      expect(told).toEqual(expected.map((event) => ({ type: 'user_group', ...event })));
    }
  };
  const update = (id: number, changes: Record<string, unknown>) => ana.ok('PATCH', `user_groups/${id}`, changes);
  const deactivate = (id: number) => ana.ok('POST', `user_groups/${id}/deactivate`);

  it('tell all users, guests too, of a new group', async () => {
    let group: Group | undefined;
    const told = await toldBy(async () => {
      const id = await makeGroup(ana, 'new', [bo, gus], { can_join_group: setOf([gus], [system['role:members']]) });
      group = await groupSeenBy(ana, id);
    });
    for (const events of told) expect(events).toEqual([{ type: 'user_group', op: 'add', group }]);
    expect(group).toMatchObject({ members: [bo.id, gus.id], can_join_group: setOf([gus], [system['role:members']]) });
  });

  it('tell of a new group first without subgroups, then of its subgroups', async () => {
    const inner = await makeGroup(ana, 'inner of new');
    const told = await toldBy(() => makeGroup(ana, 'new with subgroups', [bo], { subgroups: [inner] }));
    for (const [added, filled, ...more] of told) {
      expect(added).toMatchObject({ op: 'add', group: { name: 'new with subgroups', direct_subgroup_ids: [] } });
      const { id } = added.group as Group;
      expect(filled).toEqual({ type: 'user_group', op: 'add_subgroups', group_id: id, direct_subgroup_ids: [inner] });
      expect(more).toEqual([]);
    }
  });

  it('tell each changed property by itself, and no unchanged one', async () => {
    const id = await makeGroup(ana, 'before', [bo]);
    const admins = system['role:administrators'];
    const changes = {
      name: 'after',
      description: 'other',
      can_join_group: { new: setOf([bo, ana]) },
      can_leave_group: { new: system['role:everyone'] },
      can_mention_group: { new: setOf([], [admins]) },
    };
    const of = (data: object) => ({ op: 'update', group_id: id, data });
    await expectAllTold(
      () => update(id, changes),
      of({ name: 'after' }),
      of({ description: 'other' }),
      of({ can_join_group: setOf([ana, bo]) }),
      of({ can_mention_group: admins }),
    );
    await expectAllTold(() => update(id, { ...changes, deactivated: true }));
    await expectAllTold(() => update(id, { deactivated: false }));
  });

  it('tell nothing of refused requests', async () => {
    const id = await makeGroup(ana, 'refused', [bo]);
    await expectAllTold(async () => {
      const changes = { name: 'never', can_manage_group: { new: system['role:everyone'] } };
      expect(refusal(await ana.patch(`user_groups/${id}`, changes))).toEqual(BAD_REQUEST);
      const contents = { add: [ada.id], delete: [gus.id] };
      expect(refusal(await ana.post(`user_groups/${id}/members`, contents))).toEqual(BAD_REQUEST);
    });
  });

  it('tell of members and subgroups that are added or removed', async () => {
    const [one, other] = [await makeGroup(ana, 'goes'), await makeGroup(ana, 'comes')];
    const id = await makeGroup(ana, 'moving', [bo], { subgroups: [one] });
    const changes = { add: [gus.id, ana.id], delete: [bo.id], add_subgroups: [other], delete_subgroups: [one] };
    await expectAllTold(
      () => ana.ok('POST', `user_groups/${id}/members`, changes),
      { op: 'add_members', group_id: id, user_ids: [ana.id, gus.id].sort((a, b) => a - b) },
      { op: 'remove_members', group_id: id, user_ids: [bo.id] },
      { op: 'add_subgroups', group_id: id, direct_subgroup_ids: [other] },
      { op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [one] },
    );
    await expectAllTold(() => gus.ok('POST', `user_groups/${id}/members`, { delete: [gus.id] }), {
      op: 'remove_members',
      group_id: id,
      user_ids: [gus.id],
    });
    await expectAllTold(
      () => ana.ok('POST', `user_groups/${id}/subgroups`, { add: [one], delete: [other] }),
      { op: 'add_subgroups', group_id: id, direct_subgroup_ids: [one] },
      { op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [other] },
    );
  });

  describe('tell of deactivation and reactivation', () => {
    /** The events of a client that does not support deactivated groups, and of one that does. */
    const toldEither = async (work: () => Promise<unknown>) => {
      const [owner, member, guest, knowingGuest] = await toldBy(work);
      expect(guest).toEqual(owner);
      expect(knowingGuest).toEqual(member);
      return { without: owner, with: member };
    };
    const of = (id: number, data: object) => ({ type: 'user_group', op: 'update', group_id: id, data });

    it('as removal and addition, or as a change of the property', async () => {
      const inner = await makeGroup(ana, 'inside the sleeper');
      const id = await makeGroup(ana, 'sleeper', [bo], { subgroups: [inner] });
      expect(await toldEither(() => deactivate(id))).toEqual({
        without: [{ type: 'user_group', op: 'remove', group_id: id }],
        with: [of(id, { deactivated: true })],
      });
      const told = await toldEither(() => update(id, { deactivated: false }));
      expect(told).toEqual({
        without: [{ type: 'user_group', op: 'add', group: await groupSeenBy(ana, id) }],
        with: [of(id, { deactivated: false })],
      });
      expect(told.without[0].group).toMatchObject({ members: [bo.id], direct_subgroup_ids: [inner] });
    });

    it('and meanwhile send changes only to clients that support deactivated groups', async () => {
      const inner = await makeGroup(ana, 'joins a sleeper');
      const id = await makeGroup(ana, 'dreamer', [bo]);
      await deactivate(id);
      const told = await toldEither(async () => {
        await update(id, { name: 'dreaming', description: 'zzz', can_join_group: { new: setOf([bo]) } });
        await ana.ok('POST', `user_groups/${id}/members`, { add: [ana.id], delete: [bo.id], add_subgroups: [inner] });
        await ana.ok('POST', `user_groups/${id}/subgroups`, { delete: [inner] });
      });
      expect(told).toEqual({
        without: [],
        with: [
          of(id, { name: 'dreaming' }),
          of(id, { description: 'zzz' }),
          of(id, { can_join_group: setOf([bo]) }),
          { type: 'user_group', op: 'add_members', group_id: id, user_ids: [ana.id] },
          { type: 'user_group', op: 'remove_members', group_id: id, user_ids: [bo.id] },
          { type: 'user_group', op: 'add_subgroups', group_id: id, direct_subgroup_ids: [inner] },
          { type: 'user_group', op: 'remove_subgroups', group_id: id, direct_subgroup_ids: [inner] },
        ],
      });
    });

    it('together with a new name in the same request, in the order of application', async () => {
      const id = await makeGroup(ana, 'napping', [bo]);
      await deactivate(id);
      const changes = { name: 'awake', deactivated: false, can_leave_group: { new: system['role:nobody'] } };
      const told = await toldEither(() => update(id, changes));
      expect(told.with).toEqual([
        of(id, { name: 'awake' }),
        of(id, { deactivated: false }),
        of(id, { can_leave_group: system['role:nobody'] }),
      ]);
      const [added, ...more] = told.without;
      expect(added).toMatchObject({ op: 'add', group: { name: 'awake', can_leave_group: system['role:everyone'] } });
      expect(more).toEqual([of(id, { can_leave_group: system['role:nobody'] })]);
    });
  });

  it('tell of system groups when a role changes', async () => {
    const mo = await world.member('mo');
    const of = (op: string, name: string) => ({ op, group_id: system[name], user_ids: [mo.id] });
    await expectAllTold(
      () => world.setRole(mo, 'moderator'),
      of('remove_members', 'role:fullmembers'),
      of('remove_members', 'role:members'),
      of('add_members', 'role:moderators'),
    );
    await expectAllTold(
      () => world.setRole(mo, 'guest'),
      of('remove_members', 'role:moderators'),
      of('add_members', 'role:everyone'),
    );
  });

  it('do not reach other organizations and queues of other event types', async () => {
    const silent = await bo.register({ event_types: ['message'] });
    const listening = await bo.register({ event_types: ['user_group'] });
    await makeGroup(ana, 'for those who listen');
    expect((await silent.drain()).length).toBe(0);
    expect((await listening.drain()).map(({ op }) => op)).toEqual(['add']);
  });
});
