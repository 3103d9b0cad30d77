import 'reflect-metadata';
import {
  awaitDatabase,
  Config,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
  endOnSignal,
  OpenDatabase,
} from '@app/platform';
import cluster from 'node:cluster';
import { startServer } from './boot';
import { openDatabase } from './database';
import { serveInProcess } from './processes/process';
import { ProcessesFailed, Supervisor } from './processes/supervisor';
import { greet } from './welcome';

/** Faults that a sentence explains; any other shows where it happened. */
const EXPECTED = [
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
  ProcessesFailed,
];

/** How long a start waits for a PostgreSQL elsewhere that is starting itself. */
const DATABASE_PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  const config = Config.fromEnvironment(process.env);
  if (config.databaseUrl) {
    const say = () => console.error('PostgreSQL does not answer yet: waiting for it.');
    await awaitDatabase(config.databaseUrl, DATABASE_PATIENCE_MS, say);
  }
  const database = await openDatabase(config);
  const server = await (config.processes > 1 ? startProcesses : startServer)(config, database.url).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  endOnSignal(server.leave, database, config.drainSeconds, server.outdated);
  greet(config, server);
}

async function startProcesses(config: Config, databaseUrl: OpenDatabase['url']) {
  const supervisor = new Supervisor(config, databaseUrl);
  const stop = () => supervisor.stop();
  try {
    const { url, firstStart } = await supervisor.start();
    return { url, firstStart, leave: stop, outdated: undefined };
  } catch (error) {
    await stop();
    throw error;
  }
}

(cluster.isPrimary ? main() : serveInProcess()).catch((error: unknown) => {
  console.error(EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
});
