import 'reflect-metadata';
import {
  awaitDatabase,
  Config,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
} from '@app/platform';
import { openDatabase, startServer } from './boot';
import { endOnSignal } from './lifetime';
import { greet, writeZuliprc } from './welcome';

/** Faults that a sentence explains; any other shows where it happened. */
const EXPECTED = [ConfigurationIsInvalid, DataDirectoryInUse, EmbeddedPostgresFailed, EmbeddedPostgresUnavailable];

/** How long a start waits for a PostgreSQL elsewhere that is starting itself. */
const DATABASE_PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  const config = Config.fromEnvironment(process.env);
  if (config.databaseUrl) {
    const say = () => console.error('PostgreSQL does not answer yet: waiting for it.');
    await awaitDatabase(config.databaseUrl, DATABASE_PATIENCE_MS, say);
  }
  const database = await openDatabase(config);
  const server = await startServer(config, database.url).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  endOnSignal(server, database);
  greet(config, server, writeZuliprc(config, server));
}

main().catch((error: unknown) => {
  console.error(EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
});
