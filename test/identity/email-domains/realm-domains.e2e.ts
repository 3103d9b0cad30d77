import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

describe('allowed email domains', () => {
  let world: World;
  let owner: Person;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    for (const { domain } of await listed()) await owner.ok('DELETE', `realm/domains/${domain}`);
  });

  const listed = async () => (await alma.ok('GET', 'realm/domains')).domains as { domain: string }[];
  const add = (domain: string, allow_subdomains?: boolean) =>
    owner.ok('POST', 'realm/domains', { domain, allow_subdomains });
  const join = async (email: string) =>
    (await owner.post('users', { email, password: 'a long enough secret', full_name: 'New Comer' })).status;

  it('lists, changes and removes domains, with events to all users', async () => {
    const queue = await gus.register();
    await add(' Example.ORG ');
    await add('corp.example.com', true);
    await owner.ok('PATCH', 'realm/domains/example.org', { allow_subdomains: true });
    await owner.ok('PATCH', 'realm/domains/example.org', { allow_subdomains: true });
    expect(await listed()).toEqual([
      { domain: 'corp.example.com', allow_subdomains: true },
      { domain: 'example.org', allow_subdomains: true },
    ]);
    await owner.ok('DELETE', 'realm/domains/corp.example.com');
    const told = (await queue.drain()).filter(({ type }) => type === 'realm_domains');
    expect(told.map(({ id: _, type: __, ...event }) => event)).toEqual([
      { op: 'add', realm_domain: { domain: 'example.org', allow_subdomains: false } },
      { op: 'add', realm_domain: { domain: 'corp.example.com', allow_subdomains: true } },
      { op: 'change', realm_domain: { domain: 'example.org', allow_subdomains: true } },
      { op: 'remove', domain: 'corp.example.com' },
    ]);
    await expectFreshSnapshot(queue);
  });

  it('restrict joining where the organization says so', async () => {
    await add('narrow.example.com');
    await add('wide.example.com', true);
    expect(await join('before@elsewhere.example.net')).toBe(200);
    await owner.ok('PATCH', 'realm', { emails_restricted_to_domains: true });
    const answers = [];
    for (const email of [
      'a@narrow.example.com',
      'b@NARROW.example.com',
      'c@sub.narrow.example.com',
      'd@deep.sub.wide.example.com',
      'e@evilwide.example.com',
      'f@elsewhere.example.net',
      'g+tag@wide.example.com',
    ])
      answers.push([email[0], await join(email)]);
    expect(answers).toEqual([
      ['a', 200],
      ['b', 200],
      ['c', 400],
      ['d', 200],
      ['e', 400],
      ['f', 400],
      ['g', 400],
    ]);
  });

  it('lift the restriction when the last domain is removed', async () => {
    await add('only.example.com');
    await owner.ok('PATCH', 'realm', { emails_restricted_to_domains: true });
    const queue = await ben.register();
    await owner.ok('DELETE', 'realm/domains/only.example.com');
    const told = (await queue.drain()).map(({ type, property, value }) => [type, property, value]);
    expect(told).toEqual([
      ['realm_domains', undefined, undefined],
      ['realm', 'emails_restricted_to_domains', false],
    ]);
    await expectFreshSnapshot(queue);
    expect(await join('again@elsewhere.example.net')).toBe(200);
  });

  it('refuse disposable addresses unless the organization allows them', async () => {
    expect(await join('a@mailinator.com')).toBe(400);
    expect(await join('a@sub.33m.co')).toBe(400);
    await owner.ok('PATCH', 'realm', { disallow_disposable_email_addresses: false });
    expect(await join('a@mailinator.com')).toBe(200);
    await owner.ok('PATCH', 'realm', { disallow_disposable_email_addresses: true });
  });

  it.each([
    '',
    'x',
    'no spaces.example.com',
    '-a.example.com',
    'a..example.com',
    'user@example.com',
    `${'x'.repeat(64)}.com`,
  ])('rejects %j as a domain', async (domain) => {
    const { status, body } = await owner.post('realm/domains', { domain });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('rejects a domain that is listed, and changes only listed ones', async () => {
    await add('example.org');
    for (const { status, body } of [
      await owner.post('realm/domains', { domain: 'EXAMPLE.org' }),
      await owner.patch('realm/domains/example.net', { allow_subdomains: true }),
      await owner.delete('realm/domains/example.net'),
    ])
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    const { status, body } = await owner.patch('realm/domains/example.org');
    expect([status, body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('are changed by owners and readable by administrators', async () => {
    await add('example.org');
    for (const person of [alma, ben, gus]) {
      for (const { status, body } of [
        await person.post('realm/domains', { domain: 'example.net' }),
        await person.patch('realm/domains/example.org', { allow_subdomains: true }),
        await person.delete('realm/domains/example.org'),
        ...(person === alma ? [] : [await person.get('realm/domains')]),
      ])
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it('logs changes of domains in the audit log', async () => {
    const entries = await leftBy(world, async () => {
      await add('example.org');
      await owner.ok('PATCH', 'realm/domains/example.org', { allow_subdomains: true });
      await owner.ok('DELETE', 'realm/domains/example.org');
    });
    const of = (allow_subdomains: boolean) => ({ domain: 'example.org', allow_subdomains });
    expect(entries.map(({ action, object_type, before, after }) => [action, object_type, before, after])).toEqual([
      ['created', 'realm_domain', null, of(false)],
      ['changed', 'realm_domain', of(false), of(true)],
      ['removed', 'realm_domain', of(true), null],
    ]);
  });
});
