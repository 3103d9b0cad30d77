import { randomBytes } from 'node:crypto';
import { Person } from '../../support/person';
import { png } from '../../support/picture-uploads';
import { OpenWay, openWay, wayOut, WebSite } from '../../support/web-site';
import { World } from '../../support/world';

const LIMIT = 8 * 1024 * 1024;
const SHOWN = /<img src="(\/external_content\/[0-9a-f]{40}\/([0-9a-f]+))">/;

/** Pictures of other sites in messages. */
describe('external pictures', () => {
  let world: World;
  let ana: Person;
  let site: WebSite;
  let way: OpenWay;
  let picture: Buffer;

  beforeAll(async () => {
    [world, site] = [await World.start(), await WebSite.open()];
    way = openWay(wayOut(world));
    ana = await world.member('ana');
    await ana.subscribe('pictures');
    picture = await png(20, 10);
  });
  afterAll(async () => {
    way.close();
    await site.close();
    await world.stop();
  });

  const serve = (path: string, body: Buffer | string, type = 'image/png'): void =>
    site.page(path, (response) => response.writeHead(200, { 'content-type': type }).end(body));
  const htmlOf = async (content: string): Promise<string> => {
    const id = await ana.send('pictures', 't', content);
    return ((await ana.ok('GET', `messages/${id}`)).message as { content: string }).content;
  };
  /** The path under which a message shows the picture of that address. */
  const shownPath = async (url: string): Promise<string> => SHOWN.exec(await htmlOf(url))![1];
  const get = (path: string): Promise<Response> => fetch(`${world.url}${path}`);
  const visitsOf = (path: string): number => site.visits.filter((visit) => visit === path).length;

  it('are shown from this server, and fetched when a reader looks at them', async () => {
    serve('/roll.png', picture);
    const url = site.url('/roll.png');
    const path = await shownPath(url);
    expect(Buffer.from(path.split('/')[3], 'hex').toString()).toBe(url);
    expect(visitsOf('/roll.png')).toBe(0);
    const response = await get(path);
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': 'private, max-age=86400',
    });
  });

  it('are fetched once for many readers, and without anything of theirs', async () => {
    serve('/once.png', picture);
    const path = await shownPath(site.url('/once.png'));
    const cookie = 'session=of-a-reader';
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${world.url}${path}`, { headers: { cookie } })));
    answers.push(await get(path));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(visitsOf('/once.png')).toBe(1);
    const { headers } = site.requests.find(({ url }) => url === '/once.png')!;
    for (const name of ['cookie', 'authorization', 'referer', 'x-forwarded-for'])
      expect(headers).not.toHaveProperty(name);
  });

  it.each([
    ['pages', 'text/html', '<script>alert(1)</script>'],
    ['pages that are called pictures', 'image/png', '<!doctype html><script>alert(1)</script>'],
    ['drawings, which may hold scripts', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['drawings that are called otherwise', 'image/png', '<?xml version="1.0"?><svg onload="alert(1)"></svg>'],
    ['documents', 'application/octet-stream', '%PDF-1.7\n'],
    ['nothing', 'image/png', ''],
  ])('are never %s', async (name, type, body) => {
    const path = `/${name.replace(/\W/g, '')}.png`;
    serve(path, body, type);
    expect((await get(await shownPath(site.url(path)))).status).toBe(404);
    expect(visitsOf(path)).toBe(1);
  });

  it('have the type that their bytes say', async () => {
    serve('/called.gif', picture, 'image/gif');
    expect((await get(await shownPath(site.url('/called.gif')))).headers.get('content-type')).toBe('image/png');
  });

  it('have a largest size', async () => {
    serve('/large.png', Buffer.concat([picture, randomBytes(LIMIT)]));
    expect((await get(await shownPath(site.url('/large.png')))).status).toBe(404);
  });

  it('are not fetched for addresses that this server did not make', async () => {
    serve('/signed.png', picture);
    const [, , digest, hex] = (await shownPath(site.url('/signed.png'))).split('/');
    const other = Buffer.from(site.url('/other.png')).toString('hex');
    const forged = [
      `${digest}/${other}`,
      `${'0'.repeat(40)}/${hex}`,
      `${digest.slice(0, 39)}/${hex}`,
      `${digest}/${hex.toUpperCase()}`,
      `${digest}/${hex}00`,
      `x/${hex}`,
    ];
    const absent = await get(await shownPath(site.url('/absent.png')));
    expect(absent.status).toBe(404);
    const answer = await absent.text();
    for (const path of forged) {
      const response = await get(`/external_content/${path}`);
      expect([response.status, await response.text()]).toEqual([404, answer]);
    }
    expect([visitsOf('/signed.png'), visitsOf('/other.png')]).toEqual([0, 0]);
  });

  it('are never fetched from networks of the server', async () => {
    serve('/inside.png', picture);
    const path = await shownPath(site.url('/inside.png', 'inside.example'));
    way.allows.mockReturnValueOnce(false);
    expect((await get(path)).status).toBe(404);
    expect(visitsOf('/inside.png')).toBe(0);
  });

  it('are absent for a minute after a failure, so that the site is not asked again and again', async () => {
    site.page('/broken.png', (response) => response.writeHead(500).end());
    const path = await shownPath(site.url('/broken.png'));
    for (const _ of [1, 2]) expect((await get(path)).status).toBe(404);
    expect(visitsOf('/broken.png')).toBe(1);
  });

  it('are the pictures of linked pages, too', async () => {
    const url = 'https://pages.example/tea';
    const imageUrl = 'https://pages.example/tea.png';
    await world.owner.ok('PATCH', 'realm', { inline_url_embed_preview: true });
    await world.sql(
      `INSERT INTO link_preview (url_hash, url, content, expires_at) VALUES (sha256($1::bytea), $2, $3, now() + interval '1 day')`,
      [Buffer.from(url), url, JSON.stringify({ kind: 'card', title: 'Tea', description: null, imageUrl })],
    );
    const html = await htmlOf(url);
    const hex = Buffer.from(imageUrl).toString('hex');
    expect(html).toMatch(new RegExp(`background-image: url\\(&quot;/external_content/[0-9a-f]{40}/${hex}&quot;\\)`));
    await world.owner.ok('PATCH', 'realm', { inline_url_embed_preview: false });
  });

  it('are off where previews are off', async () => {
    serve('/off.png', picture);
    const path = await shownPath(site.url('/off.png'));
    await world.owner.ok('PATCH', 'realm', { inline_image_preview: false });
    expect((await get(path)).status).toBe(404);
    expect(await htmlOf(site.url('/off.png'))).not.toContain('external_content');
    expect(visitsOf('/off.png')).toBe(0);
    await world.owner.ok('PATCH', 'realm', { inline_image_preview: true });
    expect((await get(path)).status).toBe(200);
  });
});
