import { Audit } from '@app/identity';
import { BackupProgress, checkBackup, createBackup, restoreBackup, startEmbeddedPostgres } from '@app/platform';
import { migrations } from '@migrations';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { RunningServer } from '../../../apps/server/src/boot';
import { contentsOf, query, schemaOf, tablesIn, writeAtOnce } from '../../support/database-contents';
import { Drill, emptyDatabase, put } from '../../support/drill';
import { until } from '../../support/until';

/** Creates an account with all that belongs to it, in one transaction. */
const NEWCOMER = `WITH made AS (
    INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
    SELECT id, 'new@x.example', 'new@x.example', 3, 'New', 400 FROM organization RETURNING id, organization_id),
  state AS (INSERT INTO user_read_state (user_id) SELECT id FROM made)
  INSERT INTO api_key (organization_id, user_id, client, hash) SELECT organization_id, id, 'x', 'x' FROM made`;

const quiet = () => undefined;

/** A data directory is backed up while the server runs, restored elsewhere, and compared row by row. */
describe('backup and restore', () => {
  let drill: Drill;
  beforeAll(async () => {
    drill = await Drill.begin();
  });
  afterAll(() => drill.end());

  const restored = async (file = drill.file) => {
    const there = await drill.elsewhere();
    await drill.parley(there, 'restore', file);
    return { url: there.DATABASE_URL, directory: there.PARLEY_DATA_DIR };
  };
  const call = async (server: RunningServer, method: string, path: string, authorization: string, body?: object) => {
    const encoded = body && new URLSearchParams(Object.entries(body) as [string, string][]);
    const response = await fetch(`${server.url}/api/v1/${path}`, { method, headers: { authorization }, body: encoded });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('restore every row, index, constraint, file and the secret', async () => {
    const before = await contentsOf(drill.world.databaseUrl);
    const { url, directory } = await restored();
    expect(await contentsOf(url)).toEqual(before);
    expect(await schemaOf(url)).toEqual(await schemaOf(drill.world.databaseUrl));
    expect(before.message.length).toBeGreaterThan(6);
    expect(readFileSync(join(directory, 'uploads/1/ab/photo.png'), 'utf8')).toBe('picture');
    expect(statSync(join(directory, 'uploads/1/empty.txt')).size).toBe(0);
    expect(existsSync(join(directory, 'uploads/.drafts'))).toBe(false);
    const secret = join(directory, 'secret-key');
    expect(readFileSync(secret, 'utf8')).toBe(readFileSync(join(drill.world.directory, 'secret-key'), 'utf8'));
    expect(statSync(secret).mode & 0o777).toBe(0o600);
  });

  it('restore a server that accepts old keys and passwords, and continues its ids', async () => {
    const { url, directory } = await restored();
    const server = await drill.start(url, directory);
    expect(server.firstStart.created).toBe(false);
    const chain = await server.app.get(Audit, { strict: false }).verify(drill.world.organizationId);
    expect([chain.broken, chain.end.sequence]).toEqual([null, expect.any(Number)]);
    const me = await call(server, 'GET', 'users/me', drill.ana.authorization);
    expect([me.status, me.body.user_id]).toEqual([200, drill.ana.id]);
    const login = { username: drill.bo.email, password: 'a long enough secret' };
    expect((await call(server, 'POST', 'fetch_api_key', '', login)).status).toBe(200);

    const [{ last }] = await query<{ last: number }>(url, 'SELECT max(id)::int AS last FROM message');
    const hello = { type: 'stream', to: 'plans', topic: 'after', content: 'we are back' };
    const sent = await call(server, 'POST', 'messages', drill.ana.authorization, hello);
    expect(sent.body.id).toBeGreaterThan(last);
    const file = await fetch(server.url + drill.attached, { headers: { authorization: drill.bo.authorization } });
    expect([file.status, await file.text()]).toEqual([200, 'first things first']);
    const queue = await call(server, 'POST', 'register', drill.ana.authorization, {});
    expect([queue.status, queue.body.last_event_id]).toEqual([200, -1]);
  });

  it('omit event queues, so that clients register again', async () => {
    const { id } = await drill.ana.register();
    const later = drill.path('queues.tar');
    await drill.parley(drill.here, 'backup', later);
    const { url, directory } = await restored(later);
    const server = await drill.start(url, directory);
    const answer = await call(server, 'GET', `events?queue_id=${id}&last_event_id=-1`, drill.ana.authorization);
    expect(answer.body.code).toBe('BAD_EVENT_QUEUE_ID');
  });

  it('contain one moment, with concurrent writes', async () => {
    const { databaseUrl } = drill.world;
    const before = await contentsOf(databaseUrl);
    const later = drill.path('moment.tar');
    // Writes to the first and the last table, when the first is copied and the last is not.
    const onProgress = ({ part, isDone }: BackupProgress) => {
      if (part === 'api_key' && isDone) writeAtOnce(databaseUrl, NEWCOMER);
    };
    await createBackup(later, drill.source, onProgress);
    const after = await contentsOf(databaseUrl);
    for (const table of ['api_key', 'user_account', 'user_read_state'])
      expect(after[table]).toHaveLength(before[table].length + 1);

    const { sequences: _, ...rows } = await contentsOf((await restored(later)).url);
    const { sequences: __, ...expected } = before;
    expect(rows).toEqual(expected);
  });

  it('omit columns that have a meaning in one PostgreSQL only', async () => {
    const rows = await query<{ name: string }>(
      drill.world.databaseUrl,
      `SELECT concat(table_name, '.', column_name) AS name FROM information_schema.columns
       WHERE table_name = ANY($1) AND udt_name IN ('xid', 'xid8', 'pg_snapshot', 'pg_lsn', 'tid', 'oid')`,
      [await tablesIn(drill.world.databaseUrl)],
    );
    expect(rows).toEqual([]);
  });

  it('report their progress on standard error, and a summary at the end', async () => {
    const file = drill.path('told.tar');
    const { out, complaints } = await drill.parley(drill.here, 'backup', file);
    expect(complaints).toContainEqual(expect.stringMatching(/^message +\d+ kB$/));
    expect(out).toEqual([expect.stringMatching(/^Backed up \d+ rows in \d+ tables, 3 uploads, \d+ kB to .*told\.tar/)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('skip foreign tables, and report them', async () => {
    const { url, directory } = await restored();
    await query(url, 'CREATE TABLE my_notes AS SELECT 1 AS note');
    const own = drill.path('own.tar');
    await drill.parley({ DATABASE_URL: url, PARLEY_DATA_DIR: directory }, 'backup', own);
    const { complaints } = await drill.parley(await drill.elsewhere(), 'restore', own);
    expect(complaints).toContain('Skipped, because Parley did not create it: my_notes');
  });

  describe('a migration', () => {
    it('from a running embedded database to an external one keeps everything', async () => {
      const directory = drill.newDirectory();
      const embedded = await startEmbeddedPostgres({ dataDirectory: directory, durable: false });
      const old = await drill.start(embedded.url, directory);
      const key = old.firstStart.created ? old.firstStart.apiKey : '';
      const authorization = `Basic ${Buffer.from(`owner@parley.example:${key}`).toString('base64')}`;
      put(join(directory, 'uploads/1/x.txt'), 'kept where it is');
      // Workers begin one after the other: each has written its row.
      await until(async () => {
        const [begun] = await query<{ isSo: boolean }>(
          embedded.url,
          'SELECT (SELECT count(*) FROM pass) = 4 AND language IS NOT NULL AS "isSo" FROM search_state',
        );
        return begun!.isSo;
      });
      // No worker runs between the backup and the comparison.
      await query(embedded.url, "UPDATE pass SET due_at = now() + interval '1 day'");
      const moved = drill.path('moved.tar');
      await drill.parley({ PARLEY_DATA_DIR: directory }, 'backup', moved);
      const before = await contentsOf(embedded.url);
      await drill.stop(old);
      await embedded.stop();

      const url = await emptyDatabase();
      await drill.parley({ DATABASE_URL: url, PARLEY_DATA_DIR: directory }, 'restore', moved);
      expect(await contentsOf(url)).toEqual(before);
      const server = await drill.start(url, directory);
      expect((await call(server, 'GET', 'users/me', authorization)).status).toBe(200);
    });

    it('from an external database into a new data directory keeps everything', async () => {
      const directory = drill.newDirectory();
      const file = drill.path('embedded.tar');
      await drill.parley(drill.here, 'backup', file);
      await drill.parley({ PARLEY_DATA_DIR: directory }, 'restore', file);
      const embedded = await startEmbeddedPostgres({ dataDirectory: directory, durable: false });
      try {
        expect(await contentsOf(embedded.url)).toEqual(await contentsOf(drill.world.databaseUrl));
        await expect(drill.parley({ PARLEY_DATA_DIR: directory }, 'restore', file)).rejects.toThrow(/in use/);
      } finally {
        await embedded.stop();
      }
      expect(existsSync(join(directory, 'uploads/1/ab/photo.png'))).toBe(true);
    });
  });

  describe('an older backup', () => {
    class Later1999999999999 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query(`ALTER TABLE channel ADD COLUMN origin text NOT NULL DEFAULT 'before'`);
      }
      async down(): Promise<void> {
        throw new Error('never');
      }
    }
    const intoLater = async () => {
      const [url, target] = [
        await emptyDatabase(),
        { ...drill.target(), migrations: [...migrations, Later1999999999999] },
      ];
      const again = async () =>
        restoreBackup(drill.file, await checkBackup(drill.file, target, quiet), url, target, quiet);
      await again();
      return { url, again };
    };

    it('is migrated to the current schema', async () => {
      const { url } = await intoLater();
      expect(await query(url, 'SELECT DISTINCT origin FROM channel')).toEqual([{ origin: 'before' }]);
      expect(await query(url, 'SELECT name FROM migration')).toHaveLength(migrations.length + 1);
    });

    it('is rejected by a database with a newer schema', async () => {
      const { url, again } = await intoLater();
      await query(
        url,
        `ALTER TABLE audit_log DISABLE TRIGGER USER; ALTER TABLE audit_head DISABLE TRIGGER USER;
         TRUNCATE ${(await tablesIn(url)).join(', ')}`,
      );
      await expect(again()).rejects.toThrow(/newer schema/);
    });
  });
});
