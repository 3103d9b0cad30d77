import { AvatarSources } from '@app/identity';
import { createHash } from 'node:crypto';
import { leftBy } from '../../support/audit-log';
import { expectFreshSnapshot } from '../../support/fold';
import type { Person } from '../../support/person';
import { png, shown, sizeOf, unfit, upload } from '../../support/picture-uploads';
import { World } from '../../support/world';

const UPLOADED = /^\/user_avatars\/\d+\/[\w-]{24}\.png$/;
const medium = (url: string) => url.replace('.png', '-medium.png');
const gravatar = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');

describe('avatars', () => {
  let world: World;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
    await world.owner.subscribe('faces', { principals: [world.owner.id, ben.id, gus.id] });
  });
  afterAll(() => world.stop());

  const seen = async (viewer: Person, who: Person, client_gravatar = false) =>
    (await viewer.ok('GET', `users/${who.id}`, { client_gravatar })).user as {
      avatar_url: string | null;
      avatar_version: number;
    };
  const put = async (person: Person) => {
    const { status, body } = await upload(person, 'users/me/avatar', [await png(300, 200)]);
    expect(status).toBe(200);
    return body.avatar_url as string;
  };

  it('crops an avatar to squares in two sizes at an address that cannot be guessed', async () => {
    const before = (await seen(alma, ben)).avatar_version;
    const url = await put(ben);
    expect(url).toMatch(UPLOADED);
    for (const [address, pixels] of [
      [url, 100],
      [medium(url), 500],
    ] as const) {
      const picture = await shown(address, world.url);
      expect([picture.status, picture.type, await sizeOf(picture.bytes)]).toEqual([
        200,
        'image/png',
        [pixels, pixels, 1],
      ]);
      expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
      expect(picture.headers.get('cache-control')).toContain('immutable');
    }
    for (const viewer of [ben, alma, gus]) {
      expect(await seen(viewer, ben, true)).toMatchObject({ avatar_url: url, avatar_version: before + 1 });
    }
    const id = await ben.send('faces', 'a', 'look');
    expect((await gus.ok('GET', `messages/${id}`)).message).toMatchObject({ avatar_url: url });
  });

  it('sends an event with all four avatar keys and a new address for each change', async () => {
    const [hers, theirs] = [await alma.register({ client_gravatar: true }), await gus.register()];
    const url = await put(ben);
    const { avatar_version } = await seen(ben, ben);
    for (const queue of [hers, theirs]) {
      const [event] = (await queue.drain()).filter(({ type }) => type === 'realm_user');
      expect(event).toEqual({
        id: event.id,
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: ben.id,
          avatar_source: 'U',
          avatar_url: url,
          avatar_url_medium: medium(url),
          avatar_version,
        },
      });
      await expectFreshSnapshot(queue);
    }
    expect(await put(ben)).not.toBe(url);
    expect((await shown(url, world.url)).status).toBe(200);
  });

  it('returns to the avatar service after removal, with the email hash only for viewers who may see the address', async () => {
    await put(ben);
    const queues = [await alma.register({ client_gravatar: false }), await alma.register({ client_gravatar: true })];
    const his = await gus.register({ client_gravatar: true });
    const { avatar_url } = await ben.ok('DELETE', 'users/me/avatar');
    expect(avatar_url).toContain(gravatar(ben.email));
    const told = async (queue: (typeof queues)[number]) => {
      const [{ person }] = (await queue.drain()).filter(({ type }) => type === 'realm_user');
      await expectFreshSnapshot(queue);
      const { avatar_source, avatar_url: url, avatar_url_medium } = person as Record<string, string | null>;
      return [avatar_source, url, avatar_url_medium];
    };
    expect(await told(queues[0])).toEqual(['G', avatar_url, `${avatar_url as string}&s=500`]);
    expect(await told(queues[1])).toEqual(['G', null, null]);
    const [, url] = await told(his);
    expect(url).toMatch(/^https:\/\/secure\.gravatar\.com/);
    expect(url).not.toContain(gravatar(ben.email));
    const queue = await gus.register();
    await ben.ok('DELETE', 'users/me/avatar');
    expect(await queue.drain()).toEqual([]);
  });

  it('lets only administrators change avatars where the organization says so', async () => {
    await world.owner.ok('PATCH', 'realm', { avatar_changes_disabled: true });
    for (const { status, body } of [
      await upload(ben, 'users/me/avatar', [await png()]),
      await ben.delete('users/me/avatar'),
    ])
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await upload(alma, 'users/me/avatar', [await png()])).status).toBe(200);
    expect((await alma.delete('users/me/avatar')).status).toBe(200);
    await world.owner.ok('PATCH', 'realm', { avatar_changes_disabled: false });
  });

  it('rejects requests without exactly one valid picture', async () => {
    for (const [files, code] of await unfit()) {
      const { status, body } = await upload(gus, 'users/me/avatar', files);
      expect([status, body.code]).toEqual([400, code]);
    }
    expect((await seen(gus, gus)).avatar_version).toBe(1);
  });

  it('finds an avatar by user id or address, and answers alike for hidden and unknown users', async () => {
    const url = await put(ben);
    const lead = async (person: Person | null, path: string): Promise<[number, string | null]> => {
      const headers: Record<string, string> = person ? { authorization: person.authorization } : {};
      const answer = await fetch(`${world.url}/avatar/${path}`, { headers, redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    expect(await lead(gus, String(ben.id))).toEqual([302, url]);
    expect(await lead(gus, `${ben.id}/medium`)).toEqual([302, medium(url)]);
    expect(await lead(alma, ben.email)).toEqual([302, url]);
    const [, nobody] = await lead(gus, '999999');
    for (const path of [ben.email, 'nobody@example.org', '0', 'x'])
      expect([path, await lead(gus, path)]).toEqual([path, [302, nobody]]);
    const picture = await shown(nobody!, world.url);
    expect([picture.type, await sizeOf(picture.bytes)]).toEqual(['image/png', [100, 100, 1]]);
    expect((await lead(null, String(ben.id)))[0]).toBe(401);
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    expect(await lead(null, String(ben.id))).toEqual([302, url]);
    expect(await lead(null, ben.email)).toEqual([302, nobody]);
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: false });
  });

  it('logs changes of avatars in the audit log', async () => {
    const entries = await leftBy(world, () => put(gus));
    expect(entries).toMatchObject([
      {
        action: 'avatar_changed',
        object_type: 'user',
        object_id: gus.id,
        before: { avatar_source: 'G', avatar_version: 1 },
        after: { avatar_source: 'U', avatar_version: 2 },
      },
    ]);
  });

  it('answers 404 under other file names', async () => {
    const url = await put(ben);
    const name = /[\w-]{24}/.exec(url)![0];
    for (const path of [
      url.replace(/\/\d+\//, '/0/'),
      url.replace(/\/\d+\//, '/999/'),
      url.replace('.png', '.html'),
      url.replace(name, `..%2f${name}`),
      url.replace(name, `${name}%00`),
      url.replace(`/${name}`, `/emoji/images/${name}`),
      '/user_avatars/1/drawn/x.png',
      '/user_avatars/x/drawn/1.png',
    ])
      expect([path, (await shown(path, world.url)).status >= 400]).toEqual([path, true]);
  });
});

describe('avatars without an external service', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ PARLEY_GRAVATAR: 'off' });
  });
  afterAll(() => world.stop());

  it('draws avatars on the server, and sends no address to another service', async () => {
    const ben = await world.member('ben');
    const queue = await ben.register({ client_gravatar: true });
    const everything = JSON.stringify(queue.state);
    expect(everything).not.toContain('gravatar.com');
    const user = (await world.owner.ok('GET', `users/${ben.id}`, { client_gravatar: true })).user as {
      avatar_url: string;
    };
    expect(user.avatar_url).toMatch(/^\/user_avatars\/\d+\/drawn\/\d+\.png\?version=1$/);
    const [small, large] = [await shown(user.avatar_url, world.url), await shown(medium(user.avatar_url), world.url)];
    expect([await sizeOf(small.bytes), await sizeOf(large.bytes)]).toEqual([
      [100, 100, 1],
      [500, 500, 1],
    ]);
    expect(queue.state.avatar_source).toBe('J');
    const other = await shown(user.avatar_url.replace(/\d+\.png/, '77.png'), world.url);
    expect(other.bytes.equals(small.bytes)).toBe(false);
    await upload(ben, 'users/me/avatar', [await png()]);
    expect((await ben.ok('DELETE', 'users/me/avatar')).avatar_url).toMatch(/drawn\/\d+\.png\?version=3$/);
    await expectFreshSnapshot(queue);
  });

  it('changes all avatars except uploaded ones when the operator configures another service', async () => {
    const [cleo, dan] = [await world.member('cleo'), await world.member('dan')];
    await upload(dan, 'users/me/avatar', [await png()]);
    const sources = async () => {
      const rows = await world.sql<{ source: string; version: number }>(
        'SELECT avatar_source AS source, avatar_version AS version FROM user_account WHERE id = ANY($1) ORDER BY id',
        [[cleo.id, dan.id]],
      );
      return rows.map(({ source, version }) => [source, version]);
    };
    await world.sql(`UPDATE user_account SET avatar_source = 'G' WHERE avatar_source = 'J'`);
    await world.service(AvatarSources).followConfiguration();
    expect(await sources()).toEqual([
      ['J', 2],
      ['U', 2],
    ]);
    const { user } = (await dan.ok('GET', `users/${cleo.id}`, { client_gravatar: false })) as unknown as {
      user: { avatar_url: string };
    };
    expect(user.avatar_url).toContain('drawn');
  });
});
