import { createHash } from 'node:crypto';
import { cpuMsOf } from '../support/cpu-time';
import type { Person } from '../support/person';
import { png, shown, SVG, upload } from '../support/picture-uploads';
import { World } from '../support/world';

const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');

/** Mistakes about linkifiers, emoji and pictures of an organization. */
describe('linkifiers, emoji and pictures of an organization', () => {
  let world: World;
  let alma: Person;
  let ben: Person;
  let gus: Person;
  beforeAll(async () => {
    world = await World.start();
    alma = await world.admin('alma');
    ben = await world.member('ben');
    gus = await world.guest('gus');
    await world.owner.subscribe('links', { principals: [world.owner.id, ben.id, gus.id] });
  });
  afterAll(() => world.stop());

  const html = async (content: string) => {
    const id = await ben.send('links', 'a', content);
    return ((await ben.ok('GET', `messages/${id}`)).message as { content: string }).content;
  };
  const add = (pattern: string, url_template: string) => alma.post('realm/filters', { pattern, url_template });

  it('10: no address, event or redirect reveals a hidden email address', async () => {
    const queues = [await gus.register(), await gus.register({ client_gravatar: true })];
    await upload(ben, 'users/me/avatar', [await png()]);
    await ben.ok('DELETE', 'users/me/avatar');
    const id = await ben.send('links', 'a', 'hello');
    const redirect = await fetch(`${world.url}/avatar/${ben.id}`, {
      headers: { authorization: gus.authorization },
      redirect: 'manual',
    });
    const everything = JSON.stringify([
      ...(await Promise.all(queues.map(async (queue) => [queue.state, await queue.drain()]))),
      await gus.ok('GET', 'users', { client_gravatar: false }),
      await gus.ok('GET', `users/${ben.id}`, { client_gravatar: false }),
      await gus.ok('GET', `messages/${id}`),
      redirect.headers.get('location'),
    ]);
    expect(everything).not.toContain(hashOf(ben.email));
    expect(everything).not.toContain(ben.email);
  });

  it('12: pictures and static files accept no credentials and reveal none; no directory is listed', async () => {
    for (const path of [
      '/user_avatars',
      '/user_avatars/1',
      '/user_avatars/1/emoji/images',
      '/user_avatars/1/realm',
      '/static',
    ]) {
      const { status } = await shown(path, world.url);
      expect([path, status]).toEqual([path, 404]);
    }
    const { headers } = await shown('/user_avatars/1/drawn/1.png', world.url);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it.each(['-1', '0', '9007199254740993', '1e3', '0x1', '%00', '1%2f2', '９'])(
    '20: %s is not the id of a linkifier',
    async (id) => {
      for (const { status, body } of [
        await alma.delete(`realm/filters/${id}`),
        await alma.patch(`realm/filters/${id}`, { pattern: 'x(?P<a>b)', url_template: 'https://x.example.org/{a}' }),
      ]) {
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(body.code).toBe('BAD_REQUEST');
      }
    },
  );

  it.each<unknown>([[[1e300]], [[-1]], [['1']], [{}], ['all'], [[1.5]]])('20: %j is no valid order', async (ids) => {
    const { status, body } = await alma.patch('realm/linkifiers', { ordered_linkifier_ids: ids });
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it.each([
    ['js1-(?P<x>.+)', 'javascript:{x}'],
    ['js2-(?P<x>.+)', '{+x}'],
    ['js3-(?P<x>.+)', 'data:text/html,{x}'],
    ['js4-(?P<x>.+)', 'https://x.example.org/{+x}'],
    ['js5-(?P<x>.+)', 'https://x.example.org/"onmouseover="alert(1)/{x}'],
  ])('21: the linkifier %s to %s makes only links to the web', async (pattern, url_template) => {
    const { status, body } = await add(pattern, url_template);
    const prefix = pattern.slice(0, 4);
    for (const text of [
      'javascript:alert(1)',
      '"><img src=x onerror=alert(1)>',
      '<script>alert(1)</script>',
      '" onclick="alert(1)',
    ]) {
      const content = await html(`${prefix}${text}`);
      const addresses = Array.from(content.matchAll(/href="([^"]*)"/g), ([, address]) => address);
      expect(addresses.filter((address) => !/^https?:/.test(address))).toEqual([]);
      expect(content).not.toMatch(/<(script|img)|<[^>]* on\w+=/);
    }
    if (status === 200) await alma.ok('DELETE', `realm/filters/${body.id as number}`);
  });

  it.each(['a"b', 'a<b', 'a>b', "a'b", 'a&b', 'a:b', 'a b<', 'a\u0000'])(
    '21: %j is not the name of an emoji',
    async (name) => {
      const { status } = await upload(ben, `realm/emoji/${encodeURIComponent(name)}`, [await png()]);
      expect(status).toBe(400);
    },
  );

  it.each(['(?P<x>(a+)+)$', '(?P<x>(a|aa)+b)', '(?P<x>(.*)*x)', '(?P<x>a{0,500}b)'])(
    '22: %s takes linear time',
    async (pattern) => {
      const { status, body } = await add(pattern, 'https://x.example.org/{x}');
      if (status !== 200) return;
      expect(await cpuMsOf(() => html(`${'a'.repeat(9_000)}!`))).toBeLessThan(5_000);
      await alma.ok('DELETE', `realm/filters/${body.id as number}`);
    },
  );

  it('22: a pattern that is a large program, and too many patterns, are refused', async () => {
    expect((await add('(?P<x>(a{1,1000}){1,1000})', 'https://x.example.org/{x}')).status).toBe(400);
    expect((await add(`(?P<x>${'a'.repeat(1_000)})`, 'https://x.example.org/{x}')).status).toBe(400);
    await world.sql(
      `INSERT INTO linkifier (organization_id, pattern, url_template, position)
        SELECT $1, 'n' || n || '(?P<x>y)', 'https://x.example.org/{x}', n FROM generate_series(1, 200) n`,
      [world.organizationId],
    );
    expect((await add('one-more-(?P<x>.)', 'https://x.example.org/{x}')).status).toBe(400);
    await world.sql('DELETE FROM linkifier WHERE organization_id = $1', [world.organizationId]);
  });

  it('24: the server serves a picture that it has encoded itself, whatever was uploaded', async () => {
    const image = await png();
    const polyglot = Buffer.concat([image, Buffer.from('<script>alert(document.domain)</script>')]);
    const { status, body } = await upload(ben, 'users/me/avatar', [polyglot]);
    if (status === 200) {
      const { bytes, type, headers } = await shown(body.avatar_url as string, world.url);
      expect([type, headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
      expect(bytes.includes('script')).toBe(false);
    }
    for (const hostile of [SVG, Buffer.from('<html>'), Buffer.from('%PDF-1.7'), Buffer.alloc(0)]) {
      const refused = await upload(ben, 'users/me/avatar', [hostile]);
      expect([refused.status, refused.body.code]).toEqual([400, 'BAD_IMAGE']);
    }
  });

  it('24: no name leads out of the directory of pictures', async () => {
    for (const path of [
      '/user_avatars/1/..%2f..%2fsecret-key',
      '/user_avatars/1/%2e%2e%2fzuliprc',
      '/user_avatars/..%2f1/drawn/1.png',
      '/user_avatars/1/emoji/images/..%2f..%2f..%2fzuliprc',
      '/user_avatars/1/realm/%00.png',
      '/static/emoji-data/..%2f..%2fzuliprc',
    ]) {
      const { bytes } = await shown(path, world.url);
      expect([path, bytes.includes('[api]')]).toEqual([path, false]);
    }
  });
});
