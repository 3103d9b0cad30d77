import { FullMembers, Users } from '@app/identity';
import type { DomainEvents } from '@app/kernel';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { groupSeenBy, groupsSeenBy, membersOf } from '../../support/groups';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const DAYS = 3;

describe('members who pass the waiting period', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let fullMembers: number;
  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    fullMembers = (await groupsSeenBy(ana)).find(({ name }) => name === 'role:fullmembers')!.id;
    // The nodes' last check is an hour old.
    await world.sql(
      `UPDATE organization SET permission_version = permission_version + 1,
        settings = settings || '{"waitingPeriodThreshold": ${DAYS}}', full_members_as_of = now() - interval '1 hour'`,
    );
  });
  afterAll(() => world.stop());

  const promote = () => world.service(FullMembers).promote();
  const joined = (person: Person, minutesPastWaiting: number) =>
    world.sql(
      `UPDATE user_account SET date_joined = now() - $2::int * interval '1 day' - $3::int * interval '1 minute' WHERE id = $1`,
      [person.id, DAYS, minutesPastWaiting],
    );
  const toldOf = (queue: EventQueue) =>
    queue.seen.filter(({ type }) => type === 'user_group').map(({ id: _, ...event }) => event);

  it('become full members at once, with one event from one of the nodes', async () => {
    await joined(ana, 1);
    await joined(bo, -1);
    const queues = [await ana.register(), await world.owner.register(), await (await world.guest('gus')).register()];
    expect((await groupSeenBy(ana, fullMembers)).members).toEqual([]);
    expect(await membersOf(bo, fullMembers, { direct_member_only: true })).toEqual([ana.id]);
    await Promise.all([promote(), promote(), promote()]);
    await promote();
    for (const queue of queues) {
      await queue.drain();
      const told = toldOf(queue).filter(({ group_id }) => group_id === fullMembers);
      expect(told).toEqual([{ type: 'user_group', op: 'add_members', group_id: fullMembers, user_ids: [ana.id] }]);
      await expectFreshSnapshot(queue);
    }
    expect((await groupSeenBy(bo, fullMembers)).members).toEqual([ana.id]);
  });

  it('get the permissions of full members from then on', async () => {
    const raised: DomainEvents['PermissionsChanged'][] = [];
    const emitter = world.service(EventEmitter2);
    const listen = async (event: DomainEvents['PermissionsChanged']) => void raised.push(event);
    emitter.on('PermissionsChanged', listen);
    await joined(bo, 1);
    await world.sql("UPDATE organization SET full_members_as_of = now() - interval '1 hour'");
    await joined(ana, 24 * 60);
    await promote();
    emitter.off('PermissionsChanged', listen);
    const { before, after } = raised[0];
    const { joinedAt } = await world.service(Users).get(world.organizationId, bo.id as never);
    const subject = { userId: bo.id as never, role: 400, joinedAt };
    expect([before, after].map((graph) => graph.holds(subject, fullMembers))).toEqual([false, true]);
    expect(raised).toHaveLength(1);
  });

  it('change as soon as the waiting period changes', async () => {
    const cy = await world.member('cy');
    await joined(cy, -60);
    const queue = await ana.register();
    const days = async (waiting_period_threshold: number) => {
      await world.owner.ok('PATCH', 'realm', { waiting_period_threshold });
      await queue.drain();
      const told = toldOf(queue).filter(({ group_id }) => group_id === fullMembers);
      return told.map(({ op, user_ids }) => [op, user_ids]);
    };
    expect(await days(DAYS - 1)).toEqual([['add_members', [cy.id]]]);
    expect(await days(100_000)).toEqual([
      ['add_members', [cy.id]],
      ['remove_members', [ana.id, bo.id, cy.id]],
    ]);
    expect((await groupSeenBy(ana, fullMembers)).members).toEqual([]);
    expect((await days(0)).at(-1)).toEqual(['add_members', [ana.id, bo.id, cy.id]]);
    await expectFreshSnapshot(queue);
    await promote();
    await queue.drain();
    expect(toldOf(queue).filter(({ group_id }) => group_id === fullMembers)).toHaveLength(3);
  });
});
