import { fromNowOn } from '../../support/from-now-on';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

interface Folder {
  id: number;
  name: string;
  order: number;
  is_archived: boolean;
}

describe('channel folders', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    admin = await world.admin('ada');
    ana = await world.member('ana');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const create = async (name: string, description?: string): Promise<number> =>
    (await admin.ok('POST', 'channel_folders/create', { name, description })).channel_folder_id as number;
  const change = (id: unknown, parameters: object): Promise<ApiResponse> =>
    admin.patch(`channel_folders/${String(id)}`, { ...parameters });
  const all = async (person: Person = admin): Promise<Folder[]> =>
    (await person.ok('GET', 'channel_folders', { include_archived: true })).channel_folders as Folder[];
  const find = async (id: number) => (await all()).find((folder) => folder.id === id);
  const done = { result: 'success', msg: '' };

  describe('are created', () => {
    it('with a name and a description in Markdown', async () => {
      const created = fromNowOn();
      const id = await create('  Engineering ', 'All **of** it');
      const { date_created, order, ...folder } = (await find(id)) as Folder & { date_created: number };
      expect(folder).toEqual({
        id,
        name: 'Engineering',
        description: 'All **of** it',
        rendered_description: '<p>All <strong>of</strong> it</p>',
        creator_id: admin.id,
        is_archived: false,
      });
      expect(date_created).toEqual(created());
      expect(order).toBe((await all()).length - 1);
    });

    it('without a description', async () => {
      expect(await find(await create('Bare'))).toMatchObject({ description: '', rendered_description: '' });
    });

    it.each([
      ['no name', {}, 'REQUEST_VARIABLE_MISSING'],
      ['an empty name', { name: '' }, 'BAD_REQUEST'],
      ['a blank name', { name: '   ' }, 'BAD_REQUEST'],
      ['a name that is too long', { name: 'x'.repeat(61) }, 'BAD_REQUEST'],
      ['a name with a line break', { name: 'a\nb' }, 'BAD_REQUEST'],
      ['a name with a null byte', { name: 'a\0b' }, 'BAD_REQUEST'],
      ['a description that is too long', { name: 'Long', description: 'x'.repeat(1025) }, 'BAD_REQUEST'],
    ])('but not with %s', async (_, parameters, code) => {
      const { status, body } = await admin.post('channel_folders/create', parameters);
      expect([status, body.code]).toEqual([400, code]);
    });

    it('but not with the name of another active folder, in any case', async () => {
      await create('Sales');
      const { status, body } = await admin.post('channel_folders/create', { name: 'SALES' });
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    });

    it('once, for many concurrent requests with one name', async () => {
      const names = ['race', 'Race', 'RACE', 'rAce', 'raCe', 'racE', 'RAce', 'raCE'];
      const answers = await Promise.all(names.map((name) => admin.post('channel_folders/create', { name })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
      const orders = (await all()).map(({ order }) => order);
      expect(new Set(orders).size).toBe(orders.length);
    });
  });

  describe('are listed', () => {
    it('in their order, archived ones on request', async () => {
      const id = await create('Put away');
      await change(id, { is_archived: true });
      const listed = async (parameters: object) =>
        ((await ana.ok('GET', 'channel_folders', { ...parameters })).channel_folders as Folder[]).map((one) => one.id);
      expect(await listed({})).not.toContain(id);
      expect(await listed({ include_archived: false })).not.toContain(id);
      expect(await listed({ include_archived: true })).toEqual([...(await listed({})), id]);
    });

    it('but not for guests', async () => {
      const { status, body } = await gus.get('channel_folders');
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    });

    it('but not with an invalid switch', async () => {
      expect((await ana.get('channel_folders', { include_archived: 'yes' })).status).toBe(400);
    });
  });

  describe('are changed', () => {
    it('in name, description and archived state', async () => {
      const id = await create('Ops', 'old');
      expect((await change(id, { name: 'Operations' })).body).toEqual(done);
      expect((await change(id, { description: '*new*' })).body).toEqual(done);
      expect((await change(id, { is_archived: true })).body).toEqual(done);
      expect(await find(id)).toMatchObject({
        name: 'Operations',
        description: '*new*',
        rendered_description: '<p><em>new</em></p>',
        is_archived: true,
      });
      expect((await change(id, { is_archived: false })).body).toEqual(done);
      expect((await find(id))!.is_archived).toBe(false);
    });

    it('to another spelling of their own name', async () => {
      const id = await create('legal');
      expect((await change(id, { name: 'Legal' })).body).toEqual(done);
      expect((await find(id))!.name).toBe('Legal');
    });

    it('but not to the name of another active folder', async () => {
      await create('Taken');
      const id = await create('Free');
      expect((await change(id, { name: 'tAKEN' })).body.code).toBe('BAD_REQUEST');
    });

    it('and while archived leave their names to others, and are restored only if the name is free', async () => {
      const first = await create('Reused');
      await change(first, { is_archived: true });
      const second = await create('reused');
      expect((await change(first, { is_archived: false })).body.code).toBe('BAD_REQUEST');
      expect((await change(first, { name: 'Reused too', is_archived: false })).body).toEqual(done);
      expect((await find(second))!.name).toBe('reused');
    });

    it.each([
      ['an empty name', { name: '' }],
      ['a blank name', { name: ' \t ' }],
      ['a name that is too long', { name: 'x'.repeat(61) }],
      ['a description that is too long', { description: 'x'.repeat(1025) }],
      ['a switch that is none', { is_archived: 'true ' + 'x' }],
    ])('but not to %s', async (_, parameters) => {
      const id = await create(`Steady ${JSON.stringify(parameters).length}`);
      const { status, body } = await change(id, parameters);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    });

    it.each([999_999, 'x', '-1', '1e3', '99999999999999999999'])('only if they exist: not %s', async (id) => {
      const { status, body } = await change(id, { name: 'New' });
      expect([status, body]).toEqual([400, { result: 'error', msg: 'Invalid channel folder ID', code: 'BAD_REQUEST' }]);
    });
  });

  describe('with channels in them', () => {
    const put = (channel: string, folder_id: number) => ana.subscribe(channel, { folder_id });

    it('cannot be archived', async () => {
      const id = await create('Full');
      await put('in it', id);
      expect((await change(id, { is_archived: true, name: 'Emptied' })).body.code).toBe('BAD_REQUEST');
      expect(await find(id)).toMatchObject({ name: 'Full', is_archived: false });
    });

    it('are named by the channels', async () => {
      const id = await create('Home');
      await put('at home', id);
      const { streams } = await ana.ok('GET', 'streams');
      const folders = new Map(
        (streams as { name: string; folder_id: number | null }[]).map((one) => [one.name, one.folder_id]),
      );
      expect([folders.get('at home'), folders.get('general')]).toEqual([id, null]);
    });

    it.each(['unknown', 'archived'])('cannot be %s', async (kind) => {
      const id = kind === 'unknown' ? 999_999 : await create('Shut');
      if (kind === 'archived') await change(id, { is_archived: true });
      const { status, body } = await ana.post('users/me/subscriptions', {
        subscriptions: [{ name: `nowhere ${kind}` }],
        folder_id: id,
      });
      expect([status, body.msg]).toEqual([400, 'Invalid channel folder ID']);
    });
  });

  it('can be changed by administrators only', async () => {
    const id = await create('Guarded');
    for (const person of [ana, gus, await world.moderator('mo')]) {
      for (const { status, body } of [
        await person.post('channel_folders/create', { name: 'Mine' }),
        await person.patch(`channel_folders/${id}`, { name: 'Mine' }),
        await person.patch('channel_folders/999999', { name: 'Mine' }),
        await person.patch('channel_folders', { order: [] }),
      ]) {
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      }
    }
  });

  it('of another organization are unknown', async () => {
    const id = await create('Elsewhere');
    const [{ id: other }] = await world.sql<{ id: number }>(
      `INSERT INTO organization (name, host) VALUES ('Other', 'other.example.org') RETURNING id::int`,
    );
    await world.sql('UPDATE channel_folder SET organization_id = $2 WHERE id = $1', [id, other]);
    expect((await change(id, { name: 'Mine' })).body.msg).toBe('Invalid channel folder ID');
    expect(await find(id)).toBeUndefined();
    const subscriptions = [{ name: 'smuggled' }];
    expect((await ana.post('users/me/subscriptions', { subscriptions, folder_id: id })).body.msg).toBe(
      'Invalid channel folder ID',
    );
  });
});
