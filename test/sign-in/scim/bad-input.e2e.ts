import { ScimTokens } from '@app/sign-in';
import { exchange } from '../../support/exchange';
import { createOtherOrganization } from '../../support/other-organization';
import { World } from '../../support/world';
import { GROUP, ScimClient, USER } from './client';

describe('SCIM requests that are wrong', () => {
  let world: World;
  let client: ScimClient;
  let ana: string;
  beforeAll(async () => {
    world = await World.start();
    client = await ScimClient.start(world, { link_by_address: true, domain: 'example.org' });
    ana = await client.person('ana@example.org', { displayName: 'Ana Example' });
  });
  afterAll(() => world?.stop());

  /** Everything that a refused request must leave as it is. */
  const state = async () => ({
    objects: await world.sql('SELECT user_id, group_id, version, resource, deleted_at FROM scim_object ORDER BY id'),
    accounts: await world.sql('SELECT id, full_name, delivery_email, role, is_active FROM user_account ORDER BY id'),
    groups: await world.sql('SELECT id, name, deactivated FROM user_group ORDER BY id'),
    members: await world.sql('SELECT group_id, user_id FROM user_group_member ORDER BY 1, 2'),
  });
  const refused = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const before = await state();
    const answer = await client.request(method, path, body, headers);
    expect(await state()).toEqual(before);
    expect(answer.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
    expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    return [answer.status, answer.body.scimType];
  };
  const operation = (...Operations: unknown[]) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations,
  });

  it.each([
    ['no token', ''],
    ['a token that is none', 'Bearer parley_scim_none'],
    ['Basic credentials', 'Basic YTpi'],
    ['a token of 10,000 characters', `Bearer ${'x'.repeat(10_000)}`],
  ])('are refused with %s', async (_, authorization) => {
    const before = await state();
    const { status, headers, body } = await client.request('GET', 'Users', undefined, { authorization });
    expect([status, headers.get('www-authenticate'), body.status]).toEqual([401, 'Bearer realm="scim"', '401']);
    expect(await state()).toEqual(before);
  });

  it('are refused with a token that has ended, while two are valid at once', async () => {
    const rotating = await ScimClient.start(world);
    const tokens = world.service(ScimTokens);
    const old = rotating.token;
    const { token: second } = await tokens.create(world.organizationId, rotating.slug);
    const answers = async (token: string) => {
      rotating.token = token;
      return (await rotating.get('Users')).status;
    };
    expect([await answers(old), await answers(second)]).toEqual([200, 200]);
    const { token: third } = await tokens.create(world.organizationId, rotating.slug);
    expect([await answers(old), await answers(second), await answers(third)]).toEqual([401, 200, 200]);
    const [{ id }] = await tokens.list(world.organizationId, rotating.slug);
    expect(await tokens.revoke(world.organizationId, rotating.slug, id)).toBe(true);
    expect([await answers(second), await answers(third)]).toEqual([401, 200]);
  });

  it('are refused while the provider is off', async () => {
    const switched = await ScimClient.start(world);
    await world.owner.ok('PATCH', `realm/identity_providers/${switched.providerId}`, { enabled: false });
    expect((await switched.get('Users')).status).toBe(401);
  });

  it('are refused with a token of another organization', async () => {
    await createOtherOrganization(world);
    const headers = { authorization: `Bearer ${client.token}` };
    const at = async (host?: string) =>
      (await exchange(`${world.url}/scim/v2/Users`, { method: 'GET', headers: { ...headers, ...(host && { host }) } }))
        .status;
    expect([await at('elsewhere.example'), await at()]).toEqual([401, 200]);
  });

  it.each([
    ['an attribute that does not exist', 'shoeSize eq 43'],
    ['a comparison that does not exist', 'userName like "a"'],
    ['a text without quotation marks', 'userName eq ana'],
    ['a missing parenthesis', '(userName eq "a"'],
    ['an order of booleans', 'active gt true'],
    ['an end in the middle', 'userName eq "a" and'],
    ['50 levels', `${'('.repeat(50)}active pr${')'.repeat(50)}`],
    ['3,000 characters', `userName eq "${'x'.repeat(3_000)}"`],
    ['brackets at what is no list', 'userName[value eq "a"]'],
  ])('are refused with a filter that has %s', async (_, filter) => {
    const path = `Users?filter=${encodeURIComponent(filter)}`;
    expect(await refused('GET', path, undefined)).toEqual([400, 'invalidFilter']);
  });

  it('get no resource with count=0, but their number', async () => {
    const { body } = await client.get('Users?count=0');
    expect(body).toMatchObject({ itemsPerPage: 0, Resources: [] });
    expect(body.totalResults).toBeGreaterThan(0);
  });

  it('begin with the first resource at startIndex=-1 and 0', async () => {
    const first = (await client.get('Users?count=1')).body.Resources;
    for (const startIndex of [-1, 0, 1])
      expect((await client.get(`Users?count=1&startIndex=${startIndex}`)).body).toMatchObject({
        startIndex: 1,
        Resources: first,
      });
    expect((await client.get('Users?startIndex=1000000')).body.Resources).toEqual([]);
    expect(await refused('GET', 'Users?startIndex=one', undefined)).toEqual([400, 'invalidValue']);
  });

  it.each([
    ['id', 'mutability'],
    ['meta.created', 'mutability'],
    ['groups', 'mutability'],
    ['shoeSize', 'invalidPath'],
    ['emails[type eq "work"', 'invalidPath'],
    ['emails.shoeSize', 'invalidPath'],
    ['x'.repeat(2_000), 'invalidPath'],
  ])('cannot change %s', async (path, scimType) => {
    const body = operation({ op: 'replace', path, value: 'x' });
    expect(await refused('PATCH', `Users/${ana}`, body)).toEqual([400, scimType]);
  });

  it('may remove a member that is not there', async () => {
    const id = await client.group('Absent', [ana]);
    for (const one of [`members[value eq "999999"]`, `members[value eq "${ana}"]`, `members[value eq "${ana}"]`])
      expect((await client.patch(`Groups/${id}`, { op: 'remove', path: one })).status).toBe(204);
    expect(await client.membersOf(id)).toEqual([]);
  });

  it('may write active as a word, but not as any word', async () => {
    expect((await client.patch(`Users/${ana}`, { op: 'replace', value: { active: 'True' } })).body.active).toBe(true);
    const body = operation({ op: 'replace', path: 'active', value: 'maybe' });
    expect(await refused('PATCH', `Users/${ana}`, body)).toEqual([400, 'invalidValue']);
  });

  it('cannot take the user name of another person, in any case', async () => {
    const person = { schemas: [USER], userName: 'ANA@Example.org', emails: [{ value: 'other@example.org' }] };
    expect(await refused('POST', 'Users', person)).toEqual([409, 'uniqueness']);
    const bo = await client.person('bo@example.org');
    expect(await refused('PUT', `Users/${bo}`, person)).toEqual([409, 'uniqueness']);
    const path = operation({ op: 'replace', path: 'userName', value: 'Ana@example.org' });
    expect(await refused('PATCH', `Users/${bo}`, path)).toEqual([409, 'uniqueness']);
  });

  it('cannot take the address of another person', async () => {
    await world.admin('boss');
    const person = { schemas: [USER], userName: 'x', emails: [{ value: 'Boss@example.org' }] };
    expect(await refused('POST', 'Users', person)).toEqual([409, 'uniqueness']);
  });

  it('cannot take the name of a user group', async () => {
    await world.owner.ok('POST', 'user_groups/create', { name: 'ours', description: '', members: [] });
    expect(await refused('POST', 'Groups', { schemas: [GROUP], displayName: 'ours' })).toEqual([409, 'uniqueness']);
  });

  it.each([
    ['no user name', {}],
    ['a blank user name', { userName: ' ' }],
    ['a user name of 300 characters', { userName: `${'x'.repeat(300)}@example.org` }],
    ['a user name with NUL', { userName: 'a\u0000@example.org' }],
    ['a number as a user name of an address that is none', { userName: 7 }],
    ['no address', { userName: 'plain' }],
    ['21 addresses', { userName: 'a@example.org', emails: Array(21).fill({ value: 'a@example.org' }) }],
    ['51 roles', { userName: 'a@example.org', roles: Array(51).fill({ value: 'member' }) }],
    ['an external id of 300 characters', { userName: 'a@example.org', externalId: 'x'.repeat(300) }],
    ['a name that is a text', { userName: 'a@example.org', name: 'Ana' }],
  ])('create no user with %s', async (_, user) => {
    expect(await refused('POST', 'Users', { schemas: [USER], ...user })).toEqual([400, 'invalidValue']);
  });

  it.each([
    ['a member that is no user', { displayName: 'g', members: [{ value: '999999' }] }],
    ['a member that is no id', { displayName: 'g', members: [{ value: 'ana' }] }],
    ['a group as a member', { displayName: 'g', members: [{ value: '1', type: 'Group' }] }],
    ['10,001 members', { displayName: 'g', members: Array(10_001).fill({ value: '1' }) }],
    ['no name', { members: [] }],
    ['a name of 101 characters', { displayName: 'x'.repeat(101) }],
    ['the name of a role', { displayName: 'role:owners' }],
  ])('create no group with %s', async (_, group) => {
    expect(await refused('POST', 'Groups', { schemas: [GROUP], ...group })).toEqual([400, 'invalidValue']);
  });

  it('cannot add an account that the provider has not written to a group', async () => {
    const members = [{ value: String(world.owner.id) }];
    expect(await refused('POST', 'Groups', { displayName: 'stolen', members })).toEqual([400, 'invalidValue']);
  });

  it('find nothing after a DELETE', async () => {
    const id = await client.person('gone@example.org');
    expect((await client.request('DELETE', `Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE'])
      expect(await refused(method, `Users/${id}`, undefined)).toEqual([404, undefined]);
    expect(await refused('PUT', `Users/${id}`, { userName: 'gone@example.org' })).toEqual([404, undefined]);
  });

  it.each(['0', '-1', 'ana', '999999', '1e3', '9'.repeat(40), String(Number.MAX_SAFE_INTEGER)])(
    'find no user and no group %s',
    async (id) => {
      expect(await refused('GET', `Users/${id}`, undefined)).toEqual([404, undefined]);
      expect(await refused('GET', `Groups/${id}`, undefined)).toEqual([404, undefined]);
    },
  );

  it('find nothing of another provider', async () => {
    const other = await ScimClient.start(world);
    expect((await other.get(`Users/${ana}`)).status).toBe(404);
    expect((await other.request('DELETE', `Users/${ana}`)).status).toBe(404);
    expect(await other.found('Users', 'userName pr')).toEqual([]);
  });

  it('change nothing with an entity tag of an older version', async () => {
    const { headers } = await client.get(`Users/${ana}`);
    const tag = headers.get('etag')!;
    await client.patch(`Users/${ana}`, { op: 'replace', path: 'displayName', value: 'Ana Other' });
    const body = operation({ op: 'replace', path: 'displayName', value: 'Ana Late' });
    expect(await refused('PATCH', `Users/${ana}`, body, { 'if-match': tag })).toEqual([412, undefined]);
    expect(await refused('DELETE', `Users/${ana}`, undefined, { 'if-match': tag })).toEqual([412, undefined]);
    const now = (await client.get(`Users/${ana}`)).headers.get('etag')!;
    expect((await client.get(`Users/${ana}`, { 'if-none-match': now })).status).toBe(304);
    expect((await client.request('PATCH', `Users/${ana}`, body, { 'if-match': now })).status).toBe(200);
  });

  it('cannot lead the mail of owners and administrators out of the company', async () => {
    for (const role of ['owner', 'admin'] as const) {
      const id = await client.person(`promoted.${role}@example.org`);
      await world.setRole({ id: Number(id) } as never, role);
      const emails = (value: string) => operation({ op: 'replace', path: 'emails', value: [{ value, primary: true }] });
      expect(await refused('PATCH', `Users/${id}`, emails(`${role}@evil.example`))).toEqual([400, 'invalidValue']);
      expect((await client.request('PATCH', `Users/${id}`, emails(`moved.${role}@example.org`))).status).toBe(200);
      await client.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false });
    }
  });

  it('cannot deactivate or delete the last owner', async () => {
    const id = await client.person('chief@example.org');
    await world.setRole({ id: Number(id) } as never, 'owner');
    await world.setRole(world.owner, 'member');
    const body = operation({ op: 'replace', path: 'active', value: false });
    expect(await refused('PATCH', `Users/${id}`, body)).toEqual([400, 'invalidValue']);
    expect(await refused('DELETE', `Users/${id}`, undefined)).toEqual([400, 'invalidValue']);
    await world.setRole(world.owner, 'owner');
    expect((await client.patch(`Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(200);
  });

  it.each([
    ['a form', 'userName=a', 'application/x-www-form-urlencoded', 415],
    ['a text', 'userName', 'text/plain', 415],
    ['half of JSON', '{"userName":', 'application/scim+json', 400],
    ['a list', '[]', 'application/scim+json', 400],
    ['nothing', '', 'application/scim+json', 400],
    ['deep JSON', '['.repeat(100_000), 'application/json', 400],
  ])('are refused with %s as the body', async (_, body, type, status) => {
    expect((await refused('POST', 'Users', body, { 'content-type': type }))[0]).toBe(status);
  });

  it.each([
    ['whose length the client says', (body: string) => body],
    ['that comes in pieces', (body: string) => new Blob([body]).stream()],
  ])('are refused with a body over 4 MiB %s', async (_, sent) => {
    const body = JSON.stringify({ userName: 'a', displayName: 'x'.repeat(4 * 1024 * 1024) });
    for (const [method, path] of [
      ['POST', 'Users'],
      ['PUT', `Users/${ana}`],
      ['PATCH', `Users/${ana}`],
      ['POST', 'Groups'],
    ] as const) {
      const answer = await fetch(`${world.url}/scim/v2/${path}`, {
        method,
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/scim+json' },
        body: sent(body),
        duplex: 'half',
      } as RequestInit);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
      expect(await answer.json()).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '413',
        detail: 'The body is over 4194304 bytes',
      });
      expect(answer.status).toBe(413);
    }
  });

  it.each([
    ['no schema', { Operations: [{ op: 'add', path: 'displayName', value: 'x' }] }, 400],
    ['no operation', operation(), 400],
    ['an operation that does not exist', operation({ op: 'move', path: 'displayName' }), 400],
    ['a removal without a path', operation({ op: 'remove' }), 400],
    ['no value', operation({ op: 'add', path: 'displayName' }), 400],
    ['5,001 operations', operation(...(Array(5_001).fill({ op: 'remove', path: 'displayName' }) as object[])), 413],
    ['a removal of the user name', operation({ op: 'remove', path: 'userName' }), 400],
  ])('change nothing with %s', async (_, body, status) => {
    expect((await refused('PATCH', `Users/${ana}`, body))[0]).toBe(status);
  });
});
