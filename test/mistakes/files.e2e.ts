import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { cpuMsOf } from '../support/cpu-time';
import { fetchFile, statusOf, upload, uploaded } from '../support/files';
import type { Person } from '../support/person';
import { bomb, gif, png } from '../support/pictures';
import { until } from '../support/until';
import { World } from '../support/world';

const MIB = 1024 * 1024;

describe('mistake 24: files', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  beforeAll(async () => {
    world = await World.start({ PARLEY_UPLOAD_QUOTA_MIB: '20', PARLEY_MAX_UPLOAD_MIB: '10' });
    ana = await world.member('ana');
    ben = await world.member('ben');
  });
  afterAll(() => world.stop());

  const asBen = (path: string) => statusOf(world, path, ben);
  const thumbnailOf = (path: string) => `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;

  describe('a path to another directory', () => {
    /** Sent as it is, without normalisation by a client. */
    const raw = (path: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(world.url);
        const headers = { authorization: ana.authorization };
        request({ hostname, port, path, headers }, (response) => {
          response.resume();
          resolve(response.statusCode!);
        })
          .on('error', reject)
          .end();
      });

    it('is not found', async () => {
      writeFileSync(join(world.directory, 'outside.txt'), 'outside');
      const path = await uploaded(ana, 'a.txt', 'x');
      const [, , realm, directory, random] = path.split('/');
      const steps = [
        '..',
        '%2e%2e',
        '..%2f',
        '%2e%2e%2f',
        '..%5c',
        '%252e%252e%252f',
        '....//',
        '%00',
        '%c0%ae%c0%ae/',
      ];
      for (const step of steps) {
        for (const tried of [
          `/user_uploads/${step}/${step}/outside.txt`,
          `/user_uploads/${realm}/${directory}/${random}/${step}`,
          `/user_uploads/${realm}/${directory}/${random}/${step}outside.txt`,
          `/user_uploads/${realm}/${step}/${step}/secret-key`,
          `/user_uploads/download/${realm}/${directory}/${step}/a.txt`,
          `/user_uploads/thumbnail/${realm}/${directory}/${random}/a.txt/${step}`,
          `/user_uploads/temporary/${step}/${realm}/${directory}/${random}/a.txt`,
          `/api/v1/user_uploads/${realm}/${step}`,
        ])
          expect([400, 403, 404]).toContain(await raw(tried));
      }
    });

    it('is never made of a file name', async () => {
      const names = [
        '../../etc/passwd',
        '..\\..\\boot.ini',
        '/etc/passwd',
        '..',
        '.',
        'a\r\nx-evil: 1',
        'a";x="',
        'a%2f..%2fb',
      ];
      for (const name of names) {
        const { status, body } = await upload(ana, name, 'x');
        expect(status).toBe(200);
        expect(body.url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{24}\/[\p{L}\p{N}_.-]+$/u);
        const response = await fetchFile(world, body.url as string, ana);
        expect([response.status, response.headers.get('x-evil')]).toEqual([200, null]);
        await response.arrayBuffer();
      }
      const kept = readdirSync(join(world.directory, 'uploads'), { recursive: true, encoding: 'utf8' });
      expect(kept.filter((path) => !/^(\.drafts|attachments|thumbnails)(\/[\w-]+)*(\.webp)?$/.test(path))).toEqual([]);
    });
  });

  describe('a file with a wrong type', () => {
    const HTML = '<!doctype html><script>alert(document.domain)</script>';
    const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
    const ACTIVE = /html|svg|xml|javascript|ecmascript|css/;

    it.each([
      ['page.html', 'text/html', HTML],
      ['page.txt', 'text/plain', HTML],
      ['page.png', 'image/png', HTML],
      ['page', '', HTML],
      ['page.xhtml', 'application/xhtml+xml', `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>`],
      ['drawing.svg', 'image/svg+xml', SVG],
      ['drawing.svg', 'image/svg+xml', `<?xml version="1.0"?>\n${SVG}`],
      ['drawing.png', 'image/png', SVG],
      ['feed.xml', 'application/xml', '<?xml version="1.0"?><?xml-stylesheet href="x"?><a/>'],
      ['code.js', 'text/javascript', 'alert(1)'],
      ['code.txt', 'application/javascript', '#!/usr/bin/env node\nalert(1)'],
      ['manual.pdf', 'application/pdf', '%PDF-1.4\n%%EOF'],
      ['notes in UTF-16.txt', 'text/plain', Buffer.from(`\uFEFF${HTML}`, 'utf16le')],
    ])('%s, as %s, is downloaded and never shown', async (name, type, content) => {
      const { body } = await upload(ana, name, content, { type });
      for (const way of ['/user_uploads/', '/user_uploads/download/']) {
        const { headers } = await fetchFile(world, (body.url as string).replace('/user_uploads/', way), ana);
        expect(headers.get('content-disposition')).toMatch(/^attachment;/);
        expect(headers.get('content-type')).not.toMatch(ACTIVE);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/^sandbox;.*default-src 'none'/);
      }
      expect(await statusOf(world, thumbnailOf(body.url as string), ana)).toBe(404);
    });

    it('is shown by its real picture type, whatever the client says', async () => {
      const { body } = await upload(ana, 'evil.html', await png(5, 5), { type: 'text/html' });
      const { headers } = await fetchFile(world, body.url as string, ana);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
      expect(headers.get('content-disposition')).toMatch(/^inline;/);
    });

    it('runs no script as a picture that is a page too', async () => {
      const both = Buffer.concat([await png(5, 5), Buffer.from(HTML)]);
      const { headers } = await fetchFile(world, await uploaded(ana, 'both.html', both), ana);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
    });

    it('has the same protection under every address', async () => {
      const path = await uploaded(ana, 'a.png', await png(5, 5));
      const { url } = (await ana.get(path.slice(1))).body as unknown as { url: string };
      for (const one of [path, url, thumbnailOf(path)]) {
        const { headers } = await fetchFile(world, one, ana);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
        expect(headers.get('cache-control')).toMatch(/^private\b/);
      }
    });
  });

  describe('a picture with huge dimensions', () => {
    it('is stored as a file and never decoded', async () => {
      let path = '';
      const upload = async () => {
        path = await uploaded(ana, 'bomb.png', bomb(60_000, 60_000));
        expect(await statusOf(world, thumbnailOf(path), ana)).toBe(404);
      };
      expect(await cpuMsOf(upload)).toBeLessThan(5_000);
      const id = await ana.sendTo([ben], `[bomb](${path})`);
      expect(((await ana.ok('GET', `messages/${id}`)).message as { content: string }).content).not.toContain('<img');
    });

    it('is a still picture when the animation is too long', async () => {
      const path = await uploaded(ana, 'long.gif', await gif(8, 8, 450));
      expect(await statusOf(world, thumbnailOf(path), ana)).toBe(200);
      expect(await statusOf(world, thumbnailOf(path).replace('840x560', '840x560-anim'), ana)).toBe(404);
    });
  });

  describe('the upload quota', () => {
    it('is not exceeded by concurrent uploads', async () => {
      const used = async () => (await ana.ok('GET', 'attachments')).upload_space_used as number;
      const before = await used();
      const size = 3 * MIB + 1;
      const fits = Math.floor((20 * MIB - before) / size);
      const answers = await Promise.all(
        Array.from({ length: fits + 4 }, (_, index) => upload([ana, ben][index % 2], 'big', new Uint8Array(size))),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length).toBe(fits);
      expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['REALM_UPLOAD_QUOTA']));
      expect(await used()).toBe(before + fits * size);
      const rest = 20 * MIB - (await used());
      expect((await upload(ana, 'rest', new Uint8Array(rest + 1))).body.code).toBe('REALM_UPLOAD_QUOTA');
      expect((await upload(ana, 'rest', new Uint8Array(rest))).status).toBe(200);
      expect((await upload(ana, 'one more', 'x')).body.code).toBe('REALM_UPLOAD_QUOTA');
      expect((await upload(ana, 'nothing', '')).status).toBe(200);
    });

    it('is sent to clients, and free again after deletion', async () => {
      expect((await ana.register({ fetch_event_types: ['realm'] })).state.realm_upload_quota_mib).toBe(20);
      for (const person of [ana, ben]) {
        const { attachments } = (await person.ok('GET', 'attachments')) as unknown as {
          attachments: { id: number; size: number }[];
        };
        const large = attachments.filter(({ size }) => size > MIB);
        await Promise.all(large.map(({ id }) => person.ok('DELETE', `attachments/${id}`)));
      }
      const [{ reserved }] = await world.sql('SELECT reserved FROM upload_space');
      expect(Number(reserved)).toBe(0);
      expect((await upload(ana, 'fits again', new Uint8Array(5 * MIB))).status).toBe(200);
      expect(await onDisk()).toBe(await rows());
    });

    /** Every row has its file, and every file its row. */
    const rows = async () =>
      (
        await world.sql<{ n: number }>(
          'SELECT (SELECT count(*) FROM attachment) + (SELECT count(*) FROM thumbnail) AS n',
        )
      )[0].n;
    const onDisk = async () => {
      await until(
        async () => (await world.sql('SELECT FROM file_removal UNION ALL SELECT FROM upload_draft')).length === 0,
      );
      const kept = readdirSync(join(world.directory, 'uploads'), { recursive: true, withFileTypes: true });
      return kept.filter((entry) => entry.isFile()).length;
    };
  });

  describe('the file of another user', () => {
    it('is not deleted, listed or linked by its id or path', async () => {
      const path = await uploaded(ana, 'mine.txt', 'mine');
      const { attachments } = (await ana.ok('GET', 'attachments')) as unknown as { attachments: { id: number }[] };
      const ids = attachments.map(({ id }) => id);
      for (const id of ids) expect((await ben.delete(`attachments/${id}`)).body.msg).toBe('Invalid attachment');
      const own = (await ben.ok('GET', 'attachments')) as unknown as { attachments: { id: number }[] };
      expect(own.attachments.filter(({ id }) => ids.includes(id))).toEqual([]);
      const absent = path.replace(/[\w-]{24}/, 'A'.repeat(24));
      const [foreign, none] = await Promise.all([ben.get(path.slice(1)), ben.get(absent.slice(1))]);
      expect([foreign.status, foreign.body]).toEqual([none.status, none.body]);
    });

    it('gets the answer for an unknown file, in status, headers and text', async () => {
      const path = await uploaded(ana, 'mine.png', await png(5, 5));
      const absent = path.replace(/[\w-]{24}/, 'A'.repeat(24));
      for (const person of [ben, world.owner, null]) {
        for (const way of [(one: string) => one, thumbnailOf]) {
          const [foreign, none] = await Promise.all([
            fetchFile(world, way(path), person),
            fetchFile(world, way(absent), person),
          ]);
          expect([foreign.status, await foreign.text()]).toEqual([none.status, await none.text()]);
          const names = (headers: Headers) => {
            const found: string[] = [];
            headers.forEach((_, name) => found.push(name));
            return found.sort();
          };
          expect(names(foreign.headers)).toEqual(names(none.headers));
        }
      }
    });

    it('is not readable through a link in own messages or previews', async () => {
      const path = await uploaded(ana, 'mine.png', await png(7, 5));
      const { rendered } = await ben.ok('POST', 'messages/render', { content: `[x](${path})` });
      expect(rendered).not.toContain('7x5');
      await ben.sendTo([ben], `[x](${path})`);
      expect(await asBen(path)).toBe(404);
    });
  });

  describe('a temporary link without credentials', () => {
    const linkTo = async (path: string) => ((await ana.get(path.slice(1))).body as unknown as { url: string }).url;

    it('gives access to exactly its file', async () => {
      const [one, two] = [await uploaded(ana, 'one.png', await png(5, 5)), await uploaded(ana, 'two.txt', '2')];
      const url = await linkTo(one);
      const [, , , token] = url.split('/');
      expect(await statusOf(world, url, null)).toBe(200);
      const part = two.replace('/user_uploads/', '');
      for (const other of [
        `/user_uploads/temporary/${token}/${part}`,
        `/user_uploads/temporary/${token.replace(/^\d+/, (time) => String(Number(time) + 1000))}${one.replace('/user_uploads', '')}`,
        `/user_uploads/temporary/${token.slice(0, -1)}${one.replace('/user_uploads', '')}`,
        `/user_uploads/temporary/${token}0${one.replace('/user_uploads', '')}`,
        `/user_uploads/temporary/${token.toUpperCase()}${one.replace('/user_uploads', '')}`,
        `${url}/840x560.webp`,
        url.replace('/temporary/', '/thumbnail/temporary/'),
        thumbnailOf(one),
        one,
      ])
        expect([403, 404]).toContain(await statusOf(world, other, null));
    });

    it('ends with its file', async () => {
      const path = await uploaded(ana, 'a.txt', 'x');
      const url = await linkTo(path);
      const { attachments } = (await ana.ok('GET', 'attachments')) as unknown as {
        attachments: { id: number; path_id: string }[];
      };
      await ana.ok('DELETE', `attachments/${attachments.find(({ path_id }) => path.endsWith(path_id))!.id}`);
      expect(await statusOf(world, url, null)).toBe(403);
    });
  });
});
