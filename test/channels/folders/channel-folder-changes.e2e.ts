import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

interface Folder {
  id: number;
  name: string;
  order: number;
  is_archived: boolean;
}

describe('changes of channel folders', () => {
  let world: World;
  let admin: Person;
  let ana: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    admin = await world.admin('ada');
    ana = await world.member('ana');
    gus = await world.guest('gus');
    for (const name of ['One', 'Two', 'Three']) await create(name);
    await change(await create('Archived'), { is_archived: true });
  });
  afterAll(() => world.stop());

  const create = async (name: string, description?: string): Promise<number> =>
    (await admin.ok('POST', 'channel_folders/create', { name, description })).channel_folder_id as number;
  const change = (id: unknown, parameters: object): Promise<ApiResponse> =>
    admin.patch(`channel_folders/${String(id)}`, { ...parameters });
  const all = async (person: Person = admin): Promise<Folder[]> =>
    (await person.ok('GET', 'channel_folders', { include_archived: true })).channel_folders as Folder[];
  const done = { result: 'success', msg: '' };

  describe('reorder folders', () => {
    it('by a list of all folders, archived ones included', async () => {
      const before = (await all()).map(({ id }) => id);
      const wanted = [...before].reverse();
      expect((await admin.patch('channel_folders', { order: wanted })).body).toEqual(done);
      expect((await all()).map(({ id, order }) => [id, order])).toEqual(wanted.map((id, at) => [id, at]));
    });

    it('but not by a list with missing, repeated or unknown folders', async () => {
      const ids = (await all()).map(({ id }) => id);
      for (const order of [ids.slice(1), [...ids, ids[0]], [ids[1], ...ids.slice(1)], [...ids.slice(1), 999_999], []]) {
        const { status, body } = await admin.patch('channel_folders', { order });
        expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      }
      expect((await admin.patch('channel_folders', { order: 'x' })).body.code).toBe('BAD_REQUEST');
      expect((await admin.patch('channel_folders')).body.code).toBe('REQUEST_VARIABLE_MISSING');
      expect((await all()).map(({ id }) => id)).toEqual(ids);
    });
  });

  it('send events to all users, guests included', async () => {
    const queues = [await world.owner.register(), await ana.register(), await gus.register()];
    const id = await create('Told', 'of');
    await change(id, { name: 'Told again', description: 'more', is_archived: true });
    await change(id, { name: 'Told again' });
    await change(id, { is_archived: false });
    await change(id, {});
    const order = [id, ...(await all()).map((folder) => folder.id).filter((one) => one !== id)];
    await admin.ok('PATCH', 'channel_folders', { order });
    await admin.ok('PATCH', 'channel_folders', { order });
    for (const queue of queues) {
      const events = (await queue.drain()).map(({ id: _, ...event }) => event);
      const type = 'channel_folder';
      expect(events).toEqual([
        {
          type,
          op: 'add',
          channel_folder: expect.objectContaining({ id, name: 'Told', is_archived: false }) as object,
        },
        {
          type,
          op: 'update',
          channel_folder_id: id,
          data: { name: 'Told again', description: 'more', rendered_description: '<p>more</p>', is_archived: true },
        },
        { type, op: 'update', channel_folder_id: id, data: { is_archived: false } },
        { type, op: 'reorder', order },
      ]);
      await expectFreshSnapshot(queue);
    }
  });

  it('are logged in the audit log', async () => {
    let id = 0;
    let order: number[] = [];
    const entries = await leftBy(world, async () => {
      id = await create('Logged', 'first');
      await change(id, { name: 'Logged', description: 'second', is_archived: true });
      order = (await all()).map((folder) => folder.id);
      await admin.ok('PATCH', 'channel_folders', { order: [...order].reverse() });
    });
    expect(
      entries.map(({ action, object_type, object_id, before, after }) => [
        action,
        object_type,
        object_id,
        before,
        after,
      ]),
    ).toEqual([
      ['created', 'channel_folder', id, null, { name: 'Logged', description: 'first' }],
      [
        'changed',
        'channel_folder',
        id,
        { description: 'first', is_archived: false },
        { description: 'second', is_archived: true },
      ],
      ['reordered', 'channel_folder', null, { order }, { order: [...order].reverse() }],
    ]);
  });
});
