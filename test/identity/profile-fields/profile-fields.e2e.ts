import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import { Parameters, Person } from '../../support/person';
import { World } from '../../support/world';

type Field = Record<string, unknown> & { id: number; name: string; order: number };

describe('custom profile fields', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [admin, ana, gus] = [await world.admin('ada'), await world.member('ana'), await world.guest('gus')];
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    for (const { id } of await list()) await world.owner.ok('DELETE', `realm/profile_fields/${id}`);
  });

  const list = async (person = ana) => (await person.ok('GET', 'realm/profile_fields')).custom_fields as Field[];
  const add = (parameters: Parameters, person = admin) => person.post('realm/profile_fields', parameters);
  const added = async (parameters: Parameters) =>
    (await admin.ok('POST', 'realm/profile_fields', parameters)).id as number;
  const OPTIONS = { vim: { text: 'Vim', order: '1' }, emacs: { text: 'Emacs', order: '2' } };

  it('are listed in their order, for guests too', async () => {
    const first = await added({ field_type: 1, name: ' Team ', hint: ' Where? ', required: true });
    const second = await added({ field_type: 2, name: 'About', editable_by_user: false });
    const third = await added({ field_type: 8, name: 'Pronouns', display_in_profile_summary: true });
    const common = { hint: '', field_data: '', required: false, editable_by_user: true };
    expect(await list(gus)).toEqual([
      { id: first, type: 1, order: 1, name: 'Team', ...common, hint: 'Where?', required: true },
      { id: second, type: 2, order: 2, name: 'About', ...common, editable_by_user: false },
      { id: third, type: 8, order: 3, name: 'Pronouns', ...common, display_in_profile_summary: true },
    ]);
  });

  it('are sent to all users as a whole list, and are in the snapshot', async () => {
    const queues = await Promise.all([ana, gus].map((person) => person.register()));
    const id = await added({ field_type: 3, name: 'Editor', field_data: OPTIONS });
    await admin.ok('PATCH', `realm/profile_fields/${id}`, { hint: 'The one and only' });
    await admin.ok('DELETE', `realm/profile_fields/${id}`);
    for (const queue of queues) {
      const told = (await queue.drain()).filter(({ type }) => type === 'custom_profile_fields');
      expect(told.map(({ fields }) => (fields as Field[]).map(({ name, hint }) => [name, hint]))).toEqual([
        [['Editor', '']],
        [['Editor', 'The one and only']],
        [],
      ]);
      await expectFreshSnapshot(queue);
    }
    const { state } = await gus.register({ fetch_event_types: ['custom_profile_fields', 'realm'] });
    expect(state.custom_profile_field_types).toMatchObject({
      SHORT_TEXT: { id: 1, name: expect.any(String) },
      PRONOUNS: { id: 8, name: expect.any(String) },
    });
    expect(state.realm_default_external_accounts).toMatchObject({
      github: { name: expect.any(String), text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
    });
  });

  it('keep options in the form in which they came', async () => {
    const id = await added({ field_type: 3, name: 'Editor', field_data: OPTIONS });
    const [{ field_data }] = await list();
    expect(JSON.parse(field_data as string)).toEqual(OPTIONS);
    const more = { ...OPTIONS, ed: { text: ' ed ', order: '0' } };
    await admin.ok('PATCH', `realm/profile_fields/${id}`, { field_data: more });
    expect(JSON.parse((await list())[0].field_data as string)).toEqual({ ...OPTIONS, ed: { text: 'ed', order: '0' } });
  });

  it('for a known external account have its fixed name', async () => {
    const id = await added({ field_type: 7, field_data: { subtype: 'github' }, name: 'Mine' });
    expect(await list()).toEqual([
      expect.objectContaining({ id, name: 'GitHub username', field_data: JSON.stringify({ subtype: 'github' }) }),
    ]);
    for (const change of [{ name: 'Hub' }, { hint: 'Yours' }, { field_data: { subtype: 'twitter' } }]) {
      expect((await admin.patch(`realm/profile_fields/${id}`, change)).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    await admin.ok('PATCH', `realm/profile_fields/${id}`, { name: 'GitHub username', required: true });
    expect(await list()).toEqual([expect.objectContaining({ name: 'GitHub username', required: true })]);
    const again = await add({ field_type: 7, field_data: { subtype: 'github' } });
    expect(again.body).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('for other external accounts require a URL pattern', async () => {
    const field_data = { subtype: 'custom', url_pattern: 'https://chat.example.org/@%(username)s' };
    await added({ field_type: 7, name: 'Chat', field_data });
    expect(JSON.parse((await list())[0].field_data as string)).toEqual(field_data);
  });

  it('are reordered all together', async () => {
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await added({ field_type: 1, name }));
    const order = [ids[2], ids[0], ids[1]];
    const queue = await ana.register();
    await admin.ok('PATCH', 'realm/profile_fields', { order });
    expect((await list()).map(({ id, order: place }) => [id, place])).toEqual(
      order.map((id, index) => [id, index + 1]),
    );
    await expectFreshSnapshot(queue);
    for (const wrong of [[], ids.slice(1), [...ids, 4711], [ids[0], ids[0], ids[1]], [...ids, ids[0]]]) {
      expect((await admin.patch('realm/profile_fields', { order: wrong })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    expect((await list()).map(({ id }) => id)).toEqual(order);
    await added({ field_type: 1, name: 'd' });
    expect((await list()).map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('are shown in the profile summary up to a limit', async () => {
    await added({ field_type: 1, name: 'one', display_in_profile_summary: true });
    await added({ field_type: 4, name: 'two', display_in_profile_summary: true });
    const third = await added({ field_type: 5, name: 'three' });
    const full = { display_in_profile_summary: true };
    expect((await add({ field_type: 1, name: 'four', ...full })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await admin.patch(`realm/profile_fields/${third}`, full)).body).toMatchObject({ code: 'BAD_REQUEST' });
    const [one, two] = await list();
    await admin.ok('PATCH', `realm/profile_fields/${one.id}`, { ...full, hint: 'It may stay' });
    await admin.ok('PATCH', `realm/profile_fields/${two.id}`, { display_in_profile_summary: false });
    for (const field_type of [2, 6]) {
      expect((await add({ field_type, name: 'big', ...full })).body).toMatchObject({ code: 'BAD_REQUEST' });
    }
    await admin.ok('PATCH', `realm/profile_fields/${third}`, full);
    expect((await list()).map((field) => field.display_in_profile_summary ?? false)).toEqual([true, false, true]);
  });

  it.each([
    ['no type', { name: 'a' }, 'REQUEST_VARIABLE_MISSING'],
    ['an unknown type', { field_type: 9, name: 'a' }, 'BAD_REQUEST'],
    ['a type as text', { field_type: '"1"', name: 'a' }, 'BAD_REQUEST'],
    ['no name', { field_type: 1 }, 'BAD_REQUEST'],
    ['a blank name', { field_type: 1, name: ' \t' }, 'BAD_REQUEST'],
    ['a name of 41 characters', { field_type: 1, name: 'x'.repeat(41) }, 'BAD_REQUEST'],
    ['a hint of 81 characters', { field_type: 1, name: 'a', hint: 'x'.repeat(81) }, 'BAD_REQUEST'],
    ['NUL in the name', { field_type: 1, name: 'a\0' }, 'BAD_REQUEST'],
    ['no options', { field_type: 3, name: 'a' }, 'BAD_REQUEST'],
    ['an empty list of options', { field_type: 3, name: 'a', field_data: {} }, 'BAD_REQUEST'],
    ['options as a list', { field_type: 3, name: 'a', field_data: ['x'] }, 'BAD_REQUEST'],
    ['an option without a text', { field_type: 3, name: 'a', field_data: { x: { order: '1' } } }, 'BAD_REQUEST'],
    [
      'an option with a blank text',
      { field_type: 3, name: 'a', field_data: { x: { text: ' ', order: '1' } } },
      'BAD_REQUEST',
    ],
    [
      'an option with a number as its place',
      { field_type: 3, name: 'a', field_data: { x: { text: 'X', order: 1 } } },
      'BAD_REQUEST',
    ],
    [
      'an option with more',
      { field_type: 3, name: 'a', field_data: { x: { text: 'X', order: '1', y: '' } } },
      'BAD_REQUEST',
    ],
    [
      'an option without a key',
      { field_type: 3, name: 'a', field_data: { '': { text: 'X', order: '1' } } },
      'BAD_REQUEST',
    ],
    ['NUL in an option', { field_type: 3, name: 'a', field_data: { x: { text: 'X\0', order: '1' } } }, 'BAD_REQUEST'],
    [
      'two equal options',
      { field_type: 3, name: 'a', field_data: { x: { text: 'X', order: '1' }, y: { text: 'X', order: '2' } } },
      'BAD_REQUEST',
    ],
    ['no account', { field_type: 7, name: 'a' }, 'BAD_REQUEST'],
    ['an unknown account', { field_type: 7, name: 'a', field_data: { subtype: 'nowhere' } }, 'BAD_REQUEST'],
    [
      'an account by the name of an inherited property',
      { field_type: 7, name: 'a', field_data: { subtype: 'toString' } },
      'BAD_REQUEST',
    ],
    [
      'an own account without a pattern',
      { field_type: 7, name: 'a', field_data: { subtype: 'custom' } },
      'BAD_REQUEST',
    ],
    [
      'a pattern without the name',
      { field_type: 7, name: 'a', field_data: { subtype: 'custom', url_pattern: 'https://a.example/' } },
      'BAD_REQUEST',
    ],
    [
      'a pattern with the name twice',
      {
        field_type: 7,
        name: 'a',
        field_data: { subtype: 'custom', url_pattern: 'https://a.example/%(username)s/%(username)s' },
      },
      'BAD_REQUEST',
    ],
    [
      'a pattern that logs in',
      { field_type: 7, name: 'a', field_data: { subtype: 'custom', url_pattern: 'https://%(username)s@a.example/' } },
      'BAD_REQUEST',
    ],
    [
      'a pattern that is a script',
      { field_type: 7, name: 'a', field_data: { subtype: 'custom', url_pattern: 'javascript:alert(%(username)s)' } },
      'BAD_REQUEST',
    ],
  ])('are refused with %s', async (_, parameters, code) => {
    expect((await add(parameters)).body).toMatchObject({ result: 'error', code });
    expect(await list()).toEqual([]);
  });

  it('have unique names', async () => {
    await added({ field_type: 1, name: 'Team' });
    const id = await added({ field_type: 1, name: 'Group' });
    expect((await add({ field_type: 2, name: 'team' })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect((await admin.patch(`realm/profile_fields/${id}`, { name: 'TEAM' })).body).toMatchObject({
      code: 'BAD_REQUEST',
    });
    await admin.ok('PATCH', `realm/profile_fields/${id}`, { name: 'group' });
    expect((await list()).map(({ name }) => name)).toEqual(['Team', 'group']);
  });

  it('are changed by administrators only', async () => {
    const id = await added({ field_type: 1, name: 'Team' });
    for (const person of [ana, gus]) {
      for (const answer of [
        await add({ field_type: 1, name: 'Mine' }, person),
        await person.patch('realm/profile_fields', { order: [id] }),
        await person.patch(`realm/profile_fields/${id}`, { name: 'Mine' }),
        await person.delete(`realm/profile_fields/${id}`),
      ]) {
        expect(answer.body).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
      }
    }
    expect((await list()).map(({ name }) => name)).toEqual(['Team']);
  });

  it.each(['4711', 'x', '-1', '99999999999999999999', '0'])('are unknown by the id %s', async (id) => {
    for (const answer of [
      await admin.patch(`realm/profile_fields/${id}`, { name: 'a' }),
      await admin.delete(`realm/profile_fields/${id}`),
    ]) {
      expect(answer.body).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });

  it('send no event when nothing changes', async () => {
    const id = await added({ field_type: 1, name: 'Team', hint: 'x' });
    const queue = await ana.register();
    await admin.ok('PATCH', `realm/profile_fields/${id}`, { name: ' Team', hint: 'x', required: false });
    await admin.ok('PATCH', `realm/profile_fields/${id}`);
    await admin.ok('PATCH', 'realm/profile_fields', { order: [id] });
    expect(await queue.drain()).toEqual([]);
  });

  it('are logged in the audit log when they change', async () => {
    const entries = await leftBy(world, async () => {
      const id = await added({ field_type: 1, name: 'Team' });
      await admin.ok('PATCH', `realm/profile_fields/${id}`, { required: true });
      await added({ field_type: 4, name: 'Since' });
      await admin.ok('PATCH', 'realm/profile_fields', { order: (await list()).map((field) => field.id).reverse() });
      await admin.ok('DELETE', `realm/profile_fields/${id}`);
    });
    expect(entries.map(({ action, object_type }) => `${action} ${object_type}`)).toEqual([
      'created custom_profile_field',
      'changed custom_profile_field',
      'created custom_profile_field',
      'reordered organization',
      'deleted custom_profile_field',
    ]);
    expect(entries[1]).toMatchObject({ before: { required: false }, after: { required: true } });
  });
});
