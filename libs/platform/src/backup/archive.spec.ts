import * as fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { readArchive } from './archive-reader';
import { ArchiveWriter } from './archive-writer';
import { ArchiveIsNewer, BackupRefused, FileIsNoBackup, TargetIsNoFile } from './errors';

interface Contents {
  tables: { name: string; rows: string }[];
  uploads: { path: string; content: string }[];
  secret: string;
}

const SAMPLE: Contents = {
  tables: [
    { name: 'channel', rows: '1\tgeneral\n2\tplans\n' },
    { name: 'empty', rows: '' },
    { name: 'message', rows: '1\thello\n'.repeat(2_000) },
  ],
  uploads: [
    { path: '1/a-b.png', content: 'picture' },
    { path: '1/a/b.txt', content: '' },
    { path: `2/${'long '.repeat(40)}name.txt`, content: 'text' },
  ],
  secret: 'a secret of the server',
};

describe('an archive', () => {
  let directory: string;
  let file: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'parley-archive-'));
    file = join(directory, 'backup.tar');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('returns what was written', async () => {
    await write(file, SAMPLE);
    expect(await read(file)).toEqual(SAMPLE);
  });

  it('returns tables of any size and chunking', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lengths, async (some) => {
        const buffers = some.map((length) => randomBytes(length));
        const writer = await ArchiveWriter.create(file);
        const part = await writer.table('message', each(buffers));
        await writer.secret('secret');
        await writer.finish({ ...HEAD, tables: [{ name: 'message', columns: ['id'], rows: 1, ...part }] });
        const found: Buffer[] = [];
        for await (const entry of readArchive(file))
          if (entry.kind === 'table') for await (const data of entry.rows) found.push(data);
        expect(Buffer.concat(found).equals(Buffer.concat(buffers))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('is a plain tar file, readable by its owner only', async () => {
    await write(file, SAMPLE);
    const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8' }).trim().split('\n');
    expect(names).toEqual([
      'parley-backup',
      'tables/channel/000001',
      'tables/empty/000001',
      'tables/message/000001',
      ...SAMPLE.uploads.map(({ path }) => `uploads/${path}`),
      'secret-key',
      'manifest.json',
      'manifest.sha256',
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['backup.tar']);
  });

  it('is refused, or harmless, whichever byte of it is changed', async () => {
    await write(file, SAMPLE);
    const bytes = readFileSync(file);
    const damaged = join(directory, 'damaged.tar');
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const copy = Buffer.from(bytes);
        copy[at] ^= change;
        writeFileSync(damaged, copy);
        const outcome = await read(damaged).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(BackupRefused);
        else expect(outcome).toEqual(SAMPLE);
      }),
      { numRuns: 400 },
    );
  });

  it('is refused wherever it is truncated', async () => {
    await write(file, SAMPLE);
    const bytes = readFileSync(file);
    const end = bytes.lastIndexOf('manifest.json\n');
    const cut = join(directory, 'cut.tar');
    await fc.assert(
      fc.asyncProperty(fc.nat(end), async (length) => {
        writeFileSync(cut, bytes.subarray(0, length));
        await expect(read(cut)).rejects.toBeInstanceOf(BackupRefused);
      }),
      { numRuns: 200 },
    );
  });

  it('of a newer format requires a newer version', async () => {
    await writeTar(file, { 'parley-backup': '2\n', 'whatever/comes': 'then' });
    await expect(read(file)).rejects.toBeInstanceOf(ArchiveIsNewer);
  });

  it.each([
    ['no tar file', 'x'.repeat(5_000)],
    ['an empty file', ''],
  ])('is not recognised when it is %s', async (_, text) => {
    writeFileSync(file, text);
    await expect(read(file)).rejects.toBeInstanceOf(FileIsNoBackup);
  });

  it('rejects a tar file of another program', async () => {
    await writeTar(file, { 'notes.txt': 'something else' });
    await expect(read(file)).rejects.toBeInstanceOf(FileIsNoBackup);
  });

  it.each([
    'uploads/../../etc/passwd',
    'uploads//etc/passwd',
    '/etc/passwd',
    'uploads/a/./b',
    'tables/../x/000001',
    'x',
  ])('with a file named %s is refused', async (name) => {
    await writeTar(file, { 'parley-backup': '1\n', [name]: 'content' });
    await expect(read(file)).rejects.toThrow(/which no backup has/);
  });

  it('with a link is refused', async () => {
    await writeTar(file, { 'parley-backup': '1\n' }, { name: 'uploads/link', type: 'symlink', linkname: '/etc' });
    await expect(read(file)).rejects.toThrow(/which no backup has/);
  });

  it('with the same upload twice is refused', async () => {
    const writer = await ArchiveWriter.create(file);
    for (const content of ['one', 'two']) await writer.upload('1/same', 3, each([Buffer.from(content)]));
    await writer.secret('secret');
    await writer.finish({ ...HEAD, tables: [] });
    await expect(read(file)).rejects.toThrow(/same comes twice/);
  });

  it('that fails halfway keeps the older one, and leaves nothing else', async () => {
    await write(file, SAMPLE);
    const failing = ArchiveWriter.create(file).then(async (writer) => {
      await writer.secret('another');
      throw await writer.abandon(new Error('the database went away'));
    });
    await expect(failing).rejects.toThrow('the database went away');
    expect(await read(file)).toEqual(SAMPLE);
    expect(readdirSync(directory)).toEqual(['backup.tar']);
  });

  it('does not replace a directory or a device', async () => {
    await expect(ArchiveWriter.create(directory)).rejects.toBeInstanceOf(TargetIsNoFile);
    await expect(ArchiveWriter.create('/dev/null')).rejects.toBeInstanceOf(TargetIsNoFile);
    expect(existsSync('/dev/null')).toBe(true);
  });
});

const HEAD = { schema: ['First'], createdAt: '2026-01-01T00:00:00.000Z', postgresVersion: '18.4', sequences: [] };

async function* each(buffers: Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers;
}

async function write(file: string, { tables, uploads, secret }: Contents): Promise<void> {
  const writer = await ArchiveWriter.create(file);
  const parts = [];
  for (const { name, rows } of tables) {
    const part = await writer.table(name, each(rows ? [Buffer.from(rows)] : []));
    parts.push({ name, columns: ['id', 'text'], rows: rows.split('\n').length - 1, ...part });
  }
  for (const { path, content } of uploads) await writer.upload(path, content.length, each([Buffer.from(content)]));
  await writer.secret(secret);
  await writer.finish({ ...HEAD, tables: parts });
}

/** Everything but the manifest, which only comes when the rest was as it says. */
async function read(file: string): Promise<Contents> {
  const contents: Contents = { tables: [], uploads: [], secret: '' };
  for await (const part of readArchive(file)) {
    if (part.kind === 'table') contents.tables.push({ name: part.name, rows: await textOf(part.rows) });
    if (part.kind === 'upload') contents.uploads.push({ path: part.path, content: await textOf(part.content) });
    if (part.kind === 'secret') contents.secret = part.secret;
    if (part.kind === 'manifest') return contents;
  }
  throw new Error('no manifest came');
}

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const data: Buffer[] = [];
  for await (const some of content) data.push(some);
  return Buffer.concat(data).toString('utf8');
}

async function writeTar(
  file: string,
  files: Record<string, string>,
  link?: { name: string; type: 'symlink'; linkname: string },
): Promise<void> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  if (link) archive.entry(link);
  archive.finalize();
  const data: Buffer[] = [];
  for await (const some of archive) data.push(some as Buffer);
  writeFileSync(file, Buffer.concat(data));
}
