import { DirectoryAccounts, DirectoryGroupMembers, DirectoryGroups, ManagedGroups, NewUserGroups } from '@app/identity';
import { lock, Transactions } from '@app/platform';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('A user group that a company directory manages', () => {
  let world: World;
  let ana: Person;
  const managed = new Set<number>();

  beforeAll(async () => {
    world = await World.start();
    world.service(ManagedGroups).add(async (_, id) => (managed.has(id) ? 'the Corp directory' : null));
    ana = await world.member('ana');
  });
  afterAll(() => world?.stop());

  const make = async (name: string): Promise<number> => {
    const groups = world.service(NewUserGroups);
    const id = await world
      .service(Transactions)
      .run([lock.organization(world.organizationId)], () => groups.createForDirectory(world.organizationId, name, ''));
    managed.add(id);
    return id;
  };
  const membersOf = async (id: number) => (await world.owner.ok('GET', `user_groups/${id}/members`)).members;
  const change = (id: number, add: number[], remove: number[]) =>
    world
      .service(DirectoryGroupMembers)
      .change(world.organizationId, id as never, { add: add as never[], remove: remove as never[] });

  it('gets its members from the directory, as often as it names them', async () => {
    const id = await make('from above');
    await change(id, [ana.id], [world.owner.id]);
    await change(id, [ana.id, world.owner.id], []);
    expect(await membersOf(id)).toEqual([world.owner.id, ana.id]);
    await change(id, [], [ana.id]);
    await change(id, [], [ana.id]);
    expect(await membersOf(id)).toEqual([world.owner.id]);
  });

  it.each([
    ['add members', 'POST', (id: number) => [`user_groups/${id}/members`, { add: [ana.id] }] as const],
    ['rename it', 'PATCH', (id: number) => [`user_groups/${id}`, { name: 'ours' }] as const],
    ['deactivate it', 'POST', (id: number) => [`user_groups/${id}/deactivate`, {}] as const],
  ])('refuses owners who %s, with the reason', async (what, method, request) => {
    const id = await make(what);
    const [path, parameters] = request(id);
    const { status, body } = await world.request(method, path, parameters, world.owner.authorization);
    expect([status, body.msg]).toEqual([400, 'This user group is managed by the Corp directory']);
    expect(await membersOf(id)).toEqual([]);
  });

  it('may have another description', async () => {
    const id = await make('described');
    await world.owner.ok('PATCH', `user_groups/${id}`, { description: 'those of the directory' });
  });

  it('is renamed and deactivated by the directory, and clients follow', async () => {
    const queue = await world.owner.register();
    const id = await make('to go');
    await change(id, [ana.id], []);
    const groups = world.service(DirectoryGroups);
    await groups.rename(world.organizationId, id as never, 'gone');
    expect(await groups.setActive(world.organizationId, id as never, false)).toBe(false);
    await queue.drain();
    await expectFreshSnapshot(queue);
    expect(await world.sql('SELECT name, deactivated FROM user_group WHERE id = $1', [id])).toEqual([
      { name: 'gone', deactivated: true },
    ]);
  });

  it('stays active while a setting names it', async () => {
    const id = await make('in use');
    await world.owner.ok('PATCH', 'realm', { can_create_groups: { new: id } });
    expect(await world.service(DirectoryGroups).setActive(world.organizationId, id as never, false)).toBe(true);
  });

  it('comes with accounts that the directory ends, but never the last owner', async () => {
    const accounts = world.service(DirectoryAccounts);
    const set = (id: number, isActive: boolean) =>
      accounts.during(world.organizationId, id as never, (user) => accounts.setActive(user, isActive));
    const leaving = await world.member('leaving');
    await set(leaving.id, false);
    expect((await leaving.get('users/me')).status).toBe(401);
    await set(leaving.id, true);
    expect((await world.owner.ok('GET', `users/${leaving.id}`)).user).toMatchObject({ is_active: true });
    await expect(set(world.owner.id, false)).rejects.toThrow(/owner/);
    expect((await world.owner.get('users/me')).status).toBe(200);
  });
});
