import { leftBy } from '../../support/audit-log';
import { createOtherOrganization } from '../../support/other-organization';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

interface Linkifier {
  id: number;
  pattern: string;
  url_template: string;
}

const TEMPLATES = { client_capabilities: { notification_settings_null: true, linkifier_url_template: true } };

describe('linkifiers', () => {
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
    await owner.subscribe('links', { principals: [owner.id, ben.id] });
  });
  afterAll(() => world.stop());
  afterEach(async () => {
    for (const { id } of await listed()) await owner.ok('DELETE', `realm/filters/${id}`);
  });

  const listed = async (person = ben) => (await person.ok('GET', 'realm/linkifiers')).linkifiers as Linkifier[];
  const add = async (pattern: string, url_template: string, person = alma) =>
    (await person.ok('POST', 'realm/filters', { pattern, url_template })).id as number;
  const content = async (id: number) =>
    ((await ben.ok('GET', `messages/${id}`)).message as { content: string }).content;

  it('appends new linkifiers and lists them in order for all users', async () => {
    const first = await add('#(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    const second = await add('C-(?P<key>[a-z]+)', 'https://c.example.org/?key={key}');
    const all = [
      { id: first, pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example.org/{id}' },
      { id: second, pattern: 'C-(?P<key>[a-z]+)', url_template: 'https://c.example.org/?key={key}' },
    ];
    expect(await listed()).toEqual(all);
    expect(await listed(gus)).toEqual(all);
    expect((await gus.ok('GET', 'realm/filters')).filters).toEqual([]);
  });

  it('sends the whole list in events to clients that support URL templates only', async () => {
    const [knowing, other] = [await ben.register(TEMPLATES), await gus.register()];
    const id = await add('T(?P<n>[0-9]+)', 'https://t.example.org/{n}');
    await alma.ok('PATCH', `realm/filters/${id}`, {
      pattern: 'U(?P<n>[0-9]+)',
      url_template: 'https://t.example.org/{n}',
    });
    await alma.ok('DELETE', `realm/filters/${id}`);
    const told = (await knowing.drain()).filter(({ type }) => type === 'realm_linkifiers');
    const one = (pattern: string) => [{ id, pattern, url_template: 'https://t.example.org/{n}' }];
    expect(told.map(({ realm_linkifiers }) => realm_linkifiers)).toEqual([
      one('T(?P<n>[0-9]+)'),
      one('U(?P<n>[0-9]+)'),
      [],
    ]);
    expect(Object.keys(told[0]).sort()).toEqual(['id', 'realm_linkifiers', 'type']);
    expect(await other.drain()).toEqual([]);
    await expectFreshSnapshot(knowing);
    await expectFreshSnapshot(other);
    expect([other.state.realm_linkifiers, other.state.realm_filters]).toEqual([[], []]);
  });

  it('links matches in messages that are sent afterwards', async () => {
    const id = await add('#(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    const before = await ben.send('links', 'a', 'see #42');
    expect(await content(before)).toBe('<p>see <a href="https://t.example.org/42">#42</a></p>');
    await alma.ok('PATCH', `realm/filters/${id}`, {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://u.example.org/{id}',
    });
    expect(await content(await ben.send('links', 'a', 'see #42'))).toContain('https://u.example.org/42');
    await alma.ok('DELETE', `realm/filters/${id}`);
    expect(await content(await ben.send('links', 'a', 'see #42'))).toBe('<p>see #42</p>');
  });

  it('requires each linkifier exactly once when they are reordered; earlier ones take precedence', async () => {
    const wide = await add('X(?P<x>[0-9]+)', 'https://wide.example.org/{x}');
    const narrow = await add('X(?P<x>[0-9]{2})', 'https://narrow.example.org/{x}');
    const queue = await owner.register(TEMPLATES);
    await alma.ok('PATCH', 'realm/linkifiers', { ordered_linkifier_ids: [narrow, wide] });
    expect((await listed()).map(({ id }) => id)).toEqual([narrow, wide]);
    await alma.ok('PATCH', 'realm/linkifiers', { ordered_linkifier_ids: [narrow, wide] });
    expect(await queue.drain()).toHaveLength(1);
    await expectFreshSnapshot(queue);
    for (const ids of [[narrow], [narrow, wide, wide], [narrow, narrow], [narrow, 999_999], []]) {
      const { status, body } = await alma.patch('realm/linkifiers', { ordered_linkifier_ids: ids });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await listed()).map(({ id }) => id)).toEqual([narrow, wide]);
  });

  it.each<[why: string, pattern: string, template: string]>([
    ['no RE2 syntax', '(?P<id>[0-9', 'https://t.example.org/{id}'],
    ['looking back, which is not linear', '(?<=x)(?P<id>[0-9]+)', 'https://t.example.org/{id}'],
    ['a back reference', '(?P<id>[0-9]+)\\1', 'https://t.example.org/{id}'],
    ['no template', '#(?P<id>[0-9]+)', 'https://t.example.org/{id'],
    ['a group that the template lacks', '#(?P<id>[0-9]+)-(?P<part>x)', 'https://t.example.org/{id}'],
    ['a variable that the pattern lacks', '#(?P<id>[0-9]+)', 'https://t.example.org/{id}/{part}'],
    ['nothing at all', '', 'https://t.example.org/'],
    ['a template that is too long', '#(?P<id>[0-9]+)', `https://t.example.org/{id}${'x'.repeat(1000)}`],
  ])('are refused with %s', async (_, pattern, url_template) => {
    const fine = await add('fine(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    for (const { status, body } of [
      await alma.post('realm/filters', { pattern, url_template }),
      await alma.patch(`realm/filters/${fine}`, { pattern, url_template }),
    ]) {
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(Object.keys(body).sort()).toEqual(['code', 'msg', 'result']);
    }
    expect(await listed()).toHaveLength(1);
  });

  it('rejects a pattern that is in use', async () => {
    await add('D(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    const other = await add('E(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    const wish = { pattern: 'D(?P<id>[0-9]+)', url_template: 'https://other.example.org/{id}' };
    expect((await alma.post('realm/filters', wish)).status).toBe(400);
    expect((await alma.patch(`realm/filters/${other}`, wish)).status).toBe(400);
  });

  it('lets only administrators of the organization change linkifiers', async () => {
    const id = await add('F(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    const wish = { pattern: 'G(?P<id>[0-9]+)', url_template: 'https://t.example.org/{id}' };
    for (const person of [ben, gus, await world.moderator('mo')]) {
      for (const { status, body } of [
        await person.post('realm/filters', wish),
        await person.patch(`realm/filters/${id}`, wish),
        await person.delete(`realm/filters/${id}`),
        await person.patch('realm/linkifiers', { ordered_linkifier_ids: [id] }),
      ])
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
    await createOtherOrganization(world);
    const [{ id: foreign }] = await world.sql<{ id: number }>(
      `INSERT INTO linkifier (organization_id, pattern, url_template, position)
        SELECT max(id), 'x(?P<id>[0-9]+)', 'https://x.example.org/{id}', 1 FROM organization RETURNING id::int`,
    );
    for (const unknown of [999_999, foreign, 'x']) {
      for (const { status, body } of [
        await alma.patch(`realm/filters/${unknown}`, wish),
        await alma.delete(`realm/filters/${unknown}`),
      ])
        expect([status, body.code, body.msg]).toEqual([400, 'BAD_REQUEST', 'Linkifier not found.']);
    }
    expect((await alma.patch('realm/linkifiers', { ordered_linkifier_ids: [id, foreign] })).status).toBe(400);
  });

  it('logs changes in the audit log, and nothing when nothing changes', async () => {
    const wish = { pattern: 'H(?P<id>[0-9]+)', url_template: 'https://t.example.org/{id}' };
    const other = { ...wish, url_template: 'https://u.example.org/{id}' };
    let ids: number[] = [];
    const entries = await leftBy(world, async () => {
      const id = await add(wish.pattern, wish.url_template);
      await alma.ok('PATCH', `realm/filters/${id}`, other);
      await alma.ok('PATCH', `realm/filters/${id}`, other);
      ids = [id, await add('I(?P<id>[0-9]+)', wish.url_template)];
      await alma.ok('PATCH', 'realm/linkifiers', { ordered_linkifier_ids: [...ids].reverse() });
      await alma.ok('DELETE', `realm/filters/${id}`);
    });
    const [id, second] = ids;
    expect(entries.map(({ action, object_id, before, after }) => [action, object_id, before, after])).toEqual([
      ['created', id, null, wish],
      ['changed', id, wish, other],
      ['created', second, null, { ...wish, pattern: 'I(?P<id>[0-9]+)' }],
      ['reordered', null, { order: ids }, { order: [second, id] }],
      ['removed', id, other, null],
    ]);
    expect(entries.every(({ object_type, actor_id }) => object_type === 'linkifier' && actor_id === alma.id)).toBe(
      true,
    );
  });

  it('skips stored linkifiers that this version does not accept', async () => {
    const id = await add('K(?P<id>[0-9]+)', 'https://t.example.org/{id}');
    await world.sql(
      `INSERT INTO linkifier (organization_id, pattern, url_template, position) VALUES ($1, '(', 'https://x.example.org', 0)`,
      [world.organizationId],
    );
    await alma.ok('PATCH', `realm/filters/${id}`, {
      pattern: 'L(?P<id>[0-9]+)',
      url_template: 'https://t.example.org/{id}',
    });
    expect(await content(await ben.send('links', 'a', 'L7'))).toContain('https://t.example.org/7');
  });

  it('requires pattern and URL template', async () => {
    for (const wish of [{ pattern: 'J(?P<id>[0-9]+)' }, { url_template: 'https://t.example.org/{id}' }]) {
      const { status, body } = await alma.post('realm/filters', wish);
      expect([status, body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
    }
  });
});
