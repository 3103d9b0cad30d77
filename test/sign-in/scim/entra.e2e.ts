import { World } from '../../support/world';
import { GROUP, ScimClient } from './client';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** The shapes of requests that Microsoft documents for its provisioning service. */
describe('Entra ID', () => {
  let world: World;
  let entra: ScimClient;
  beforeAll(async () => {
    world = await World.start();
    entra = await ScimClient.start(world, { role_claim: 'roles' });
  });
  afterAll(() => world?.stop());

  const sent = (name: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
    externalId: `id-of-${name}`,
    userName: `${name}@example.org`,
    active: true,
    addresses: null,
    displayName: `${name} Corp`,
    emails: [{ type: 'work', value: `${name}@example.org`, primary: true }],
    meta: { resourceType: 'User' },
    name: { formatted: `${name} Given Family`, familyName: 'Family', givenName: 'Given' },
    phoneNumbers: [],
    roles: [],
    title: null,
    [ENTERPRISE]: { department: 'bob' },
  });
  const created = async (name: string): Promise<string> => {
    const { status, body } = await entra.request('POST', 'Users', sent(name));
    expect(status).toBe(201);
    return body.id as string;
  };

  it('probes with a user name that no user has, and gets an empty list', async () => {
    const { status, body, headers } = await entra.get(
      'Users?filter=userName+eq+%22b0d0c9f2-1d1f-4a8a-b6ea-0d1a1a1d1c1a%22',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
  });

  it('creates a user, who is an account with this name and address, and finds it', async () => {
    const id = await created('Test_User');
    const [found] = await entra.found('Users', 'userName Eq "TEST_USER@example.org"');
    expect(found).toMatchObject({ id, externalId: 'id-of-Test_User', userName: 'Test_User@example.org', active: true });
    const [account] = await world.sql('SELECT full_name, delivery_email, role FROM user_account WHERE id = $1', [id]);
    expect(account).toEqual({ full_name: 'Test_User Corp', delivery_email: 'Test_User@example.org', role: 400 });
  });

  it('replaces values by paths', async () => {
    const id = await created('renamed');
    const { status, body } = await entra.request('PATCH', `Users/${id}`, {
      schemas: [PATCH_OP],
      Operations: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@example.org' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'displayName', value: 'Updated Name' },
        { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'not of use here' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'not of use here' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ displayName: 'Updated Name', name: { familyName: 'updatedFamilyName' } });
    const [account] = await world.sql('SELECT full_name, delivery_email FROM user_account WHERE id = $1', [id]);
    expect(account).toEqual({ full_name: 'Updated Name', delivery_email: 'updated@example.org' });
  });

  it('replaces values without a path, by names with dots', async () => {
    const id = await created('dotted');
    const value = {
      displayName: 'Dotted Name',
      'name.givenName': 'Dot',
      'emails[type eq "home"].value': 'd@example.org',
    };
    const { body } = await entra.patch(`Users/${id}`, { op: 'Replace', value });
    expect(body).toMatchObject({ displayName: 'Dotted Name', name: { givenName: 'Dot' } });
    expect(body.emails).toContainEqual({ type: 'home', value: 'd@example.org' });
  });

  it('deactivates and reactivates with "False" and "True" as words', async () => {
    const id = await created('leaver');
    const off = await entra.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [id])).toEqual([{ is_active: false }]);
    const on = await entra.patch(`Users/${id}`, { op: 'Add', path: 'active', value: 'True' });
    expect(on.body.active).toBe(true);
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [id])).toEqual([{ is_active: true }]);
  });

  it('deletes a user for good, and may create the user again', async () => {
    const id = await created('deleted');
    expect((await entra.request('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await entra.get(`Users/${id}`)).status).toBe(404);
    expect(await entra.found('Users', 'userName eq "deleted@example.org"')).toEqual([]);
    expect(await created('deleted')).toBe(id);
    expect(await world.sql('SELECT is_active FROM user_account WHERE id = $1', [id])).toEqual([{ is_active: true }]);
  });

  it.each([true, false])('takes a deleted user out of its groups, active before: %s', async (isActive) => {
    const name = `left-${isActive}`;
    const id = await created(name);
    const wanted = { schemas: [GROUP], displayName: `Of ${name}`, members: [{ value: id }] };
    const { body } = await entra.request('POST', 'Groups', wanted);
    if (!isActive) await entra.patch(`Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect((await entra.request('DELETE', `Users/${id}`)).status).toBe(204);
    expect(await created(name)).toBe(id);
    expect((await entra.get(`Groups/${String(body.id)}`)).body.members).toEqual([]);
  });

  it('creates a group, adds and removes members, and leaves them out of answers', async () => {
    const [one, two] = [await created('member1'), await created('member2')];
    const { status, body } = await entra.request('POST', 'Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Engineering',
      meta: { resourceType: 'Group' },
    });
    expect(status).toBe(201);
    const path = `Groups/${String(body.id)}`;
    const add = {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: one },
        { $ref: null, value: two },
      ],
    };
    expect((await entra.patch(path, add)).status).toBe(204);
    expect(await entra.membersOf(body.id as string)).toEqual([one, two].sort());
    const remove = { op: 'Remove', path: 'members', value: [{ $ref: null, value: one }] };
    expect((await entra.patch(path, remove)).status).toBe(204);
    expect((await entra.patch(path, { op: 'Remove', path: `members[value eq "${two}"]` })).status).toBe(204);
    expect(await entra.membersOf(body.id as string)).toEqual([]);
    const short = await entra.get(`${path}?excludedAttributes=members`);
    expect(short.body).toMatchObject({ displayName: 'Engineering' });
    expect(short.body).not.toHaveProperty('members');
    const [found] = (await entra.get(`Groups?excludedAttributes=members&filter=displayName+eq+%22engineering%22`)).body
      .Resources as object[];
    expect(found).toMatchObject({ id: body.id });
    expect((await entra.patch(path, { op: 'Replace', path: 'displayName', value: 'Builders' })).status).toBe(204);
    expect(await world.sql('SELECT name FROM user_group WHERE id = $1', [body.id])).toEqual([{ name: 'Builders' }]);
  });

  it('asks whether a user is in a group', async () => {
    const [inside, outside] = [await created('inside'), await created('outside')];
    const id = await entra.group('Asked', [inside]);
    expect(await entra.found('Groups', `id eq "${id}" and members eq "${inside}"`)).toHaveLength(1);
    expect(await entra.found('Groups', `id eq "${id}" and members[value eq "${outside}"]`)).toEqual([]);
  });

  it('gives roles, but not that of an owner', async () => {
    const id = await created('chief');
    const roleOf = async () =>
      (await world.sql<{ role: number }>('SELECT role FROM user_account WHERE id = $1', [id]))[0];
    await entra.patch(`Users/${id}`, { op: 'Add', path: 'roles', value: [{ value: 'Moderator' }] });
    expect(await roleOf()).toEqual({ role: 300 });
    await entra.patch(`Users/${id}`, { op: 'Replace', path: 'roles', value: [{ value: 'owner' }] });
    expect(await roleOf()).toEqual({ role: 300 });
  });
});
