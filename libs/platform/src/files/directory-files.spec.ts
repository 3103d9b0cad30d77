import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DirectoryFiles } from './directory-files';
import { DRAFTS, newFileKey } from './file-keys';

describe('DirectoryFiles', () => {
  let root: string;
  let files: DirectoryFiles;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parley-files-'));
    files = new DirectoryFiles({ uploadsDirectory: join(root, 'uploads') });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const drafts = () => readdirSync(join(root, 'uploads', DRAFTS));

  async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text);
  }

  it('returns what was written, whole or in part', async () => {
    const key = newFileKey('attachments', 1);
    expect(await files.write(key, pieces('hello', ', ', 'there'))).toEqual({ size: 12 });
    expect((await buffer((await files.read(key))!)).toString()).toBe('hello, there');
    expect((await buffer((await files.read(key, { start: 7, end: 9 }))!)).toString()).toBe('the');
    expect((await files.load(key))!.toString()).toBe('hello, there');
    expect(await files.size(key)).toBe(12);
    expect(await files.withPath(key, async (path) => readFileSync(path, 'utf8'))).toBe('hello, there');
  });

  it('accepts empty files and many small pieces', async () => {
    expect(await files.write('a/empty', pieces())).toEqual({ size: 0 });
    expect((await files.load('a/empty'))!.length).toBe(0);
    const text = Array.from({ length: 5_000 }, (_, index) => `${index},`);
    await files.write('a/many', pieces(...text));
    expect((await files.load('a/many'))!.toString()).toBe(text.join(''));
  });

  it('leaves nothing of an interrupted source', async () => {
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(2_000_000);
      throw new Error('gone');
    }
    await expect(files.write('a/broken', breaking())).rejects.toThrow('gone');
    expect(await files.size('a/broken')).toBeNull();
    expect(drafts()).toEqual([]);
  });

  it('replaces a file at once, and keeps the old one when the new one is interrupted', async () => {
    await files.write('a/b', Buffer.from('old'));
    async function* breaking(): AsyncGenerator<Buffer> {
      yield Buffer.from('new');
      throw new Error('gone');
    }
    await expect(files.write('a/b', breaking())).rejects.toThrow('gone');
    expect((await files.load('a/b'))!.toString()).toBe('old');
    await files.write('a/b', Buffer.from('new'));
    expect((await files.load('a/b'))!.toString()).toBe('new');
  });

  it('has no unknown files', async () => {
    expect(await files.read('a/b')).toBeNull();
    expect(await files.load('a/b')).toBeNull();
    expect(await files.size('a/b')).toBeNull();
    expect(await files.withPath('a/b', async (path) => path)).toBeNull();
    await files.remove('a/b');
  });

  it('removes files', async () => {
    await files.write('a/b', Buffer.from('x'));
    await files.remove('a/b');
    expect(await files.size('a/b')).toBeNull();
  });

  it.each(['../x', 'a/../x', '/etc/passwd', 'a', 'a/.hidden', 'a//b', 'a/b\\c', 'a/b/', 'a/\0', 'A/b', ''])(
    'rejects the key %j',
    async (key) => {
      await expect(files.write(key, Buffer.from('x'))).rejects.toThrow('no key');
      await expect(files.read(key)).rejects.toThrow('no key');
      await expect(files.remove(key)).rejects.toThrow('no key');
    },
  );

  it('is readable for its own account only', async () => {
    await files.write('a/b', Buffer.from('x'));
    expect(statSync(join(root, 'uploads/a/b')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'uploads/a')).mode & 0o777).toBe(0o700);
  });

  it('lists the files of a kind', async () => {
    const keys = [newFileKey('avatars', 1), newFileKey('avatars', 2), 'avatars/plain'];
    for (const key of [...keys, newFileKey('attachments', 1)]) await files.write(key, Buffer.from('x'));
    const listed = [];
    for await (const { key, modifiedAt } of files.list('avatars')) {
      expect(Math.abs(modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
      listed.push(key);
    }
    expect(listed.sort()).toEqual([...keys].sort());
    for await (const one of files.list('nothing')) throw new Error(one.key);
  });

  it('removes old drafts of a killed process, and no younger ones', async () => {
    await files.sweep(new Date()); // where nothing was ever written
    await files.write('a/b', Buffer.from('x'));
    const [old, young] = ['old', 'young'].map((name) => join(root, 'uploads', DRAFTS, name));
    for (const path of [old, young]) writeFileSync(path, 'half');
    utimesSync(old, 1_000, 1_000);
    await files.sweep(new Date(Date.now() - 60_000));
    expect([existsSync(old), existsSync(young), existsSync(join(root, 'uploads/a/b'))]).toEqual([false, true, true]);
  });
});
