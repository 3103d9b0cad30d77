import { Config, Files, openFiles } from '@app/platform';
import { Command } from 'commander';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { addBackupCommands } from '../../../apps/server/src/cli/backup';
import { runParley } from '../../support/command-line';
import { emptyDatabase } from '../../support/drill';
import { fetchFile, statusOf, uploaded } from '../../support/files';
import { ObjectStoreServer } from '../../support/object-store';
import type { Person } from '../../support/person';
import { png } from '../../support/pictures';
import { until } from '../../support/until';
import { World } from '../../support/world';

const MIB = 1024 * 1024;

/** A server whose files are in an object store: a real one that speaks S3, on loopback. */
describe('files in an object store', () => {
  let store: ObjectStoreServer;
  let world: World;
  let ana: Person;
  const scratch = mkdtempSync(join(tmpdir(), 'parley-object-storage-'));
  beforeAll(async () => {
    store = await ObjectStoreServer.start();
    world = await World.start(store.environment);
    ana = await world.member('ana');
  });
  afterAll(async () => {
    await world.stop();
    await store.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  const bytesAt = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetchFile(world, path, ana, { headers });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const keptIn = async (files: Files, ...kinds: string[]) => {
    const found: string[] = [];
    for (const kind of kinds) for await (const { key } of files.list(kind)) found.push(key);
    return found;
  };
  const type = (environment: NodeJS.ProcessEnv, ...args: string[]) => {
    const program = new Command();
    const ignore = () => undefined;
    addBackupCommands(program, { environment, say: ignore, complain: ignore, readLine: async () => '' });
    return program.exitOverride().parseAsync(args, { from: 'user' });
  };

  it('are stored and served, whole or in part, without files on the disk', async () => {
    const long = Buffer.alloc(18 * MIB, 'not the same everywhere');
    const path = await uploaded(ana, 'long.bin', long);
    expect((await bytesAt(path)).bytes.equals(long)).toBe(true);
    const part = await bytesAt(path, { range: 'bytes=8388600-8388619' });
    expect([part.status, part.bytes.toString()]).toEqual([206, long.subarray(8_388_600, 8_388_620).toString()]);
    expect(readdirSync(world.directory)).not.toContain('uploads');
  });

  it('are removed from the store when their owner deletes them', async () => {
    const before = await keptIn(world.service(Files), 'attachments');
    await uploaded(ana, 'short.txt', 'short');
    const [{ id }] = (await ana.ok('GET', 'attachments')).attachments as { id: number }[];
    await ana.ok('DELETE', `attachments/${id}`);
    await until(async () => (await keptIn(world.service(Files), 'attachments')).length === before.length);
  });

  it('have thumbnails if they are pictures', async () => {
    const path = await uploaded(ana, 'wide.png', await png(1_000, 500));
    const thumbnail = `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    const { bytes } = await bytesAt(thumbnail);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 840, height: 420 });
    expect(await keptIn(world.service(Files), 'thumbnails')).not.toHaveLength(0);
  });

  it('are backed up, and restored into a directory or another store', async () => {
    const path = await uploaded(ana, 'kept.txt', 'kept');
    await world.withoutWorkers();
    const file = join(scratch, 'backup.tar');
    const { databaseUrl, directory } = world;
    await type({ DATABASE_URL: databaseUrl, PARLEY_DATA_DIR: directory, ...store.environment }, 'backup', file);
    const all = (await keptIn(world.service(Files), 'attachments', 'thumbnails')).sort();

    const other = await ObjectStoreServer.start();
    try {
      for (const environment of [{}, other.environment]) {
        const data = mkdtempSync(join(scratch, 'data-'));
        const place = { PARLEY_DATA_DIR: data, ...environment };
        await type({ DATABASE_URL: await emptyDatabase(), ...place }, 'restore', file);
        const files = await openFiles(Config.fromEnvironment(place));
        expect((await keptIn(files, 'attachments', 'thumbnails')).sort()).toEqual(all);
        const key = await keyOf(path);
        expect((await files.load(key))!.toString()).toBe('kept');
      }
    } finally {
      await other.stop();
    }
  });

  const keyOf = async (path: string) => {
    const [{ key }] = await world.sql<{ key: string }>('SELECT file_key AS key FROM attachment WHERE path_id = $1', [
      path.replace('/user_uploads/', ''),
    ]);
    return key;
  };

  it('are checked by the doctor', async () => {
    const { out } = await runParley(world, ['doctor'], { environment: store.environment });
    expect(out).toMatch(/ok +uploads: the bucket parley-test at http/);
    expect(out).toMatch(/ok +files: the latest uploads/);
    const wrong = { ...store.environment, PARLEY_S3_BUCKET: 'no-such-bucket' };
    const said = await runParley(world, ['doctor'], { environment: wrong });
    expect([said.code, said.out]).toEqual([1, expect.stringMatching(/problem +uploads: .*NoSuchBucket/)]);
  });

  it('answer 503 while the store is down; messages are still sent', async () => {
    const path = await uploaded(ana, 'here.txt', 'here');
    await store.close();
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const init = { method: 'POST', headers: { authorization: ana.authorization }, body: form };
    const response = await fetch(`${world.url}/api/v1/user_uploads`, init);
    expect([response.status, await response.json()]).toEqual([
      503,
      { result: 'error', msg: 'The server cannot keep files at the moment.', code: 'SERVER_NOT_READY' },
    ]);
    expect(await statusOf(world, path, ana)).toBe(503);
    await ana.sendTo([world.owner], 'no files today');
    await store.open();
    expect((await bytesAt(path)).bytes.toString()).toBe('here');
  });
});
