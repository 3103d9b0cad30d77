import { createHash } from 'node:crypto';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

type Shown = Record<string, unknown> & { user_id: number };

describe('spectators', () => {
  let world: World;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, gus] = [await world.member('ana'), await world.guest('gus')];
    await ana.ok('PATCH', 'settings', { email_address_visibility: 1 });
  });
  afterAll(() => world.stop());

  const open = (isOpen: boolean) => world.owner.ok('PATCH', 'realm', { enable_spectator_access: isOpen });
  const list = (parameters = {}) => world.request('GET', 'users', parameters);
  const members = async (parameters = {}) => (await list(parameters)).body.members as Shown[];

  it('see no users where the organization has no spectator access', async () => {
    const { status, headers, body } = await list();
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(headers.get('www-authenticate')).toContain('Basic');
  });

  it('are refused with wrong credentials', async () => {
    await open(true);
    const { status, body } = await world.request('GET', 'users', {}, 'Basic bm9ib2R5OnNlY3JldA==');
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('see fewer keys of each user than members', async () => {
    await open(true);
    const shown = await members({ include_custom_profile_fields: true });
    expect(shown.map(({ user_id }) => user_id)).toEqual([world.owner.id, ana.id, gus.id].sort((a, b) => a - b));
    for (const user of shown) {
      expect(user).not.toHaveProperty('timezone');
      expect(user).not.toHaveProperty('profile_data');
      expect(user).toMatchObject({ delivery_email: null, email: `user${user.user_id}@parley.invalid` });
      expect(user.date_joined).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(user.avatar_url).toEqual(expect.any(String));
    }
  });

  it('see no address and no hash of it, whatever its owner shows to members', async () => {
    const text = JSON.stringify(await members({ client_gravatar: false }));
    for (const { email } of [ana, gus, world.owner]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(createHash('md5').update(email).digest('hex'));
    }
  });

  it('can read some users by id', async () => {
    expect((await members({ user_ids: [gus.id, 999_999] })).map(({ user_id }) => user_id)).toEqual([gus.id]);
  });

  it('can neither look users up nor change anything', async () => {
    for (const [method, path] of [
      ['GET', `users/${ana.id}`],
      ['GET', `users/user${ana.id}@parley.invalid`],
      ['GET', 'users/me'],
      ['PATCH', `users/${ana.id}`],
      ['DELETE', `users/${ana.id}`],
      ['DELETE', 'users/me'],
      ['POST', `users/${ana.id}/reactivate`],
    ]) {
      const { status, body } = await world.request(method, path);
      expect([method, path, status, body.code]).toEqual([method, path, 401, 'UNAUTHORIZED']);
    }
  });

  it('see all users, as in messages, also where guests see only some', async () => {
    const { user_groups } = await world.owner.ok('GET', 'user_groups');
    const group = (name: string) =>
      (user_groups as { id: number; name: string }[]).find((one) => one.name === name)!.id;
    await world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: group('role:members') } });
    expect(await members()).toHaveLength(3);
    await world.owner.ok('PATCH', 'realm', { can_access_all_users_group: { new: group('role:everyone') } });
  });

  it('lose access when the organization disables spectators', async () => {
    await open(false);
    expect((await list()).status).toBe(401);
  });
});
