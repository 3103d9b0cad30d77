import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { createBackup } from '../libs/platform/src/backup/create-backup';
import { checkBackup, restoreBackup } from '../libs/platform/src/backup/restore-backup';
import { UploadsDirectory } from '../libs/platform/src/backup/uploads';
import { migrations } from '../migrations';
import { addUsers, Bench, BenchUser, median, report, startBench } from './support';

const MESSAGES = 1_000_000;
const ROUNDS = 5;
const MB = 1_000_000;
const LEFT_OUT = ['epoch', 'event_log', 'event_queue'];

const quiet = () => undefined;

/** Messages of realistic text, with a flag on every fiftieth. */
async function fill({ database }: Bench, [sender]: BenchUser[]): Promise<void> {
  await database.query(
    `INSERT INTO message (id, organization_id, channel_id, topic, sender_id, content, rendered_content, renderer_version,
       client, sent_at)
     SELECT nextval('message_id_seq'), 1, 1 + n % 50, 'topic ' || n % 1000, $2, text, '<p>' || text || '</p>', 1, 'bench', now()
     FROM (SELECT n, repeat(md5(n::text) || ' ', 1 + n % 8) AS text FROM generate_series(1, $1::int) n) texts`,
    [MESSAGES, sender.id],
  );
  await database.query(
    'INSERT INTO message_flag (user_id, message_id, flags) SELECT $1, id, 1 FROM message WHERE id % 50 = 0',
    [sender.id],
  );
  await database.query('CHECKPOINT');
}

/** The tables that a backup contains, copied as simply as possible: to nowhere, or into a file that is then synced. */
async function plainCopy({ databaseUrl }: Bench, file: string | null): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND NOT relispartition AND relname <> ALL($1)`,
    [[...LEFT_OUT, 'migration']],
  );
  const target = file ? await open(file, 'w') : null;
  let bytes = 0;
  for (const { name } of rows) {
    for await (const data of client.query(to(`COPY ${name} TO STDOUT`)) as AsyncIterable<Buffer>) {
      bytes += data.length;
      await target?.writeFile(data);
    }
  }
  await target?.sync();
  await target?.close();
  await client.end();
  return bytes;
}

async function seconds<T>(work: () => Promise<T>): Promise<{ took: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { took: (performance.now() - began) / 1_000, result };
}

/** The most memory that this process needs for the work, beyond what it had before. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  await work();
  clearInterval(timer);
  return most - before;
}

async function newDatabase({ database, databaseUrl }: Bench): Promise<string> {
  const url = new URL(databaseUrl);
  url.pathname = `/restored_${randomBytes(4).toString('hex')}`;
  await database.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  return url.href;
}

async function main(): Promise<void> {
  const bench = await startBench();
  await fill(bench, await addUsers(bench, 1_000));
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-backup-'));
  const file = join(directory, 'backup.tar');
  const secret = { dataDirectory: bench.directory, fromEnvironment: null };
  const uploadsDirectory = join(directory, 'uploads');
  const source = {
    databaseUrl: bench.databaseUrl,
    leftOut: LEFT_OUT,
    uploads: new UploadsDirectory(uploadsDirectory),
    secret,
  };
  const backUp = () => createBackup(file, source, quiet);
  const restore = async () => {
    const target = {
      ...source,
      secret: { ...secret, dataDirectory: directory },
      migrations,
      claimedBy: 'organization',
    };
    await restoreBackup(file, await checkBackup(file, target, quiet), await newDatabase(bench), target, quiet);
  };

  const bytes = await plainCopy(bench, null); // This warms the cache too.
  const rates = { nowhere: [] as number[], file: [] as number[], backup: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.nowhere.push(bytes / MB / (await seconds(() => plainCopy(bench, null))).took);
    rates.backup.push(bytes / MB / (await seconds(backUp)).took);
    rates.file.push(bytes / MB / (await seconds(() => plainCopy(bench, join(directory, 'plain')))).took);
  }
  const memory = await memoryOf(backUp);
  const restored = bytes / MB / (await seconds(restore)).took;
  const row = (what: string, rate: number, rest = '') => ({
    what,
    'MB/s': Math.round(rate),
    'of plain COPY into a file': `${Math.round((100 * rate) / median(rates.file))} %`,
    'memory, MB': rest,
  });
  report('backup', `Backup of ${(bytes / MB).toFixed(0)} MB in ${MESSAGES.toLocaleString('en')} messages`, [
    row('plain COPY of the same tables, thrown away', median(rates.nowhere)),
    row('plain COPY of the same tables, into a file, synced', median(rates.file)),
    row('backup', median(rates.backup), String(Math.round(memory / MB))),
    row('restore, checked first, with indexes (once)', restored),
  ]);
  rmSync(directory, { recursive: true });
  await bench.stop();
}

void main();
