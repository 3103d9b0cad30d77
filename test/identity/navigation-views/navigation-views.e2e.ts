import type { EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

interface View {
  fragment: string;
  is_pinned: boolean;
  name: string | null;
}

const BUILT_IN = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
];
const OWN = { fragment: 'narrow/channel/5-plans/topic/r.26d', is_pinned: true, name: 'Plans' };
const invalid = ({ status, body }: ApiResponse) => [status, body.code, body.msg];
const refused = (msg: string) => [400, 'BAD_REQUEST', msg];
const UNKNOWN = refused('Navigation view does not exist.');

describe('navigation views', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start();
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
  });
  afterAll(() => world.stop());
  afterEach(() => world.sql('DELETE FROM navigation_view'));

  const listed = async (person = ana) => (await person.ok('GET', 'navigation_views')).navigation_views as View[];
  const add = (view: Partial<View>, person = ana) => person.ok('POST', 'navigation_views', view);
  const path = (fragment: string) => `navigation_views/${encodeURIComponent(fragment)}`;
  const told = async (queue: EventQueue) =>
    (await queue.drain())
      .filter(({ type }) => type === 'navigation_view')
      .map(({ id: _, type: __, ...event }) => event);

  it("lists the user's own views in the order in which they were added", async () => {
    await add({ fragment: 'inbox', is_pinned: false });
    await add(OWN);
    await add({ ...OWN, fragment: ' search ', name: ' Search ' });
    await add(OWN, ben);
    const all = [
      { fragment: 'inbox', is_pinned: false, name: null },
      OWN,
      { ...OWN, fragment: 'search', name: 'Search' },
    ];
    expect(await listed()).toEqual(all);
    expect((await ana.register({ fetch_event_types: ['navigation_views'] })).state.navigation_views).toEqual(all);
    expect(await listed(ben)).toEqual([OWN]);
  });

  it("sends events only to the user's own clients", async () => {
    const [queue, bens] = [await ana.register(), await ben.register()];
    await add(OWN);
    await add({ fragment: 'inbox', is_pinned: true });
    await ana.ok('PATCH', path(OWN.fragment), { name: ' Our plans ' });
    await ana.ok('PATCH', path(OWN.fragment), { is_pinned: false, name: 'Our plans' });
    await ana.ok('PATCH', path(OWN.fragment), { is_pinned: false });
    await ana.ok('PATCH', path(OWN.fragment));
    await ana.ok('PATCH', path('inbox'), { is_pinned: false });
    await ana.ok('DELETE', path(OWN.fragment));
    expect(await told(queue)).toEqual([
      { op: 'add', navigation_view: OWN },
      { op: 'add', navigation_view: { fragment: 'inbox', is_pinned: true, name: null } },
      { op: 'update', fragment: OWN.fragment, data: { name: 'Our plans' } },
      { op: 'update', fragment: OWN.fragment, data: { is_pinned: false, name: 'Our plans' } },
      { op: 'update', fragment: 'inbox', data: { is_pinned: false } },
      { op: 'remove', fragment: OWN.fragment },
    ]);
    await expectFreshSnapshot(queue);
    expect(await bens.drain()).toEqual([]);
  });

  it.each(BUILT_IN)('rejects a name for the built-in view %s', async (fragment) => {
    const named = { fragment, is_pinned: true, name: 'Mine' };
    expect(invalid(await ana.post('navigation_views', named))).toEqual(
      refused('Built-in views cannot have a custom name.'),
    );
    await add({ fragment, is_pinned: true });
    expect(invalid(await ana.patch(path(fragment), { name: 'Mine' }))).toEqual(
      refused('Built-in views cannot have a custom name.'),
    );
    expect(await listed()).toEqual([{ fragment, is_pinned: true, name: null }]);
  });

  it.each([
    ['narrow/is/alerted/x', (fragment: string) => fragment],
    ['narrow/is/alerted/x', encodeURIComponent],
    ['narrow/channel/5-a.20b/topic/50%', encodeURIComponent],
    ['narrow/topic/%2F%252F', encodeURIComponent],
    ['grüße/😀?x=1#y&z', encodeURIComponent],
    ['a b+c', encodeURIComponent],
    ['😀'.repeat(1_000), encodeURIComponent],
  ])('finds the fragment %s in every spelling', async (fragment, written) => {
    await add({ fragment, is_pinned: true, name: 'Some' });
    await ana.ok('PATCH', `navigation_views/${written(fragment)}`, { is_pinned: false });
    expect(await listed()).toEqual([{ fragment, is_pinned: false, name: 'Some' }]);
    await ana.ok('DELETE', `navigation_views/${written(fragment)}`);
    expect(await listed()).toEqual([]);
  });

  it('reads the word null in a form as no name', async () => {
    await add({ fragment: 'inbox', is_pinned: true, name: null });
    expect((await ana.post('navigation_views', { fragment: 'x', is_pinned: true, name: null })).body.msg).toBe(
      'Custom views must have a valid name.',
    );
    await add(OWN);
    await ana.ok('PATCH', path(OWN.fragment), { name: null, is_pinned: false });
    expect(await listed()).toEqual([
      { fragment: 'inbox', is_pinned: true, name: null },
      { ...OWN, is_pinned: false },
    ]);
  });

  it('rejects a fragment or a name that is in use', async () => {
    await add(OWN);
    await add({ fragment: 'search', is_pinned: true, name: 'Search' });
    expect(invalid(await ana.post('navigation_views', { ...OWN, name: 'Other' }))).toEqual(
      refused('Navigation view already exists.'),
    );
    const taken = refused('There is a navigation view of this name already.');
    expect(invalid(await ana.post('navigation_views', { ...OWN, fragment: 'other' }))).toEqual(taken);
    expect(invalid(await ana.patch(path('search'), { name: ' Plans ' }))).toEqual(taken);
    await add(OWN, ben);
    const both = await Promise.all(
      [1, 2].map(() => ana.post('navigation_views', { fragment: 'feed', is_pinned: true })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['without a fragment', { is_pinned: true }, ['REQUEST_VARIABLE_MISSING', "Missing 'fragment' argument"]],
    ['with an empty fragment', { fragment: '', is_pinned: true }, ['BAD_REQUEST', 'fragment cannot be blank']],
    ['with a blank fragment', { fragment: ' \t', is_pinned: true }, ['BAD_REQUEST', 'fragment cannot be blank']],
    ['without a place', { fragment: 'inbox' }, ['REQUEST_VARIABLE_MISSING', "Missing 'is_pinned' argument"]],
    ['with a place that is none', { fragment: 'inbox', is_pinned: 1 }, ['BAD_REQUEST', 'is_pinned is not a boolean']],
    ['without a name', { fragment: 'x', is_pinned: true }, ['BAD_REQUEST', 'Custom views must have a valid name.']],
    ['with a blank name', { fragment: 'x', is_pinned: true, name: ' ' }, ['BAD_REQUEST', 'name cannot be blank']],
    [
      'with a name that is too long',
      { fragment: 'x', is_pinned: true, name: 'x'.repeat(201) },
      ['BAD_REQUEST', 'name is too long (limit: 200 characters)'],
    ],
    [
      'with a fragment that is too long',
      { fragment: 'x'.repeat(1_001), is_pinned: true, name: 'x' },
      ['BAD_REQUEST', 'fragment is too long (limit: 1000 characters)'],
    ],
  ])('are refused %s', async (_, view, [code, msg]) => {
    const { status, body } = await ana.post('navigation_views', view);
    expect([status, body.code, body.msg]).toEqual([400, code, msg]);
    expect(await listed()).toEqual([]);
  });

  it('rejects changes to values that could not be added', async () => {
    await add(OWN);
    expect(invalid(await ana.patch(path(OWN.fragment), { name: ' ' }))).toEqual(refused('name cannot be blank'));
    expect((await ana.patch(path(OWN.fragment), { is_pinned: '"true"' })).status).toBe(400);
    expect((await ana.patch(path(OWN.fragment), { name: 'x'.repeat(201) })).status).toBe(400);
    expect(await listed()).toEqual([OWN]);
  });

  it('answers for views of other users as for unknown ones', async () => {
    await add(OWN);
    for (const fragment of [OWN.fragment, 'none/at/all', 'inbox', 'x\0y']) {
      const answers = [await ben.patch(path(fragment), { is_pinned: false }), await ben.delete(path(fragment))];
      for (const answer of answers) expect(invalid(answer)).toEqual(UNKNOWN);
    }
    expect(await listed()).toEqual([OWN]);
  });

  it('limits the number of views', async () => {
    await world.sql(
      `INSERT INTO navigation_view (organization_id, user_id, fragment, name, is_pinned)
       SELECT $1, $2, 'f' || n, 'n' || n, true FROM generate_series(1, 200) n`,
      [world.organizationId, ana.id],
    );
    expect(invalid(await ana.post('navigation_views', OWN))).toEqual(
      refused('There can be at most 200 navigation views'),
    );
  });
});
