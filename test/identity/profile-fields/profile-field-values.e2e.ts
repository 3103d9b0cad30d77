import { SystemBots } from '@app/identity';
import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const TYPE = { short: 1, long: 2, select: 3, date: 4, link: 5, users: 6, account: 7, pronouns: 8 };
type Kind = keyof typeof TYPE;
type Values = Record<string, { value: string; rendered_value?: string }>;

describe('values of custom profile fields', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let bea: Person;
  const ids = {} as Record<Kind, number>;

  const DATA: Partial<Record<Kind, object>> = {
    select: { vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } },
    account: { subtype: 'github' },
  };

  beforeAll(async () => {
    world = await World.start();
    [admin, ana, bea] = [await world.admin('ada'), await world.member('ana'), await world.member('bea')];
    for (const [kind, field_type] of Object.entries(TYPE)) {
      const parameters = { field_type, name: kind, field_data: DATA[kind as Kind] ?? {} };
      ids[kind as Kind] = (await admin.ok('POST', 'realm/profile_fields', parameters)).id as number;
    }
  });
  afterAll(() => world.stop());
  beforeEach(() => ana.ok('DELETE', 'users/me/profile_data', { data: Object.values(ids) }));

  const fill = (kind: Kind, value: unknown, person = ana) =>
    person.patch('users/me/profile_data', { data: [{ id: ids[kind], value }] });
  const of = async (viewer: Person, person = ana) => {
    const { user } = await viewer.ok('GET', `users/${person.id}`, { include_custom_profile_fields: true });
    return (user as { profile_data: Values }).profile_data;
  };

  it.each<[string, Kind, unknown, string, string | null]>([
    ['short text', 'short', ' The *best* team ', 'The *best* team', '<p>The <em>best</em> team</p>'],
    ['long text', 'long', 'x'.repeat(500), 'x'.repeat(500), `<p>${'x'.repeat(500)}</p>`],
    ['an option', 'select', 'vim', 'vim', null],
    ['a date', 'date', '2024-02-29', '2024-02-29', null],
    ['a link', 'link', 'https://example.org/@ana?a=1#b', 'https://example.org/@ana?a=1#b', null],
    ['an account', 'account', 'ana-dev', 'ana-dev', null],
    ['pronouns', 'pronouns', 'she/her', 'she/her', null],
  ])('are shown to all users as they were given: %s', async (_, kind, given, value, rendered) => {
    expect((await fill(kind, given)).body.result).toBe('success');
    const shown = { [ids[kind]]: rendered === null ? { value } : { value, rendered_value: rendered } };
    expect(await of(bea)).toEqual(shown);
    const { profile_data } = await ana.ok('GET', 'users/me');
    expect(profile_data).toEqual(shown);
  });

  it('of the type user are ids, each once, as text', async () => {
    await fill('users', [bea.id, admin.id, bea.id]);
    expect(await of(bea)).toEqual({ [ids.users]: { value: JSON.stringify([bea.id, admin.id]) } });
  });

  it.each<[string, Kind, unknown]>([
    ['51 characters of short text', 'short', 'x'.repeat(51)],
    ['501 characters of long text', 'long', 'x'.repeat(501)],
    ['an unknown option', 'select', 'ed'],
    ['an option by its text', 'select', 'Vim'],
    ['an option by an inherited name', 'select', 'constructor'],
    ['a day that is none', 'date', '2023-02-29'],
    ['a day in another form', 'date', '29.02.2024'],
    ['a moment', 'date', '2024-02-29T10:00'],
    ['a link to nowhere', 'link', 'example'],
    ['a link that is a script', 'link', 'javascript:alert(1)'],
    ['a link that logs in', 'link', 'https://ana:secret@example.org'],
    ['51 characters of an account', 'account', 'x'.repeat(51)],
    ['51 characters of pronouns', 'pronouns', 'x'.repeat(51)],
    ['a text for users', 'users', 'bea'],
    ['an unknown user', 'users', [4711]],
    ['ids for a text', 'short', [1]],
    ['a number', 'short', 7],
    ['an object', 'short', { a: 1 }],
    ['NUL', 'short', 'a\0b'],
    ['half a surrogate pair', 'short', 'a\ud800b'],
  ])('are refused: %s', async (_, kind, value) => {
    expect((await fill(kind, value)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    expect(await of(ana)).toEqual({});
  });

  it('of the type user name neither bots nor deactivated users', async () => {
    const bot = await world.service(SystemBots).notification(world.organizationId);
    const cid = await world.member('cid');
    await admin.ok('DELETE', `users/${cid.id}`);
    for (const id of [bot.id, cid.id]) expect((await fill('users', [id])).status).toBe(400);
  });

  it.each([null, '', '  ', []])('are removed with %j', async (nothing) => {
    await fill('short', 'Here');
    expect((await fill('short', nothing)).body.result).toBe('success');
    expect(await of(bea)).toEqual({});
  });

  it('are written all together or not at all', async () => {
    const data = [
      { id: ids.short, value: 'Here' },
      { id: ids.date, value: 'never' },
    ];
    expect((await ana.patch('users/me/profile_data', { data })).status).toBe(400);
    expect((await ana.patch('users/me/profile_data', { data: [data[0], { id: 4711, value: 'x' }] })).status).toBe(400);
    expect(await of(ana)).toEqual({});
    expect((await ana.delete('users/me/profile_data', { data: [ids.short, 4711] })).status).toBe(400);
    expect((await ana.patch('users/me/profile_data')).body.code).toBe('REQUEST_VARIABLE_MISSING');
    expect((await ana.delete('users/me/profile_data')).body.code).toBe('REQUEST_VARIABLE_MISSING');
  });

  it('are sent to all users, and only when they change', async () => {
    const queues = await Promise.all([ana, bea].map((person) => person.register()));
    await fill('short', '**Here**');
    await fill('short', '**Here**');
    await fill('select', 'vim');
    await ana.ok('DELETE', 'users/me/profile_data', { data: [ids.select, ids.date] });
    for (const queue of queues) {
      const told = (await queue.drain()).map(({ person }) => person);
      const user_id = ana.id;
      expect(told).toEqual([
        {
          user_id,
          custom_profile_field: {
            id: ids.short,
            value: '**Here**',
            rendered_value: '<p><strong>Here</strong></p>',
          },
        },
        { user_id, custom_profile_field: { id: ids.select, value: 'vim' } },
        { user_id, custom_profile_field: { id: ids.select, value: null } },
      ]);
      await expectFreshSnapshot(queue);
    }
  });

  it('are written by administrators where users may not edit the field', async () => {
    await admin.ok('PATCH', `realm/profile_fields/${ids.pronouns}`, { editable_by_user: false });
    expect((await fill('pronouns', 'they')).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await fill('pronouns', 'they', admin)).status).toBe(200);
    const profile_data = [{ id: ids.pronouns, value: 'she/her' }];
    await admin.ok('PATCH', `users/${ana.id}`, { profile_data });
    expect(await of(bea)).toEqual({ [ids.pronouns]: { value: 'she/her' } });
    expect((await ana.delete('users/me/profile_data', { data: [ids.pronouns] })).status).toBe(400);
    await admin.ok('PATCH', `realm/profile_fields/${ids.pronouns}`, { editable_by_user: true });
    expect((await bea.patch(`users/${ana.id}`, { profile_data })).body.code).toBe('UNAUTHORIZED_PRINCIPAL');
  });

  it('are removed with their option and with their field', async () => {
    const { id: field } = await admin.ok('POST', 'realm/profile_fields', {
      field_type: 3,
      name: 'lunch',
      field_data: { a: { text: 'Soup', order: '1' }, b: { text: 'Bread', order: '2' } },
    });
    const choose = (person: Person, value: string) =>
      person.ok('PATCH', 'users/me/profile_data', { data: [{ id: field, value }] });
    await choose(ana, 'a');
    await choose(bea, 'b');
    const queue = await bea.register();
    await admin.ok('PATCH', `realm/profile_fields/${field as number}`, {
      field_data: { b: { text: 'Old bread', order: '1' } },
    });
    expect([await of(bea), await of(ana, bea)]).toEqual([{}, { [field as number]: { value: 'b' } }]);
    await expectFreshSnapshot(queue);
    await admin.ok('DELETE', `realm/profile_fields/${field as number}`);
    expect(await of(ana, bea)).toEqual({});
    await expectFreshSnapshot(queue);
  });

  it('render safe markup, and mention no user', async () => {
    await fill('long', '<script>alert(1)</script> @**all** [x](javascript:alert(1)) @**Bea Example**');
    const { rendered_value } = (await of(bea))[ids.long];
    expect(rendered_value).not.toMatch(/<script|href|data-user-id="\d/);
  });

  it('written at the same time are those of one request', async () => {
    const queue = await bea.register();
    const texts = Array.from({ length: 8 }, (_, n) => `Number ${n}`);
    await Promise.all(texts.map((text) => fill('short', text)));
    const { value } = (await of(ana))[ids.short];
    expect(texts).toContain(value);
    await expectFreshSnapshot(queue);
  });
});
