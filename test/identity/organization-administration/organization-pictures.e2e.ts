import { PictureFiles } from '../../../libs/identity/src/pictures/picture-files.service';
import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { png, shown, sizeOf, unfit, upload } from '../../support/picture-uploads';
import { World } from '../../support/world';

const UPLOADED = /^\/user_avatars\/\d+\/realm\/[\w-]{24}\.png$/;

describe('icon and logos of an organization', () => {
  let world: World;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
  });
  afterAll(() => world.stop());

  const settings = async () => (await world.request('GET', 'server_settings')).body;
  const lead = async (path: string) => {
    const headers = { authorization: gus.authorization };
    const answer = await fetch(`${world.url}/api/v1/${path}`, { headers, redirect: 'manual' });
    return [answer.status, answer.headers.get('location')];
  };

  it('serves a square icon before login', async () => {
    const pattern = (await settings()).realm_icon;
    expect(await lead('realm/icon')).toEqual([302, pattern]);
    const queue = await gus.register();
    const { icon_url } = (await upload(alma, 'realm/icon', [await png(300, 100)])).body;
    expect(icon_url).toMatch(UPLOADED);
    expect(await sizeOf((await shown(icon_url as string, world.url)).bytes)).toEqual([100, 100, 1]);
    expect((await settings()).realm_icon).toBe(icon_url);
    expect(await lead('realm/icon')).toEqual([302, icon_url]);
    expect((await alma.ok('DELETE', 'realm/icon')).icon_url).toBe(pattern);
    expect((await alma.ok('DELETE', 'realm/icon')).icon_url).toBe(pattern);
    const told = (await queue.drain()).map(({ id: _, ...event }) => event);
    const event = (data: object) => ({ type: 'realm', op: 'update_dict', property: 'icon', data });
    expect(told).toEqual([event({ icon_url, icon_source: 'U' }), event({ icon_url: pattern, icon_source: 'G' })]);
    await expectFreshSnapshot(queue);
  });

  it.each([
    [undefined, 'logo'],
    [true, 'night_logo'],
  ] as const)('stores logos: night %s', async (night, name) => {
    const queue = await ben.register();
    const fields = night ? { night: 'true' } : undefined;
    const { [`${name}_url`]: url } = (await upload(alma, 'realm/logo', [await png(2000, 400)], fields)).body;
    expect(url).toMatch(UPLOADED);
    expect(await sizeOf((await shown(url as string, world.url)).bytes)).toEqual([500, 100, 1]);
    expect(await lead(`realm/logo?night=${night ?? false}`)).toEqual([302, url]);
    const { [`${name}_url`]: pattern } = await alma.ok('DELETE', 'realm/logo', { night });
    const told = (await queue.drain()).map(({ id: _, ...event }) => event);
    const event = (address: unknown, source: string) => ({
      type: 'realm',
      op: 'update_dict',
      property: name,
      data: { [`${name}_url`]: address, [`${name}_source`]: source },
    });
    expect(told).toEqual([event(url, 'U'), event(pattern, 'D')]);
    await expectFreshSnapshot(queue);
  });

  it('lets only administrators change icon and logos', async () => {
    for (const person of [ben, gus]) {
      for (const { status, body } of [
        await upload(person, 'realm/icon', [await png()]),
        await upload(person, 'realm/logo', [await png()]),
        await person.delete('realm/icon'),
        await person.delete('realm/logo'),
      ])
        expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
    }
  });

  it.each(['realm/icon', 'realm/logo'])('rejects %s instead of exactly one picture', async (path) => {
    for (const [files, code] of await unfit()) {
      const { status, body } = await upload(alma, path, files);
      expect([status, body.code]).toEqual([400, code]);
    }
  });

  it('removes the logo of day or night, and rejects other values', async () => {
    const { status, body } = await alma.delete('realm/logo', { night: 'often' });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('logs changes in the audit log', async () => {
    const entries = await leftBy(world, async () => {
      await upload(alma, 'realm/icon', [await png()]);
      await alma.ok('DELETE', 'realm/icon');
    });
    expect(entries).toMatchObject([
      { action: 'icon_changed', object_type: 'organization', before: { has_icon: false }, after: { has_icon: true } },
      { action: 'icon_changed', object_type: 'organization', before: { has_icon: true }, after: { has_icon: false } },
    ]);
  });

  it('removes files that are not referenced a day later, and files of failed changes', async () => {
    const [first, second] = [
      await upload(alma, 'realm/icon', [await png()]),
      await upload(alma, 'realm/icon', [await png()]),
    ];
    const [old, current] = [first.body.icon_url as string, second.body.icon_url as string];
    const worker = world.service(PictureFiles);
    await worker.work();
    expect((await shown(old, world.url)).status).toBe(200);
    await world.sql(`UPDATE unused_picture SET since = now() - interval '25 hours'`);
    await worker.work();
    expect([(await shown(old, world.url)).status, (await shown(current, world.url)).status]).toEqual([404, 200]);
    expect(await world.sql('SELECT name FROM unused_picture')).toEqual([]);
  });
});
