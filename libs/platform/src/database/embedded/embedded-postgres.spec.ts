import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import {
  accounts,
  ask,
  directoryFor,
  isRoot,
  NONE,
  own,
  RIGHTS,
  sandbox,
  serversIn,
  unpackPostgres,
  until,
  useSandbox,
} from '../../../../../test/support/embedded-owners';
import { findRunningPostgres } from './embedded-postgres';

useSandbox();

describe.each(accounts)('the embedded PostgreSQL, started %s', (_, identity) => {
  it('creates a UTF-8 database at the first start and keeps its data for the next', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity);
    const url = await first.url();
    await ask(url, `CREATE TABLE note AS SELECT 'grüezi'::text AS words`);
    expect(await ask(url, `SELECT current_database(), current_setting('server_encoding')`)).toEqual([
      ['parley', 'UTF8'],
    ]);
    expect(await ask(url, RIGHTS)).toEqual(NONE);
    await first.stop();
    expect(serversIn(data)).toEqual([]);

    const second = own(data, identity);
    expect(await ask(await second.url(), 'SELECT words, upper(words) FROM note')).toEqual([['grüezi', 'GRÜEZI']]);
  });

  it('ends after SIGKILL of its owner, and an immediate next start has all committed data', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity, 'durable');
    await ask(await first.url(), 'CREATE TABLE note AS SELECT 7 AS number');
    await first.kill();
    const second = own(data, identity, 'durable');
    expect(await ask(await second.url(), 'SELECT number FROM note')).toEqual([[7]]);

    await second.kill();
    await until(() => serversIn(data).length === 0);
    expect(fs.existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('tells its owner that it was killed, and starts although its pid belongs to another program by then', async () => {
    const data = directoryFor(identity);
    const first = own(data, identity, 'durable');
    await ask(await first.url(), 'CREATE TABLE note AS SELECT 7 AS number');
    const pidFile = join(data, 'postgres/postmaster.pid');
    process.kill(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
    expect(await first.hear()).toEqual({ stopped: true });

    fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, `${process.pid}`));
    expect(await ask(await own(data, identity, 'durable').url(), 'SELECT number FROM note')).toEqual([[7]]);
  });
});

describe('the embedded PostgreSQL', () => {
  it('requires the password, which only its owner can read', async () => {
    const data = directoryFor({});
    const url = new URL(await own(data).url());
    expect(url.hostname).toBe('127.0.0.1');
    expect(findRunningPostgres(data)).toBe(url.href);
    expect(fs.statSync(join(data, 'postgres.password')).mode & 0o077).toBe(0);
    url.password = 'guess';
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('refuses a data directory of a live process, and names that process', async () => {
    const data = directoryFor({});
    const first = own(data);
    const url = await first.url();
    const refusal = await own(data).hear();
    expect(refusal).toMatchObject({ refusal: 'DataDirectoryInUse', pid: first.process.pid });
    expect(refusal.message).toContain(`${data} is in use by process ${first.process.pid}`);
    expect(await ask(url, 'SELECT 1')).toEqual([[1]]);
  });

  it('gives the directory to exactly one of several concurrent first starts', async () => {
    const data = directoryFor({});
    const words = await Promise.all([1, 2, 3].map(() => own(data).hear()));
    expect(words.map(({ url, refusal }) => (url ? 'started' : refusal)).sort()).toEqual([
      'DataDirectoryInUse',
      'DataDirectoryInUse',
      'started',
    ]);
  });

  it('starts again when its owner was killed during the creation of the database', async () => {
    const data = directoryFor({});
    const first = own(data);
    await until(() => fs.existsSync(data) && fs.readdirSync(data).some((name) => name.startsWith('postgres.new-')));
    await first.kill();
    expect(await ask(await own(data).url(), 'SELECT 1')).toEqual([[1]]);
    expect(fs.readdirSync(data).sort()).toEqual(['parley.lock', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('accepts a path with spaces and quotes that is longer than a socket address', async () => {
    const data = directoryFor({}, `it's a "long" $(way) ${'to go '.repeat(20)}.d`);
    expect(await ask(await own(data).url(), 'SELECT 1')).toEqual([[1]]);
  });
});

it('creates the links of its libraries itself if npm ran no install scripts', async () => {
  const libraries = join(unpackPostgres(), 'native/lib');
  const links = () => fs.readdirSync(libraries).filter((name) => fs.lstatSync(join(libraries, name)).isSymbolicLink());
  const expected = links();
  for (const name of expected) fs.rmSync(join(libraries, name));
  expect(await ask(await own(directoryFor({})).url(), 'SELECT 1')).toEqual([[1]]);
  expect(links()).toEqual(expected);
});

(isRoot ? it : it.skip)('runs for root in a directory that only root may enter', async () => {
  const copy = unpackPostgres();
  fs.chmodSync(sandbox, 0o700);
  const first = own(directoryFor({}));
  expect(await ask(await first.url(), 'SELECT 1')).toEqual([[1]]);
  await first.stop();

  expect(spawnSync('chmod', ['-R', 'go=', copy]).status).toBe(0);
  const unpackedStrictly = own(directoryFor({}));
  expect(await ask(await unpackedStrictly.url(), 'SELECT 1')).toEqual([[1]]);
});
