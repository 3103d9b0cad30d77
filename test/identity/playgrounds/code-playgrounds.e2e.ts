import { leftBy } from '../../support/audit-log';
import { createOtherOrganization } from '../../support/other-organization';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Person } from '../../support/person';
import { ABSENT } from '../../support/requests-with-ids';
import { World } from '../../support/world';

interface Playground {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}

const RUST = { name: 'Rust playground', pygments_language: 'Rust', url_template: 'https://play.example/?code={code}' };
const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];
const UNKNOWN = refused('Invalid playground');

describe('code playgrounds', () => {
  let world: World;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    [alma, ben, gus] = [await world.admin('alma'), await world.member('ben'), await world.guest('gus')];
  });
  afterAll(() => world.stop());
  afterEach(() => world.sql('DELETE FROM code_playground'));

  const listed = async (person = ben) => (await person.ok('GET', 'realm/playgrounds')).playgrounds as Playground[];
  const add = async (parts: Partial<Playground> = {}) =>
    (await alma.ok('POST', 'realm/playgrounds', { ...RUST, ...parts })).id as number;

  it('are listed for all users and sent to all clients as a whole list', async () => {
    const [queue, guests] = [await ben.register(), await gus.register()];
    const rust = await add({ name: ' Rust playground ', pygments_language: ' Rust ' });
    const python = await add({ pygments_language: 'Python' });
    const all = [
      { ...RUST, id: rust },
      { ...RUST, id: python, pygments_language: 'Python' },
    ];
    expect(await listed()).toEqual(all);
    expect(await listed(gus)).toEqual(all);
    await alma.ok('PATCH', `realm/playgrounds/${rust}`, { name: 'Try it', url_template: 'https://try.example/{code}' });
    await alma.ok('PATCH', `realm/playgrounds/${rust}`, { pygments_language: 'Rust' });
    await alma.ok('PATCH', `realm/playgrounds/${rust}`);
    await alma.ok('DELETE', `realm/playgrounds/${python}`);
    const after = { id: rust, name: 'Try it', pygments_language: 'Rust', url_template: 'https://try.example/{code}' };
    const told = (await queue.drain()).map(({ id: _, ...event }) => event);
    expect(told).toEqual(
      [[all[0]], all, [after, all[1]], [after]].map((realm_playgrounds) => ({
        type: 'realm_playgrounds',
        realm_playgrounds,
      })),
    );
    await expectFreshSnapshot(queue);
    await expectFreshSnapshot(guests);
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    const anonymous = await world.request('POST', 'register', {
      fetch_event_types: ['realm_playgrounds'],
      client_gravatar: false,
    });
    expect(anonymous.body.realm_playgrounds).toEqual([after]);
  });

  it('are changed by administrators only', async () => {
    const id = await add();
    for (const person of [ben, gus, await world.moderator('mona')]) {
      const answers = [
        await person.post('realm/playgrounds', { ...RUST, name: 'Other' }),
        await person.patch(`realm/playgrounds/${id}`, { name: 'Other' }),
        await person.delete(`realm/playgrounds/${id}`),
        await person.delete(`realm/playgrounds/${ABSENT}`),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
        expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'result']);
      }
    }
    expect(await listed()).toEqual([{ ...RUST, id }]);
  });

  it('rejects a name that the language already has', async () => {
    const exists = refused('There is a playground of this name for this language already.');
    await add();
    expect(
      invalid(await alma.post('realm/playgrounds', { ...RUST, url_template: 'https://x.example/{code}' })),
    ).toEqual(exists);
    const other = await add({ name: 'Another' });
    await add({ pygments_language: 'C++' });
    expect(invalid(await alma.patch(`realm/playgrounds/${other}`, { name: RUST.name }))).toEqual(exists);
    const both = await Promise.all([1, 2].map(() => alma.post('realm/playgrounds', { ...RUST, name: 'At once' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each<[string, Partial<Playground>, string]>([
    ['a blank name', { name: ' ' }, 'name cannot be blank'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name is too long (limit: 200 characters)'],
    ['a blank language', { pygments_language: '' }, 'pygments_language cannot be blank'],
    ['a language with spaces', { pygments_language: 'c d' }, 'Invalid characters in pygments language'],
    ['a language with markup', { pygments_language: '<b>' }, 'Invalid characters in pygments language'],
    [
      'a language that is too long',
      { pygments_language: 'x'.repeat(41) },
      'pygments_language is too long (limit: 40 characters)',
    ],
    ['no template', { url_template: 'https://x.example/{code' }, 'Invalid URL template.'],
    ['an empty template', { url_template: '' }, 'Invalid URL template.'],
    [
      'a template without the variable',
      { url_template: 'https://x.example/' },
      'Missing the required variable "code" in the URL template',
    ],
    [
      'a template with another variable',
      { url_template: 'https://x.example/{lang}' },
      'Missing the required variable "code" in the URL template',
    ],
    [
      'a template with a further variable',
      { url_template: 'https://x.example/{lang}/{code}' },
      '"code" should be the only variable present in the URL template',
    ],
    ['a template that runs something', { url_template: 'javascript:{+code}' }, 'Invalid URL template.'],
    ['a template whose scheme is a variable', { url_template: '{+code}' }, 'Invalid URL template.'],
    ...['{', '}', '{}', '{code}{}', '{=code}', '{ code }', '{code:0}', '{code:10000}', '{code:1*}', '{{code}}'].map(
      (end): [string, Partial<Playground>, string] => [
        `the expression ${end}`,
        { url_template: `https://x.example/{code}${end}` },
        'Invalid URL template.',
      ],
    ),
    ...[' ', '"><script>', '<', '>', '\\', '^', '`', '|', '%', '%zz', '%{code}', '\u00a0', '\n', '\u0085'].map(
      (sign): [string, Partial<Playground>, string] => [
        `the sign ${JSON.stringify(sign)}, of which no address is made,`,
        { url_template: `https://x.example/${sign}/{code}` },
        'Invalid URL template.',
      ],
    ),
    [
      'a template that is too long',
      { url_template: `https://x.example/{code}${'x'.repeat(1_000)}` },
      'url_template is too long (limit: 1000 characters)',
    ],
  ])('are refused with %s', async (_, parts, message) => {
    const id = await add();
    for (const answer of [
      await alma.post('realm/playgrounds', { ...RUST, name: 'New', ...parts }),
      await alma.patch(`realm/playgrounds/${id}`, parts),
    ]) {
      expect(invalid(answer)).toEqual(refused(message));
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'msg', 'result']);
    }
    expect(await listed()).toEqual([{ ...RUST, id }]);
  });

  it.each(['', '+', '#', '.', '/', ';', '?', '&'])('accepts the variable with the operator "%s"', async (operator) => {
    for (const [at, variable] of ['code', 'code*', 'code:9999', 'code,code'].entries()) {
      const url_template = `https://x.example/%C3%A9-é-'()/{${operator}${variable}}`;
      await add({ name: `With ${at}`, url_template });
      expect((await listed()).map((one) => one.url_template)).toContain(url_template);
    }
  });

  it.each(['name', 'pygments_language', 'url_template'])('rejects a playground without %s', async (missing) => {
    const { body } = await alma.post('realm/playgrounds', { ...RUST, [missing]: undefined });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: missing });
  });

  it('answers for playgrounds of another organization as for unknown ones', async () => {
    const other = await createOtherOrganization(world);
    const [foreign] = await world.sql<{ id: number }>(
      `INSERT INTO code_playground (organization_id, name, language, url_template)
       SELECT organization_id, 'x', 'y', 'https://x.example/{code}' FROM user_account WHERE id = $1 RETURNING id::int AS id`,
      [other.userId],
    );
    for (const id of [foreign.id, ABSENT, 'x', '-1', '9007199254740993']) {
      expect(invalid(await alma.patch(`realm/playgrounds/${id}`, { name: 'mine' }))).toEqual(UNKNOWN);
      expect(invalid(await alma.delete(`realm/playgrounds/${id}`))).toEqual(UNKNOWN);
    }
    expect(await listed()).toEqual([]);
  });

  it('are logged in the audit log with the old and the new value', async () => {
    const template = 'https://try.example/{code}';
    const entries = await leftBy(world, async () => {
      const id = await add();
      await alma.ok('PATCH', `realm/playgrounds/${id}`, { url_template: template });
      await alma.ok('PATCH', `realm/playgrounds/${id}`, { url_template: template });
      await alma.ok('DELETE', `realm/playgrounds/${id}`);
    });
    expect(entries.map(({ action, object_type, before, after }) => [action, object_type, before, after])).toEqual([
      ['created', 'realm_playground', null, RUST],
      ['changed', 'realm_playground', RUST, { ...RUST, url_template: template }],
      ['removed', 'realm_playground', { ...RUST, url_template: template }, null],
    ]);
  });

  it('are limited in number', async () => {
    await world.sql(
      `INSERT INTO code_playground (organization_id, name, language, url_template)
       SELECT $1, 'n' || n, 'x', 'https://x.example/{code}' FROM generate_series(1, 500) n`,
      [world.organizationId],
    );
    expect(invalid(await alma.post('realm/playgrounds', RUST))).toEqual(
      refused('An organization cannot have more than 500 playgrounds.'),
    );
  });
});
