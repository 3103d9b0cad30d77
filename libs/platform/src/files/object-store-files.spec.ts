import { buffer, text } from 'node:stream/consumers';
import { ObjectStoreServer } from '../../../../test/support/object-store';
import { StrictObjectStore } from '../../../../test/support/strict-object-store';
import { readSettings } from '../config/settings';
import { objectStoreOf } from '../config/object-store-settings';
import { newFileKey } from './file-keys';
import { ObjectStore } from './object-store';
import { ObjectStoreFiles } from './object-store-files';

const MIB = 1024 * 1024;

/** Against a real server of the protocol of S3: s3rver. */
describe('files in an object store', () => {
  let server: ObjectStoreServer;
  let files: ObjectStoreFiles;
  let keys: ObjectStore;
  const storeOf = (environment: NodeJS.ProcessEnv) => new ObjectStore(objectStoreOf(readSettings(environment))!);
  beforeAll(async () => {
    server = await ObjectStoreServer.start();
    keys = storeOf(server.environment);
    files = new ObjectStoreFiles(keys, 100);
  });
  afterAll(async () => {
    keys.close();
    await server.stop();
  });

  async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
    for (const one of texts) yield Buffer.from(one);
  }
  async function* breaking(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; left -= MIB) yield Buffer.alloc(MIB, 'x');
    throw new Error('gone');
  }
  const listed = async (kind: string) => {
    const found: string[] = [];
    for await (const { key } of files.list(kind)) found.push(key);
    return found;
  };

  it('return what was written, whole or in part', async () => {
    const key = newFileKey('attachments', 1);
    expect(await files.write(key, pieces('hello', ', ', 'there'))).toEqual({ size: 12 });
    expect(await text((await files.read(key))!)).toBe('hello, there');
    expect(await text((await files.read(key, { start: 7, end: 9 }))!)).toBe('the');
    expect((await files.load(key))!.toString()).toBe('hello, there');
    expect(await files.size(key)).toBe(12);
    const { readFile } = await import('node:fs/promises');
    expect(await files.withPath(key, (path) => readFile(path, 'utf8'))).toBe('hello, there');
  });

  it('accept empty files, and those of several parts', async () => {
    expect(await files.write('a/empty', pieces())).toEqual({ size: 0 });
    expect((await files.load('a/empty'))!.length).toBe(0);
    const long = Buffer.alloc(19 * MIB, 'long ');
    const slices = Array.from({ length: 19 }, (_, index) => long.subarray(index * MIB, (index + 1) * MIB));
    async function* slowly(): AsyncGenerator<Buffer> {
      yield* slices;
    }
    expect(await files.write('a/long', slowly())).toEqual({ size: long.length });
    expect((await buffer((await files.read('a/long'))!)).equals(long)).toBe(true);
  });

  it.each([0, 20 * MIB])('leave nothing of a source that is interrupted after %d bytes', async (bytes) => {
    await files.write('a/broken', pieces('old'));
    await expect(files.write('a/broken', breaking(bytes))).rejects.toThrow('gone');
    expect((await files.load('a/broken'))!.toString()).toBe('old');
    await expect(files.write('a/new', breaking(bytes))).rejects.toThrow('gone');
    expect(await files.size('a/new')).toBeNull();
  });

  it('are absent if unknown', async () => {
    expect(await files.read('a/b')).toBeNull();
    expect(await files.load('a/b')).toBeNull();
    expect(await files.size('a/b')).toBeNull();
    expect(await files.withPath('a/b', async (path) => path)).toBeNull();
    await files.remove('a/b');
  });

  it('are listed by kind, under the prefix only, and removed', async () => {
    const made = [newFileKey('avatars', 1), newFileKey('avatars', 2), 'avatars/plain'];
    for (const key of [...made, 'avatarsnot/x']) await files.write(key, Buffer.from('x'));
    const elsewhere = storeOf({ ...server.environment, PARLEY_S3_PREFIX: 'other' });
    await new ObjectStoreFiles(elsewhere, 1).write('avatars/others', Buffer.from('x'));
    elsewhere.close();
    expect((await listed('avatars')).sort()).toEqual([...made].sort());
    await files.remove('avatars/plain');
    expect(await listed('avatars')).toHaveLength(2);
  });

  it('reject foreign keys', async () => {
    for (const key of ['../x', 'a/../x', 'a', 'a//b', 'a/', 'A/b'])
      await expect(files.write(key, Buffer.from('x'))).rejects.toThrow('no key');
  });

  it('need no list of unfinished uploads in a store without one', async () => {
    expect(await files.sweep(new Date())).toBeUndefined();
  });

  it('fail while the store is down, and work again afterwards', async () => {
    await files.write('a/kept', Buffer.from('kept'));
    const strange = storeOf({ ...server.environment, PARLEY_S3_ACCESS_KEY_ID: 'nobody' });
    await expect(new ObjectStoreFiles(strange, 1).load('a/kept')).rejects.toMatchObject({
      name: 'StorageIsUnavailable',
    });
    strange.close();
    const nowhere = storeOf({ ...server.environment, PARLEY_S3_BUCKET: 'no-such-bucket' });
    await expect(new ObjectStoreFiles(nowhere, 1).load('a/kept')).rejects.toMatchObject({ word: 'NoSuchBucket' });
    nowhere.close();
    await server.close();
    for (const asked of [files.load('a/kept'), files.write('a/more', pieces('x')), listed('a')])
      await expect(asked).rejects.toMatchObject({ name: 'StorageIsUnavailable', word: 'ECONNREFUSED' });
    await server.open();
    expect((await files.load('a/kept'))!.toString()).toBe('kept');
  });
});

/** Against a stand-in that checks signatures and lists unfinished uploads: the other one does neither. */
describe('interrupted uploads in an object store', () => {
  let server: StrictObjectStore;
  beforeAll(async () => {
    server = await new StrictObjectStore().start();
  });
  afterAll(() => server.stop());

  const sweep = async (environment: NodeJS.ProcessEnv, before: Date) => {
    const store = new ObjectStore(objectStoreOf(readSettings(environment))!);
    try {
      await new ObjectStoreFiles(store, 1).sweep(before);
    } finally {
      store.close();
    }
  };

  it('are aborted once they are old enough, page by page, and no other files; each request is signed', async () => {
    const [old, fresh] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-03T00:00:00Z')];
    const keys = ['chat/attachments/1/a', 'chat/attachments/1/b b', 'chat/avatars/1/c', 'chat/avatars/1/d'];
    keys.forEach((key, index) => server.unfinished.push({ key, uploadId: `id+/${index}=`, initiated: old }));
    server.unfinished.push({ key: 'chat/avatars/1/e', uploadId: 'fresh', initiated: fresh });
    server.unfinished.push({ key: 'other/x', uploadId: 'other', initiated: old });
    await sweep(server.environment, new Date('2026-01-02T00:00:00Z'));
    expect(server.unfinished.map(({ uploadId }) => uploadId)).toEqual(['fresh', 'other']);
    expect([server.forged, server.signed > 5]).toEqual([0, true]);
  });

  it('cannot be aborted with another secret', async () => {
    const environment = { ...server.environment, PARLEY_S3_SECRET_ACCESS_KEY: 'a guess' };
    await expect(sweep(environment, new Date())).rejects.toMatchObject({ word: 'SignatureDoesNotMatch' });
    expect(server.forged).toBeGreaterThan(0);
  });
});

describe('settings of an object store', () => {
  it('are complete, or refused together', () => {
    expect(() => readSettings({ PARLEY_S3_ENDPOINT: 'http://127.0.0.1:9' })).toThrow(/PARLEY_S3_BUCKET is not set/);
    expect(() => readSettings({ PARLEY_S3_BUCKET: 'chat', PARLEY_S3_ACCESS_KEY_ID: 'x' })).toThrow(/go together/);
    expect(() => readSettings({ PARLEY_S3_BUCKET: 'chat', PARLEY_S3_PREFIX: '../x' })).toThrow(/PARLEY_S3_PREFIX/);
  });

  it('detect by the address whether the bucket is in the path', () => {
    const place = (environment: NodeJS.ProcessEnv) => objectStoreOf(readSettings(environment));
    expect(place({})).toBeNull();
    expect(place({ PARLEY_S3_BUCKET: 'chat', PARLEY_S3_REGION: 'eu-central-1' })).toEqual({
      bucket: 'chat',
      endpoint: null,
      region: 'eu-central-1',
      credentials: null,
      prefix: '',
      hasBucketInPath: false,
    });
    const ofOneself = { PARLEY_S3_BUCKET: 'chat', PARLEY_S3_ENDPOINT: 'https://s3.example.org' };
    expect(place(ofOneself)).toMatchObject({ endpoint: 'https://s3.example.org', hasBucketInPath: true });
    expect(place({ ...ofOneself, PARLEY_S3_PATH_STYLE: 'off' })).toMatchObject({ hasBucketInPath: false });
  });
});
