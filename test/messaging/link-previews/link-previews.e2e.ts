import { Workers } from '@app/platform';
import type { Event, EventQueue } from '../../support/event-queue';
import { expectFreshSnapshot } from '../../support/fold';
import { Person } from '../../support/person';
import { OpenWay, openWay, wayOut, WebSite } from '../../support/web-site';
import { until } from '../../support/until';
import { World } from '../../support/world';

const page = (title: string, extra = '') =>
  `<!doctype html><html><head><title>${title}</title>
   <meta property="og:image" content="https://pictures.example/${title.toLowerCase()}.png">
   <meta name="description" content="All about ${title}">${extra}</head><body><title>wrong</title></body></html>`;

const hexOf = (address: string) => Buffer.from(address).toString('hex');

/** Previews of the pages that messages link to. */
describe('link previews', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let site: WebSite;
  let way: OpenWay;
  let atFirst: object;

  beforeAll(async () => {
    [world, site] = [await World.start(), await WebSite.open()];
    way = openWay(wayOut(world));
    [ana, ben] = [await world.member('ana'), await world.member('ben')];
    for (const person of [ana, ben]) await person.subscribe('links');
    site.page('/tea', page('Tea'));
    atFirst = (await ana.register()).state;
  });
  afterAll(async () => {
    way.close();
    await site.close();
    await world.stop();
  });
  beforeEach(() => world.owner.ok('PATCH', 'realm', { inline_url_embed_preview: true }));

  const isRendering = ({ type }: Event) => type === 'update_message';
  const rendered = async (queue: EventQueue, id: number) =>
    (await queue.until((event) => isRendering(event) && event.message_id === id)).rendered_content as string;
  const contentOf = async (id: number) =>
    ((await ana.ok('GET', `messages/${id}`)).message as { content: string }).content;
  const idle = () =>
    until(async () => {
      const [{ waiting }] = await world.sql<{ waiting: string }>(
        `SELECT (SELECT count(*) FROM link_preview_fetch) + (SELECT count(*) FROM rerendering)
           + (SELECT count(*) FROM link_preview_wait) AS waiting`,
      );
      return Number(waiting) === 0;
    });

  it('are added after the send, with an event to all users who have the message', async () => {
    const queue = await ben.register();
    const id = await ana.send('links', 't', `look: ${site.url('/tea')}`);
    const { message } = (await queue.until(({ type }) => type === 'message')) as unknown as {
      message: { content: string };
    };
    expect(message.content).not.toContain('message_embed');
    const html = await rendered(queue, id);
    expect(html.replace(/[0-9a-f]{40}/, 'DIGEST')).toContain(
      `<div class="message_embed"><a class="message_embed_image" href="${site.url('/tea')}" style="background-image: url(&quot;/external_content/DIGEST/${hexOf('https://pictures.example/tea.png')}&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${site.url('/tea')}" title="Tea">Tea</a></div><div class="message_embed_description">All about Tea</div></div></div>`,
    );
    expect(await contentOf(id)).toBe(html);
  });

  it('are added at once for a page in the cache, which is fetched once', async () => {
    const before = site.visits.length;
    const id = await ana.send('links', 't', `again: ${site.url('/tea')}`);
    expect(await contentOf(id)).toContain('message_embed');
    await idle();
    expect(site.visits.length).toBe(before);
  });

  it('are fetched again when the cache entry is old', async () => {
    await world.sql(`UPDATE link_preview SET expires_at = now()`);
    site.page('/tea', page('Coffee'));
    const queue = await ben.register();
    const id = await ana.send('links', 't', `again: ${site.url('/tea')}`);
    expect(await rendered(queue, id)).toContain('title="Coffee"');
  });

  it('are added to direct messages too', async () => {
    site.page('/direct', page('Direct'));
    const queue = await ben.register();
    const id = await ana.sendTo([ben], site.url('/direct'));
    expect(await rendered(queue, id)).toContain('title="Direct"');
  });

  it('are added to a message that is moved meanwhile, and stay when it is moved again', async () => {
    let answer!: () => void;
    const isMoved = new Promise<void>((resolve) => (answer = resolve));
    site.page(
      '/moved',
      (response) =>
        void isMoved.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(page('Moved'))),
    );
    await world.owner.subscribe('elsewhere', { principals: [world.owner.id, ben.id, ana.id] });
    const queue = await ben.register({});
    const id = await ana.send('links', 't', site.url('/moved'));
    await until(async () => site.visits.includes('/moved'));
    await ana.ok('PATCH', `messages/${id}`, { topic: 'u' });
    answer();
    await until(async () => (await contentOf(id)).includes('title="Moved"'));
    const html = await contentOf(id);
    await idle();
    await world.owner.ok('PATCH', `messages/${id}`, { stream_id: await ana.channelId('elsewhere') });
    expect(await contentOf(id)).toBe(html);
    await expectFreshSnapshot(queue);
  });

  it('are not fetched where the organization disables them', async () => {
    await world.owner.ok('PATCH', 'realm', { inline_url_embed_preview: false });
    site.page('/unwanted', page('Unwanted'));
    const id = await ana.send('links', 't', `${site.url('/unwanted')} ${site.url('/tea')}`);
    await idle();
    expect(await contentOf(id)).not.toContain('message_embed');
    expect(site.visits).not.toContain('/unwanted');
  });

  it('are disabled in a new organization', () => {
    expect(atFirst).toMatchObject({ realm_inline_url_embed_preview: false, server_inline_url_embed_preview: true });
  });

  it('are not made for messages of bots, quotes, and rendering without sending', async () => {
    site.page('/bot', page('Bot'));
    await world.sql('UPDATE user_account SET is_bot = true, bot_type = 1, bot_owner_id = $2 WHERE id = $1', [
      ben.id,
      ana.id,
    ]);
    const ids = [await ben.send('links', 't', site.url('/bot')), await ana.send('links', 't', `> ${site.url('/bot')}`)];
    await world.sql('UPDATE user_account SET is_bot = false, bot_type = NULL, bot_owner_id = NULL WHERE id = $1', [
      ben.id,
    ]);
    await ana.ok('POST', 'messages/render', { content: site.url('/bot') });
    await idle();
    for (const id of ids) expect(await contentOf(id)).not.toContain('message_embed');
    expect(site.visits).not.toContain('/bot');
  });

  it('escape the text of the page', async () => {
    const evil = page(
      'Evil',
      '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt; &quot;x&quot;">',
    );
    site.page('/evil', evil);
    const queue = await ben.register();
    const html = await rendered(queue, await ana.send('links', 't', site.url('/evil')));
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script');
  });

  it.each([
    ['plain', 'http://pictures.example/x.png'],
    ['of another kind', 'data:image/png;base64,AAAA'],
    ['in a network of the reader', 'https://192.168.0.1/x.png'],
    ['at an odd port', 'https://pictures.example:8443/x.png'],
    ['with credentials', 'https://me:secret@pictures.example/x.png'],
  ])('show no picture that is %s', async (name, picture) => {
    const path = `/picture-${name.replace(/ /g, '-')}`;
    site.page(path, `<title>X</title><meta property="og:image" content="${picture}">`);
    const id = await ana.send('links', 't', site.url(path));
    await until(async () => site.visits.includes(path));
    await idle();
    expect(await contentOf(id)).not.toContain('message_embed');
  });

  it('are not made for missing pages, which are not fetched again soon', async () => {
    const id = await ana.send('links', 't', site.url('/absent'));
    await until(async () => site.visits.includes('/absent'));
    await idle();
    await ana.send('links', 't', site.url('/absent'));
    await idle();
    expect(await contentOf(id)).not.toContain('message_embed');
    expect(site.visits.filter((path) => path === '/absent')).toHaveLength(1);
  });

  it('are fetched again after a temporary failure', async () => {
    let failures = 0;
    site.page('/flaky', (response) => {
      if (failures++ === 0) response.writeHead(503).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Flaky'));
    });
    const queue = await ben.register();
    const id = await ana.send('links', 't', site.url('/flaky'));
    await until(async () => failures > 0);
    const waits = 'UPDATE link_preview_fetch SET due_at = now() WHERE attempts > 0 RETURNING id';
    await until(async () => (await world.sql(waits)).length > 0);
    world.service(Workers).nudge('link_previews');
    expect(await rendered(queue, id)).toContain('title="Flaky"');
  });

  it('are made for links by linkifiers', async () => {
    site.page('/issues/7', page('Seven'));
    await world.owner.ok('POST', 'realm/filters', {
      pattern: 'I(?P<id>[0-9]+)',
      url_template: `${site.url('/issues/')}{id}`,
    });
    const queue = await ben.register();
    const id = await ana.send('links', 't', 'see I7');
    expect(await rendered(queue, id)).toContain('title="Seven"');
    await idle();
    expect(site.visits.filter((path) => path === '/issues/7')).toHaveLength(1);
  });

  it('are made for at most 24 pages in a message', async () => {
    const many = Array.from({ length: 25 }, (_, n) => site.url(`/many-${n}`)).join(' ');
    await ana.send('links', 't', many);
    await idle();
    expect(site.visits.some((path) => path.startsWith('/many'))).toBe(false);
  });

  it("are fetched with the server's user agent and nothing of the user", async () => {
    const request = site.requests.find(({ url }) => url === '/tea')!;
    expect(request.headers['user-agent']).toMatch(/^Parley \(\+http/);
    expect(request.headers).not.toHaveProperty('cookie');
    expect(request.headers).not.toHaveProperty('authorization');
    expect(request.headers).not.toHaveProperty('referer');
  });
});
