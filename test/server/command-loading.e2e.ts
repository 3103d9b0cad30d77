import { Config } from '@app/platform';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modulesLoadedBy } from '../support/command-line';
import { World } from '../support/world';

/** A command starts as fast as it loads: the whole server has more than 3,000 modules. */
describe('the modules that a command loads', () => {
  let world: World;
  let scratch: string;
  beforeAll(async () => {
    world = await World.start();
    scratch = mkdtempSync(join(tmpdir(), 'parley-loading-'));
  });
  afterAll(async () => {
    await world.stop();
    rmSync(scratch, { recursive: true });
  });

  async function loadedBy(args: string[]) {
    const paths = await modulesLoadedBy(args, {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      PARLEY_DATA_DIR: world.server.app.get(Config).dataDirectory,
    });
    const has = (name: string) => paths.some((path) => path.includes(name));
    return {
      count: paths.length,
      nest: has('/@nestjs/'),
      typeorm: has('/typeorm/'),
      messaging: has('messages.service'),
      postgres: has('/pg/lib/'),
    };
  }

  const nothingOfTheServer = { nest: false, typeorm: false, messaging: false, postgres: false };

  it.each([
    ['the help', ['--help'], 85],
    ['the help of one command', ['users', 'create', '--help'], 50],
    ['the help of a command about providers', ['sso', 'add', 'oidc', '--help'], 50],
    ['a command that there is not', ['nonsense'], 85],
    ['an option that there is not', ['users', 'list', '--nonsense'], 50],
    ['an argument that may not be', ['users', 'set-role', 'ana@example.org', 'emperor'], 50],
  ])('are few for %s', async (_, args, most) => {
    const { count, ...parts } = await loadedBy(args);
    expect(parts).toEqual(nothingOfTheServer);
    expect(count).toBeLessThan(most);
  });

  it.each([
    ['a backup', () => ['backup', join(scratch, 'backup.tar')]],
    ['the doctor', () => ['doctor']],
  ])('exclude Nest and the ORM for %s', async (_, args) => {
    const { count, ...parts } = await loadedBy(args());
    expect(parts).toEqual({ ...nothingOfTheServer, postgres: true });
    expect(count).toBeLessThan(200);
  });

  it('exclude Nest for a migration', async () => {
    const { count, ...parts } = await loadedBy(['migrate']);
    expect(parts).toEqual({ ...nothingOfTheServer, typeorm: true, postgres: true });
    expect(count).toBeLessThan(550);
  });

  it('are those of the server for a command that uses its services', async () => {
    expect(await loadedBy(['users', 'list'])).toMatchObject({ nest: true, typeorm: true, messaging: true });
  });
});
