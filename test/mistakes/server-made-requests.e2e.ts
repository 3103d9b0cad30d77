import { Outbound, OutboundFailed, OutboundIsRefused, OutboundResponse } from '@app/platform';
import * as dns from 'node:dns';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Person } from '../support/person';
import { OpenWay, openWay, wayOut, WebSite } from '../support/web-site';
import { until } from '../support/until';
import { World } from '../support/world';

/** Mistake 23: the server requests addresses that users name, and must not be led to internal ones. */
describe('mistake 23: requests of the server to other sites', () => {
  let world: World;
  let site: WebSite;
  let ana: Person;

  beforeAll(async () => {
    [world, site] = [await World.start(), await WebSite.open()];
    ana = await world.member('ana');
    await ana.subscribe('links');
    site.page('/', 'inside');
  });
  afterAll(async () => {
    await site.close();
    await world.stop();
  });
  beforeEach(() => void site.visits.splice(0));

  const get = (url: string, more: { limit?: number; deadlineMs?: number } = {}): Promise<OutboundResponse> =>
    world.service(Outbound).get({ url, types: ['text/html'], limit: 65_536, ...more });
  const failure = (url: string, more = {}) =>
    get(url, more).then(
      () => null,
      (error: Error) => error,
    );

  describe('are refused to an address that is not public', () => {
    let ports: jest.SpyInstance;
    /** So that only the address can be the reason. */
    beforeAll(() => (ports = jest.spyOn(wayOut(world) as never, 'allowsPort').mockReturnValue(true as never)));
    afterAll(() => ports.mockRestore());

    it.each([
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '0',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '10.0.0.1',
      '192.168.0.1',
      '172.16.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '224.0.0.1',
      '255.255.255.255',
    ])('written as %s', async (host) => {
      expect(await failure(`http://${host}:${site.port}/`)).toBeInstanceOf(OutboundIsRefused);
      expect(site.visits).toEqual([]);
    });

    it('by the name that every machine has', async () => {
      expect(await failure(`http://localhost:${site.port}/`)).not.toBeNull();
      expect(site.visits).toEqual([]);
    });

    it.each([[['127.0.0.1']], [['10.1.2.3', '::1', '::ffff:127.0.0.1']], [['169.254.169.254', 'fe80::1']]])(
      'by a name that resolves to %j',
      async (addresses) => {
        const resolve = jest.spyOn(wayOut(world) as never, 'resolve').mockResolvedValue(addresses as never);
        expect(await failure(`http://friendly.example:${site.port}/`)).toBeInstanceOf(OutboundIsRefused);
        expect(site.visits).toEqual([]);
        resolve.mockRestore();
      },
    );
  });

  it.each([
    'ftp://site.example/',
    'file:///etc/passwd',
    'gopher://site.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://user@site.example/',
    'http://:secret@site.example/',
    'http://site.example:22/',
    'http://site.example:443/',
    'https://site.example:80/',
    'http://site.example:0/',
    'http://',
    '//site.example/',
    'no address',
  ])('are refused to %s', async (url) => {
    const resolve = jest.spyOn(wayOut(world) as never, 'resolve').mockResolvedValue(['8.8.8.8'] as never);
    expect(await failure(url)).toBeInstanceOf(OutboundIsRefused);
    expect(resolve).not.toHaveBeenCalled();
    resolve.mockRestore();
  });

  describe('to an allowed site', () => {
    let way: OpenWay;
    beforeAll(() => (way = openWay(wayOut(world))));
    afterAll(() => way.close());
    beforeEach(() => {
      way.resolve.mockReset();
      way.resolve.mockResolvedValue(['127.0.0.1']);
    });

    const leadsTo = (path: string, location: string, status = 302) =>
      site.page(path, (response) => response.writeHead(status, { location }).end());

    it('connect to the checked address, without a second lookup of the name', async () => {
      const asked = jest.spyOn(dns, 'lookup');
      const inside = createServer((_, response) => response.end('inside'));
      await new Promise<void>((resolve) => inside.listen(site.port, '127.0.0.2', resolve));
      const reached = new Promise<never>((_, reject) =>
        inside.once('request', () => reject(new Error('it got inside'))),
      );
      way.resolve.mockResolvedValueOnce(['127.0.0.1']).mockResolvedValue(['127.0.0.2']);
      expect((await Promise.race([get(site.url('/', 'rebinding.example')), reached])).body.toString()).toBe('inside');
      expect(site.visits).toEqual(['/']);
      expect(way.resolve).toHaveBeenCalledTimes(1);
      expect(asked).not.toHaveBeenCalled();
      way.resolve.mockReset().mockResolvedValue(['127.0.0.2', '127.0.0.1']);
      await get(site.url('/', 'both.example'));
      expect(site.visits).toEqual(['/', '/']);
      way.resolve.mockReset().mockResolvedValue(['127.0.0.2']);
      expect(await failure(site.url('/', 'rebinding.example'))).toBeInstanceOf(OutboundIsRefused);
      asked.mockRestore();
      reached.catch(() => undefined);
      await new Promise((resolve) => inside.close(resolve));
    });

    it('follow redirects, and check each hop', async () => {
      leadsTo('/a', '/b?x=1', 301);
      leadsTo('/b', site.url('/c', 'other.example'), 307);
      leadsTo('/c', './', 308);
      expect(await get(site.url('/a'))).toMatchObject({ url: site.url('/', 'other.example'), type: 'text/html' });
      expect(site.visits).toEqual(['/a', '/b?x=1', '/c', '/']);
      expect(way.resolve).toHaveBeenCalledTimes(4);
      way.resolve.mockReset();
      way.resolve.mockImplementation(async (name) => [name === 'other.example' ? '10.0.0.1' : '127.0.0.1']);
      expect(await failure(site.url('/a'))).toBeInstanceOf(OutboundIsRefused);
    });

    it.each([
      'http://127.0.0.2/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'ftp://site.example/',
      'http://me:secret@site.example/',
      'http://[',
    ])('do not follow a redirect to %s', async (location) => {
      leadsTo('/away', location);
      expect(await failure(site.url('/away'))).toBeInstanceOf(OutboundIsRefused);
      expect(site.visits).toEqual(['/away']);
    });

    it('fail on the fourth redirect', async () => {
      leadsTo('/round', '/round');
      expect(await failure(site.url('/round'))).toMatchObject({ name: 'OutboundFailed', isLasting: true });
      expect(site.visits).toHaveLength(4);
    });

    it('have a time limit over all, however the time is spent', async () => {
      const [deadlineMs, dripMs] = [400, 20];
      let drips = 0;
      const drip = (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('.') && drips++, dripMs);
        response.once('close', () => clearInterval(timer));
      };
      site.page('/drip', drip);
      site.page('/silent', () => undefined);
      site.page(
        '/late',
        (response) => void setTimeout(() => response.writeHead(302, { location: '/late' }).end(), 150),
      );
      for (const path of ['/drip', '/silent', '/late']) {
        expect(await failure(site.url(path), { deadlineMs })).toMatchObject({
          name: 'OutboundFailed',
          isLasting: false,
        });
      }
      // Both clocks are of this process, so a busy machine slows both.
      expect(drips).toBeLessThanOrEqual((2 * deadlineMs) / dripMs);
    });

    it('read at most the size limit, and disconnect then', async () => {
      const closed = new Promise<void>((resolve) =>
        site.page('/endless', (response) => {
          response.writeHead(200, { 'content-type': 'text/html' });
          const more = () => {
            while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
          };
          response.on('drain', more).once('close', resolve);
          more();
        }),
      );
      const { body, isTruncated } = await get(site.url('/endless'), { limit: 100_000 });
      expect([body.length, isTruncated]).toEqual([100_000, true]);
      await closed;
    });

    it('decompress at most the size limit', async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
      site.page('/bomb', (response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
      );
      const before = process.memoryUsage().rss;
      const { body, isTruncated } = await get(site.url('/bomb'), { limit: 100_000 });
      expect([body.length, isTruncated]).toEqual([100_000, true]);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
      site.page('/packed', (response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync('small')),
      );
      expect((await get(site.url('/packed'))).body.toString()).toBe('small');
    });

    it.each([
      ['of another type', { 'content-type': 'application/pdf' }],
      ['of no type', {}],
      ['packed in a way of its own', { 'content-type': 'text/html', 'content-encoding': 'zstd' }],
    ])('ignore content that is %s', async (_, headers) => {
      site.page('/odd', (response) => response.writeHead(200, headers as never).end('x'));
      expect(await failure(site.url('/odd'))).toMatchObject({ name: 'OutboundFailed', isLasting: true });
    });

    it('fail at the deadline if the body ends only with the connection', async () => {
      site.page('/endless', (response) =>
        response.socket!.write('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx'),
      );
      expect(await failure(site.url('/endless'), { deadlineMs: 300 })).toBeInstanceOf(OutboundFailed);
    });

    it('fail at once on an answer that changes the protocol', async () => {
      site.page('/other', (response) =>
        response.socket!.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\nx'),
      );
      expect(await failure(site.url('/other'))).toBeInstanceOf(OutboundFailed);
    });

    it('fail on invalid HTTP, a broken connection, and endless headers', async () => {
      site.page('/broken', (response) => response.socket!.end('nonsense\r\n\r\n'));
      site.page('/short', (response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' });
        response.write('x', () => response.destroy());
      });
      site.page('/headers', (response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(40_000) }).end(),
      );
      for (const path of ['/broken', '/short', '/headers'])
        expect(await failure(site.url(path))).toBeInstanceOf(OutboundFailed);
    });
  });

  it('are not made for messages with links to the internal network', async () => {
    await world.owner.ok('PATCH', 'realm', { inline_url_embed_preview: true });
    const own = new URL(world.url);
    const links = [
      `http://127.0.0.1:${site.port}/`,
      `http://localhost:${own.port}/health/live`,
      'http://169.254.169.254/',
    ];
    const id = await ana.send('links', 't', links.map((link) => `[x](${link})`).join(' '));
    const known = () =>
      world.sql<{ url: string; content: unknown }>('SELECT url, content FROM link_preview ORDER BY url');
    await until(async () => (await known()).length === 3);
    expect((await known()).map(({ content }) => content)).toEqual([null, null, null]);
    expect(site.visits).toEqual([]);
    const { message } = await ana.ok('GET', `messages/${id}`);
    expect((message as { content: string }).content).not.toContain('message_embed');
  });
});
