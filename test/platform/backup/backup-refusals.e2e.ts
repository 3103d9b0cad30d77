import { BackupProgress, checkBackup, createBackup, restoreBackup } from '@app/platform';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentsOf, query, tablesIn, writeAtOnce } from '../../support/database-contents';
import { newDatabase } from '../../support/databases';
import { Drill, emptyDatabase, put } from '../../support/drill';

const BREAK_OFF = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'parley-backup'`;

const quiet = () => undefined;

/** What must not happen to existing data, and what happens when a backup or a restore fails. */
describe('a backup or a restore', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await Drill.begin();
  });
  afterAll(() => drill.end());

  describe('is refused, and changes nothing,', () => {
    it('into a database with an organization', async () => {
      const before = await contentsOf(drill.world.databaseUrl);
      await expect(drill.parley(drill.here, 'restore', drill.file)).rejects.toThrow(/has an owner already/);
      expect(await contentsOf(drill.world.databaseUrl)).toEqual(before);
    });

    it('into a database with other tables', async () => {
      const there = await drill.elsewhere();
      await query(there.DATABASE_URL, 'CREATE TABLE invoices ()');
      await expect(drill.parley(there, 'restore', drill.file)).rejects.toThrow(/something else \(such as "invoices"\)/);
      expect(await tablesIn(there.DATABASE_URL)).toEqual(['invoices']);
    });

    it.each([
      ['was damaged', (bytes: Buffer) => bytes.fill('x', bytes.indexOf('odd texts'), bytes.indexOf('odd texts') + 3)],
      ['was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ])('when the file %s', async (_, spoil) => {
      const [there, spoilt] = [await drill.elsewhere(), drill.path('spoilt.tar')];
      writeFileSync(spoilt, spoil(readFileSync(drill.file)));
      await expect(drill.parley(there, 'restore', spoilt)).rejects.toThrow(/is damaged/);
      expect([await tablesIn(there.DATABASE_URL), readdirSync(there.PARLEY_DATA_DIR)]).toEqual([[], []]);
    });

    it('when the file is of a newer version', async () => {
      const check = checkBackup(drill.file, { ...drill.target(), migrations: [] }, quiet);
      await expect(check).rejects.toThrow(/newer version of Parley \(First1763700000000\)/);
    });

    it('when the file does not exist', async () => {
      const there = await drill.elsewhere();
      await expect(drill.parley(there, 'restore', drill.path('nowhere.tar'))).rejects.toThrow(/no such file/);
      await expect(drill.parley(drill.here, 'backup', drill.path('no/where.tar'))).rejects.toThrow(/no such file/);
    });

    it('when this server has another secret', async () => {
      const there = await drill.elsewhere();
      const another = { ...there, PARLEY_SECRET_KEY: 'another secret of more than 32 characters' };
      await expect(drill.parley(another, 'restore', drill.file)).rejects.toThrow(/PARLEY_SECRET_KEY is another secret/);
      put(join(there.PARLEY_DATA_DIR, 'secret-key'), 'another\n');
      await expect(drill.parley(there, 'restore', drill.file)).rejects.toThrow(/secret-key is another secret/);
      expect([await tablesIn(there.DATABASE_URL), readdirSync(there.PARLEY_DATA_DIR)]).toEqual([[], ['secret-key']]);
    });

    it('when another file is in the place of an upload', async () => {
      const there = await drill.elsewhere();
      put(join(there.PARLEY_DATA_DIR, 'uploads/1/ab/photo.png'), 'another');
      await expect(drill.parley(there, 'restore', drill.file)).rejects.toThrow(/is not what the backup holds/);
      expect(await tablesIn(there.DATABASE_URL)).toEqual([]);
    });

    it('when all uploads are missing, such as on a share that is not mounted', async () => {
      const [file, uploads] = [drill.path('without.tar'), drill.newDirectory()];
      for (const PARLEY_UPLOADS_DIR of [uploads, join(uploads, 'not', 'there')]) {
        const unmounted = { ...drill.here, PARLEY_UPLOADS_DIR };
        await expect(drill.parley(unmounted, 'backup', file)).rejects.toThrow(/None of the .* is its share mounted/);
      }
      expect(() => readFileSync(file)).toThrow(/ENOENT/);
    });

    it('without a secret, or where no server ever ran', async () => {
      const there = await drill.elsewhere();
      const file = drill.path('none.tar');
      const strange = { DATABASE_URL: drill.world.databaseUrl, PARLEY_DATA_DIR: there.PARLEY_DATA_DIR };
      await expect(drill.parley(strange, 'backup', file)).rejects.toThrow(/There is no secret key/);
      const empty = { DATABASE_URL: there.DATABASE_URL, PARLEY_DATA_DIR: drill.world.directory };
      await expect(drill.parley(empty, 'backup', file)).rejects.toThrow(/holds no tables of Parley/);
      await expect(drill.parley({ PARLEY_DATA_DIR: there.PARLEY_DATA_DIR }, 'backup', file)).rejects.toThrow(
        /There is no database/,
      );
      expect(readdirSync(there.PARLEY_DATA_DIR)).toEqual([]);
    });
  });

  it('that fails halfway is rolled back, and can be repeated', async () => {
    const [url, target] = [await emptyDatabase(), drill.target()];
    const manifest = await checkBackup(drill.file, target, quiet);
    const onProgress = ({ part, isDone }: BackupProgress) => {
      if (part === 'message' && isDone) writeAtOnce(url, BREAK_OFF);
    };
    await expect(restoreBackup(drill.file, manifest, url, target, onProgress)).rejects.toThrow();
    const [left, fresh] = await Promise.all([contentsOf(url), newDatabase().then(contentsOf)]);
    expect({ ...left, sequences: null }).toEqual({ ...fresh, sequences: null });

    await restoreBackup(drill.file, manifest, url, target, quiet);
    expect((await contentsOf(url)).message).toEqual((await contentsOf(drill.world.databaseUrl)).message);
  });

  it('that reads other bytes the second time is rolled back', async () => {
    const [url, target, file] = [await emptyDatabase(), drill.target(), drill.path('swapped.tar')];
    const manifest = await checkBackup(drill.file, target, quiet);
    await createBackup(file, drill.source, quiet);
    await expect(restoreBackup(file, manifest, url, target, quiet)).rejects.toThrow(/replaced while it was read/);
    expect((await contentsOf(url)).organization).toEqual([]);
  });

  it('that is interrupted leaves no file', async () => {
    const file = join(drill.newDirectory(), 'broken.tar');
    const lost = ({ part, isDone }: BackupProgress) => {
      if (part === 'api_key' && isDone) writeAtOnce(drill.world.databaseUrl, BREAK_OFF);
    };
    await expect(createBackup(file, drill.source, lost)).rejects.toThrow();
    const stop = new AbortController();
    const interrupted = createBackup(file, drill.source, () => stop.abort(new Error('interrupted')), stop.signal);
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(readdirSync(dirname(file))).toEqual([]);
    rmSync(dirname(file), { recursive: true });
  });
});
