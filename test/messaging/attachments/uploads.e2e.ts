import { existsSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Browser } from '../../support/browser';
import { fetchFile, postForm, statusOf, upload, uploaded } from '../../support/files';
import type { Body, Person } from '../../support/person';
import { until } from '../../support/until';
import { World } from '../../support/world';

const MIB = 1024 * 1024;

describe('uploading a file', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start({ PARLEY_MAX_UPLOAD_MIB: '3' });
    ana = await world.member('ana');
    ben = await world.member('ben');
  });
  afterAll(() => world.stop());

  const spaceUsed = async () => (await ana.ok('GET', 'attachments')).upload_space_used as number;
  const form = (...parts: [name: string, value: string | Blob, fileName?: string][]) => {
    const made = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') made.append(name, value);
      else made.append(name, value, fileName);
    }
    return made;
  };

  it('returns the address of the file, which serves it', async () => {
    const { body } = await upload(ana, 'plan.txt', 'first things first');
    expect(body).toMatchObject({ result: 'success', filename: 'plan.txt' });
    expect(body.url).toMatch(new RegExp(`^/user_uploads/${world.organizationId}/[0-9a-f]{2}/[\\w-]{24}/plan\\.txt$`));
    expect(body.uri).toBe(body.url);
    const response = await fetchFile(world, body.url as string, ana);
    expect([response.status, await response.text()]).toEqual([200, 'first things first']);
  });

  it('accepts the file under any field name, an empty file, and files of guests', async () => {
    expect((await upload(ana, 'a.txt', 'x', { field: '/home/ana/a.txt' })).status).toBe(200);
    const empty = await uploaded(ana, 'empty.txt', '');
    const response = await fetchFile(world, empty, ana);
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', '']);
    const gus = await world.guest('gus');
    expect(await statusOf(world, await uploaded(gus, 'g.txt', 'x'), gus)).toBe(200);
  });

  it('makes names safe, and keeps the original name for downloads', async () => {
    const { body } = await upload(ana, 'größe & maß (2).txt', 'x');
    expect(body.filename).toBe('größe & maß (2).txt');
    expect(body.url).toMatch(/\/größe-maß-2\.txt$/);
    expect(await statusOf(world, body.url as string, ana)).toBe(200);
    expect(await statusOf(world, encodeURI(body.url as string), ana)).toBe(200);
    const long = await upload(ana, `${'ü'.repeat(300)}.txt`, 'x');
    expect(await statusOf(world, long.body.url as string, ana)).toBe(200);
    const { attachments } = await ana.ok('GET', 'attachments');
    expect((attachments as { name: string }[]).map(({ name }) => name)).toContain('größe & maß (2).txt');
  });

  it('requires exactly one file', async () => {
    const before = await spaceUsed();
    const file = new Blob(['x']);
    const none = await postForm(ana, 'user_uploads', form(['comment', 'hello']));
    expect([none.status, none.body]).toMatchObject([400, { msg: 'You must specify a file to upload' }]);
    const nameless = await postForm(ana, 'user_uploads', form(['file', file, '']));
    expect(nameless.body.msg).toBe('You must specify a file to upload');
    const two = await postForm(ana, 'user_uploads', form(['one', file, 'a.txt'], ['two', file, 'b.txt']));
    expect([two.status, two.body]).toMatchObject([400, { msg: 'You may only upload one file at a time' }]);
    const noForm = await ana.post('user_uploads', { file: 'x' });
    expect([noForm.status, noForm.body.msg]).toEqual([400, 'You must specify a file to upload']);
    expect(await spaceUsed()).toBe(before);
  });

  it('reports unknown fields of the form', async () => {
    const { body } = await postForm(ana, 'user_uploads', form(['color', 'red'], ['file', new Blob(['x']), 'a.txt']));
    expect(body.ignored_parameters_unsupported).toEqual(['color']);
  });

  it('rejects files over the limit and names the limit', async () => {
    expect((await upload(ana, 'fits', new Uint8Array(3 * MIB))).status).toBe(200);
    const { status, body } = await upload(ana, 'large', new Uint8Array(3 * MIB + 1));
    expect([status, body]).toEqual([
      400,
      { result: 'error', msg: 'Uploaded file is larger than the allowed limit of 3 MiB', code: 'BAD_REQUEST' },
    ]);
    expect((await upload(ana, 'huge', new Uint8Array(12 * MIB))).body.msg).toMatch(/limit of 3 MiB/);
    const { max_file_upload_size_mib: shown } = (await ana.register({ fetch_event_types: ['realm'] })).state;
    expect(shown).toBe(3);
  });

  it('requires credentials', async () => {
    const body = form(['file', new Blob(['x']), 'a.txt']);
    const response = await fetch(`${world.url}/api/v1/user_uploads`, { method: 'POST', body });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHORIZED' }]);
  });

  it('accepts files from a browser session and serves them to it', async () => {
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    const body = form(['file', new Blob(['from a browser']), 'a.txt']);
    const refused = await browser.send('POST', '/json/user_uploads', body);
    expect([refused.status, ((await refused.json()) as Body).result]).toEqual([403, 'error']);
    const headers = { 'x-csrftoken': browser.csrf! };
    const response = await browser.send('POST', '/json/user_uploads', body, { headers });
    const { url } = (await response.json()) as { url: string };
    expect(await browser.get(url)).toMatchObject({ status: 200, text: 'from a browser' });
    expect((await new Browser(world.url).get(url)).status).toBe(403);
  });

  it('rejects malformed forms', async () => {
    const send = async (type: string, body: string) => {
      const headers = { authorization: ana.authorization, 'content-type': type };
      const response = await fetch(`${world.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as { code: string } };
    };
    const unfinished = '--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\nhalf';
    for (const [type, body] of [
      ['multipart/form-data', ''],
      ['multipart/form-data; boundary=x', ''],
      ['multipart/form-data; boundary=x', 'nothing of the kind'],
      ['multipart/form-data; boundary=x', unfinished],
    ]) {
      expect(await send(type, body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
  });

  it('leaves nothing behind when the client hangs up', async () => {
    const before = await spaceUsed();
    const { hostname, port } = new URL(world.url);
    const socket = createConnection({ host: hostname, port: Number(port) });
    const head = [
      'POST /api/v1/user_uploads HTTP/1.1',
      `host: ${hostname}:${port}`,
      `authorization: ${ana.authorization}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${2 * MIB}`,
    ];
    const part = '--x\r\ncontent-disposition: form-data; name="f"; filename="half"\r\n\r\n';
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}`);
    socket.write(Buffer.alloc(MIB));
    const drafts = join(world.directory, 'uploads', '.drafts');
    await until(async () => existsSync(drafts) && readdirSync(drafts).length > 0);
    socket.destroy();
    await until(async () => readdirSync(drafts).length === 0);
    await until(async () => (await world.sql('SELECT FROM upload_draft')).length === 0);
    expect(await spaceUsed()).toBe(before);
    expect(await world.sql('SELECT reserved FROM upload_space')).toEqual([{ reserved: 0 }]);
  });

  describe('downloading', () => {
    let path: string;
    beforeAll(async () => {
      path = await uploaded(ana, 'alphabet.txt', 'abcdefghij');
    });

    const ranged = async (range: string, headers: Record<string, string> = {}) => {
      const response = await fetchFile(world, path, ana, { headers: { range, ...headers } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };

    it('sends type, length and modification time', async () => {
      const { headers } = await fetchFile(world, path, ana);
      const shown: Record<string, string> = {};
      headers.forEach((value, name) => (shown[name] = value));
      expect(shown).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'cache-control': expect.stringMatching(/^private\b/),
        'content-disposition': 'inline; filename="alphabet.txt"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        etag: expect.stringMatching(/^"[\w-]+"$/),
        'last-modified': expect.stringMatching(/GMT$/),
      });
    });

    it('sends the file name in every alphabet', async () => {
      const { headers } = await fetchFile(world, await uploaded(ana, 'план.bin', 'x'), ana);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="????.bin"; filename*=UTF-8''${encodeURIComponent('план.bin')}`,
      );
    });

    it.each([
      ['bytes=0-3', 'bytes 0-3/10', 'abcd'],
      ['bytes=4-', 'bytes 4-9/10', 'efghij'],
      ['bytes=-3', 'bytes 7-9/10', 'hij'],
      ['bytes=8-100', 'bytes 8-9/10', 'ij'],
    ])('serves the range %s', async (range, contentRange, text) => {
      expect(await ranged(range)).toEqual([206, contentRange, text]);
    });

    it('rejects a range beyond the end, and serves the whole file for several ranges', async () => {
      expect(await ranged('bytes=10-')).toEqual([416, 'bytes */10', '']);
      for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=x-y', 'bytes=5-2'])
        expect([
          [200, null, 'abcdefghij'],
          [416, 'bytes */10', ''],
        ]).toContainEqual(await ranged(range));
      expect(await ranged('bytes=0-1,4-5')).toEqual([200, null, 'abcdefghij']);
    });

    it('serves a range only of the version that the client has begun to read', async () => {
      const { headers } = await fetchFile(world, path, ana);
      const etag = headers.get('etag')!;
      expect(await ranged('bytes=0-1', { 'if-range': etag })).toEqual([206, 'bytes 0-1/10', 'ab']);
      expect(await ranged('bytes=0-1', { 'if-range': headers.get('last-modified')! })).toEqual([
        206,
        'bytes 0-1/10',
        'ab',
      ]);
      expect(await ranged('bytes=0-1', { 'if-range': '"other"' })).toEqual([200, null, 'abcdefghij']);
      expect(await ranged('bytes=0-1', { 'if-range': `W/${etag}` })).toEqual([200, null, 'abcdefghij']);
    });

    it('answers 304 to a client that has the file', async () => {
      const { headers } = await fetchFile(world, path, ana);
      const conditions: Record<string, string>[] = [
        { 'if-none-match': headers.get('etag')! },
        { 'if-none-match': `"x", W/${headers.get('etag')}` },
        { 'if-modified-since': headers.get('last-modified')! },
      ];
      for (const condition of conditions) {
        const response = await fetchFile(world, path, ana, { headers: condition });
        expect([response.status, await response.text()]).toEqual([304, '']);
      }
      const stale = { 'if-none-match': '"x"', 'if-modified-since': headers.get('last-modified')! };
      expect((await fetchFile(world, path, ana, { headers: stale })).status).toBe(200);
    });

    it('answers HEAD without the content', async () => {
      const response = await fetchFile(world, path, ana, { method: 'HEAD' });
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', '']);
    });

    it('is sent as an attachment on request', async () => {
      const { headers } = await fetchFile(world, path.replace('/user_uploads/', '/user_uploads/download/'), ana);
      expect(headers.get('content-disposition')).toBe('attachment; filename="alphabet.txt"');
    });

    it('shows an error page to other users and spectators', async () => {
      const asBen = await fetchFile(world, path, ben);
      expect([asBen.status, asBen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await fetchFile(world, path, null)).status).toBe(403);
      const wrong = await fetch(world.url + path, { headers: { authorization: 'Basic eDp5' } });
      expect(wrong.status).toBe(401);
    });
  });

  describe('temporary links', () => {
    const linkTo = (person: Person, path: string) => person.get(path.slice(1));

    it('give access to a file for one minute without credentials', async () => {
      const path = await uploaded(ana, 'shared später.txt', 'for you');
      const { url } = (await linkTo(ana, path)).body as unknown as { url: string };
      expect(url).toMatch(/^\/user_uploads\/temporary\//);
      const response = await fetch(world.url + url);
      expect([response.status, await response.text()]).toEqual([200, 'for you']);
      const escaped = path.split('/').slice(2);
      const again = await ana.get(`user_uploads/${escaped[0]}/${encodeURIComponent(escaped.slice(1).join('/'))}`);
      expect([again.status, again.body.url]).toEqual([200, expect.stringMatching(/^\/user_uploads\/temporary\//)]);
    });

    it('expire after the minute', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      const { url } = (await linkTo(ana, path)).body as unknown as { url: string };
      const now = Date.now();
      const time = jest.useFakeTimers({ now: now + 62_000, doNotFake: ALL_BUT_DATE });
      try {
        expect((await fetch(world.url + url)).status).toBe(403);
      } finally {
        time.useRealTimers();
      }
      expect((await fetch(world.url + url)).status).toBe(200);
    });

    it('are for users who may read the file', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      const foreign = await linkTo(ben, path);
      const absent = await linkTo(ben, `${path}x`);
      expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
      expect(foreign.body.code).toBe('BAD_REQUEST');
      expect((await ana.get('user_uploads/1/nothing')).status).toBe(404);
    });
  });
});

const ALL_BUT_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as never;
