import { World } from '../../support/world';
import { GROUP, ScimClient, USER } from './client';

/** The shapes of requests that Okta documents for SCIM 2.0: whole users by PUT, and never a DELETE of one. */
describe('Okta', () => {
  let world: World;
  let okta: ScimClient;
  beforeAll(async () => {
    world = await World.start();
    okta = await ScimClient.start(world);
  });
  afterAll(() => world?.stop());

  const sent = (login: string, more: Record<string, unknown> = {}) => ({
    schemas: [USER],
    userName: login,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: login, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
    ...more,
  });
  const created = async (login: string): Promise<string> =>
    (await okta.request('POST', 'Users', sent(login))).body.id as string;

  it('asks for one page of users when it connects', async () => {
    const { status, body } = await okta.get('Users?startIndex=1&count=2');
    expect([status, body.startIndex]).toEqual([200, 1]);
  });

  it('creates a user, without the password that it makes up', async () => {
    const { status, body } = await okta.request('POST', 'Users', sent('test.user@okta.local'));
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('password');
    expect(await world.sql('SELECT password_hash FROM user_account WHERE id = $1', [body.id])).toEqual([
      { password_hash: null },
    ]);
    expect((await okta.get(`Users/${String(body.id)}`)).body).toMatchObject({ userName: 'test.user@okta.local' });
  });

  it('gets a conflict for a login that is there', async () => {
    await created('twice@okta.local');
    const { status, body } = await okta.request('POST', 'Users', sent('twice@okta.local'));
    expect([status, body.scimType, body.status]).toEqual([409, 'uniqueness', '409']);
  });

  it('replaces a whole user by PUT', async () => {
    const id = await created('whole@okta.local');
    const changed = sent('whole2@okta.local', { id, displayName: 'Another Name', meta: { resourceType: 'User' } });
    const { status, body } = await okta.request('PUT', `Users/${id}`, changed);
    expect([status, body.userName, body.displayName]).toEqual([200, 'whole2@okta.local', 'Another Name']);
    const [account] = await world.sql('SELECT full_name, delivery_email FROM user_account WHERE id = $1', [id]);
    expect(account).toEqual({ full_name: 'Another Name', delivery_email: 'whole2@okta.local' });
  });

  it('deactivates by PATCH without a path, and reactivates by PUT', async () => {
    const id = await created('leaver@okta.local');
    const off = await okta.patch(`Users/${id}`, { op: 'replace', value: { active: false } });
    expect(off.body.active).toBe(false);
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [id])).toEqual([{ is_active: false }]);
    expect((await okta.request('PUT', `Users/${id}`, sent('leaver@okta.local'))).body.active).toBe(true);
  });

  it('does not bring back an account that an administrator has deactivated', async () => {
    const id = await created('dismissed@okta.local');
    await world.owner.ok('DELETE', `users/${id}`);
    expect((await okta.request('PUT', `Users/${id}`, sent('dismissed@okta.local'))).body.active).toBe(false);
  });

  it('pushes a group, with names and ids inside the value', async () => {
    const [one, two] = [await created('g1@okta.local'), await created('g2@okta.local')];
    const { body } = await okta.request('POST', 'Groups', { schemas: [GROUP], displayName: 'Pushed', members: [] });
    const path = `Groups/${String(body.id)}`;
    const add = { op: 'add', path: 'members', value: [{ value: one, display: 'g1@okta.local' }] };
    await okta.patch(path, add);
    await okta.patch(path, { op: 'replace', value: { id: body.id, displayName: 'Pushed again' } });
    expect(await world.sql('SELECT name FROM user_group WHERE id = $1', [body.id])).toEqual([{ name: 'Pushed again' }]);
    const whole = { schemas: [GROUP], id: body.id, displayName: 'Pushed again', members: [{ value: two }] };
    const answer = await okta.request('PUT', path, whole);
    expect([answer.status, await okta.membersOf(body.id as string)]).toEqual([200, [two]]);
    await okta.patch(path, { op: 'remove', path: `members[value eq "${two}"]` });
    expect(await okta.membersOf(body.id as string)).toEqual([]);
    expect((await okta.request('DELETE', path)).status).toBe(204);
    expect((await okta.get(path)).status).toBe(404);
    expect(await okta.group('Pushed again')).toBe(body.id);
  });

  it('manages the group alone: owners cannot change its members', async () => {
    const id = await okta.group('Guarded');
    const { status, body } = await world.owner.post(`user_groups/${id}/members`, { add: [world.owner.id] });
    expect(status).toBe(400);
    expect(body.msg).toMatch(/^This user group is managed by Corp/);
  });

  it('takes over an account with its address only where the provider may link', async () => {
    await world.member('linkable');
    const { status, body } = await okta.request('POST', 'Users', sent('linkable@example.org'));
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    const linking = await ScimClient.start(world, { link_by_address: true, domain: 'example.org' });
    expect((await linking.request('POST', 'Users', sent('linkable@example.org'))).status).toBe(201);
    await world.admin('chief');
    expect((await linking.request('POST', 'Users', sent('chief@example.org'))).status).toBe(409);
  });
});
