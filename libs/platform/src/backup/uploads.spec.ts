import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UploadDiffers, UploadIsUnusable } from './errors';
import { Upload, UploadsDirectory, uploadsIn } from './uploads';

describe('uploads', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-uploads-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const list = async () => {
    const found: Record<string, string> = {};
    for await (const { path, content } of uploadsIn(root)) found[path] = (await collect(content)).toString();
    return found;
  };
  const upload = (path: string, text: string): Upload => ({
    path,
    size: Buffer.byteLength(text),
    content: once(Buffer.from(text)),
  });

  it('are empty without a directory', async () => {
    root = join(root, 'absent');
    expect(await list()).toEqual({});
  });

  it('are in the order of their paths, whatever their names', async () => {
    const segment = fc.stringMatching(/^[a-c!.-]{1,3}$/).filter((text) => text !== '.' && text !== '..');
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(path, { maxLength: 12 }), async (paths) => {
        const files = paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`)));
        rmSync(root, { recursive: true });
        mkdirSync(root);
        for (const one of files) put(one, one);
        expect(Object.keys(await list())).toEqual([...files].sort());
      }),
      { numRuns: 60 },
    );
  });

  it('are refused when they could not be restored', async () => {
    put('1/file', 'content');
    symlinkSync('/etc', join(root, 'way out'));
    await expect(list()).rejects.toBeInstanceOf(UploadIsUnusable);
    rmSync(join(root, 'way out'));
    put('1/back\\slash', 'content');
    await expect(list()).rejects.toBeInstanceOf(UploadIsUnusable);
  });

  it('are written completely, in directories of their own, readable by the owner only', async () => {
    await new UploadsDirectory(join(root, 'new')).place(upload('1/2/photo.png', 'picture'));
    const place = join(root, 'new/1/2/photo.png');
    expect(readFileSync(place, 'utf8')).toBe('picture');
    expect(statSync(place).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(place))).toEqual(['photo.png']);
  });

  it('may exist already, with the same content', async () => {
    put('1/photo.png', 'picture');
    const directory = new UploadsDirectory(root);
    await directory.compare(upload('1/photo.png', 'picture'));
    await directory.place(upload('1/photo.png', 'picture'));
    expect(await list()).toEqual({ '1/photo.png': 'picture' });
  });

  it.each(['pictura', 'longer picture', ''])('are refused when %p is in their place', async (other) => {
    put('1/photo.png', other);
    const comparison = new UploadsDirectory(root).compare(upload('1/photo.png', 'picture'));
    await expect(comparison).rejects.toBeInstanceOf(UploadDiffers);
  });

  it('never follow a link out of the directory', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'parley-outside-'));
    symlinkSync(outside, join(root, '1'));
    await expect(new UploadsDirectory(root).compare(upload('1/x', 'text'))).rejects.toBeInstanceOf(UploadIsUnusable);
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it('are truncated to their first size when they grow meanwhile', async () => {
    put('1/log', 'first');
    for await (const { path, size, content } of uploadsIn(root)) {
      execFileSync('sh', ['-c', 'printf more >> "$1"', 'sh', join(root, path)]);
      expect([size, (await collect(content)).toString()]).toEqual([5, 'first']);
    }
  });
});

async function* once(data: Buffer): AsyncGenerator<Buffer> {
  if (data.length > 0) yield data;
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const data: Buffer[] = [];
  for await (const some of content) data.push(some);
  return Buffer.concat(data);
}
