import { BackupSource, Config, RestoreTarget, UploadsDirectory } from '@app/platform';
import { migrations } from '@migrations';
import { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { RunningServer, startServer } from '../../apps/server/src/boot';
import { addBackupCommands, CLAIMED_BY, LEFT_OUT } from '../../apps/server/src/cli/backup';
import { query } from './database-contents';
import { uploaded } from './files';
import { withDatabase } from './databases';
import type { Person } from './person';
import { freePort } from './ports';
import { until } from './until';
import { World } from './world';

/** The output of the command line. */
export interface Said {
  out: string[];
  complaints: string[];
}

const ODD_TEXTS = ['tab\there', 'line\nbreak\r\n', 'back\\slash \\N \\.', '\\.', '🎉 **bold** @**all**', "quo'te"];

/** A server with data, a backup of it, and a directory for what is restored. */
export class Drill {
  private readonly servers: RunningServer[] = [];
  private readonly scratch = mkdtempSync(join(tmpdir(), 'parley-drill-'));

  private constructor(
    readonly world: World,
    readonly ana: Person,
    readonly bo: Person,
  ) {}

  static async begin(): Promise<Drill> {
    const world = await World.start();
    const drill = new Drill(world, await world.member('ana'), await world.guest('bo'));
    await drill.live();
    await until(() => drill.isIndexed());
    await world.withoutWorkers();
    await drill.parley(drill.here, 'backup', drill.file);
    return drill;
  }

  /** A worker may still run when everything else is idle. */
  private async isIndexed(): Promise<boolean> {
    const counted = 'SELECT (SELECT count(*) FROM message) = (SELECT count(*) FROM message_search) AS "isWhole"';
    return (await this.world.sql<{ isWhole: boolean }>(counted))[0].isWhole;
  }

  async end(): Promise<void> {
    for (const server of this.servers) await server.stop();
    await this.world.stop();
    rmSync(this.scratch, { recursive: true, force: true });
  }

  /** The path of a file that a message links to. */
  attached: string;

  /** The backup of that data. */
  get file(): string {
    return this.path('backup.tar');
  }

  /** The environment of the server with the data. */
  get here(): NodeJS.ProcessEnv {
    return { DATABASE_URL: this.world.databaseUrl, PARLEY_DATA_DIR: this.world.directory };
  }

  get source(): BackupSource {
    const { databaseUrl, directory } = this.world;
    return { databaseUrl, leftOut: LEFT_OUT, ...placesIn(directory) };
  }

  target(dataDirectory = this.newDirectory()): RestoreTarget {
    return { leftOut: LEFT_OUT, claimedBy: CLAIMED_BY, migrations, ...placesIn(dataDirectory) };
  }

  path = (name: string): string => join(this.scratch, name);
  newDirectory = (): string => mkdtempSync(this.path('data-'));

  /** An environment with an empty database and data directory. */
  async elsewhere(): Promise<{ DATABASE_URL: string; PARLEY_DATA_DIR: string }> {
    return { DATABASE_URL: await emptyDatabase(), PARLEY_DATA_DIR: this.newDirectory() };
  }

  /** Runs `backup` or `restore`. @throws the error of the command */
  async parley(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Said> {
    const said: Said = { out: [], complaints: [] };
    const program = new Command();
    addBackupCommands(program, {
      environment,
      say: (line) => void said.out.push(line),
      complain: (line) => void said.complaints.push(line),
      readLine: async () => '',
    });
    await program.exitOverride().parseAsync(args, { from: 'user' });
    return said;
  }

  async start(databaseUrl: string, dataDirectory: string): Promise<RunningServer> {
    const environment = {
      PORT: String(await freePort()),
      PARLEY_DATA_DIR: dataDirectory,
      PARLEY_RATE_LIMITS: 'off',
      PARLEY_LOG_LEVEL: 'fatal',
    };
    const server = await startServer(Config.fromEnvironment(environment), databaseUrl);
    this.servers.push(server);
    return server;
  }

  /** Stops a server before the end of the drill. */
  async stop(server: RunningServer): Promise<void> {
    this.servers.splice(this.servers.indexOf(server), 1);
    await server.stop();
  }

  private async live(): Promise<void> {
    const { ana, bo, world } = this;
    await ana.subscribe(['plans', 'réunions 🎉'], { principals: [ana.id] });
    await ana.subscribe('secrets', { invite_only: true, principals: [ana.id, bo.id] });
    for (const content of ODD_TEXTS) await ana.send('secrets', 'odd texts', content);
    const read = await ana.sendTo([bo], 'hello');
    await bo.ok('POST', 'messages/flags', { messages: [read], op: 'add', flag: 'starred' });
    await bo.ok('POST', 'messages/flags', { messages: [read], op: 'add', flag: 'read' });
    this.attached = await uploaded(ana, 'plan.txt', 'first things first');
    await ana.sendTo([bo], `[plan](${this.attached})`);
    put(join(world.directory, 'uploads/.drafts/half'), 'half a');
    put(join(world.directory, 'uploads/1/ab/photo.png'), 'picture');
    put(join(world.directory, 'uploads/1/empty.txt'), '');
  }
}

/** The address of a database without tables, in the tests' PostgreSQL. */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await query(process.env.TEST_POSTGRES_URL!, `CREATE DATABASE ${name}`);
  return withDatabase(process.env.TEST_POSTGRES_URL!, name);
}

export function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const placesIn = (dataDirectory: string) => ({
  uploads: new UploadsDirectory(join(dataDirectory, 'uploads')),
  secret: { dataDirectory, fromEnvironment: null },
});
