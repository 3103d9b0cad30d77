import type { Person } from '../../support/person';
import { statementsDuring } from '../../support/statements';
import { World } from '../../support/world';

describe('the system groups of a registration', () => {
  let world: World;
  let ana: Person;
  beforeAll(async () => {
    world = await World.start({}, 1);
    ana = await world.member('ana');
  });
  afterAll(() => world.stop());

  const TYPES = { fetch_event_types: ['realm_user_groups'], event_types: ['heartbeat'] };
  const registered = () => ana.ok('POST', 'register', TYPES);
  const members = async (name: string): Promise<number[]> => {
    const groups = (await registered()).realm_user_groups as { name: string; members: number[] }[];
    return groups.find((group) => group.name === name)!.members;
  };
  /** How many lists of accounts a registration reads. */
  const reads = async (): Promise<number> =>
    (await statementsDuring(registered)).filter(({ text }) => text.includes('json_agg(u.id ORDER BY')).length;

  it('have the accounts of each role, which are read only after one has changed', async () => {
    await registered();
    expect(await reads()).toBe(0);
    const ben = await world.member('ben');
    expect(await members('role:members')).toContain(ben.id);
    await world.setRole(ben, 'moderator');
    expect(await members('role:members')).not.toContain(ben.id);
    expect(await members('role:moderators')).toContain(ben.id);
    await world.owner.ok('DELETE', `users/${ben.id}`);
    expect(await members('role:moderators')).not.toContain(ben.id);
    expect(await reads()).toBe(0);
  });

  it('follow the waiting period of new members', async () => {
    expect(await members('role:fullmembers')).toContain(ana.id);
    await world.owner.ok('PATCH', 'realm', { waiting_period_threshold: 30 });
    expect(await members('role:fullmembers')).not.toContain(ana.id);
    expect(await members('role:members')).toContain(ana.id);
  });
});
