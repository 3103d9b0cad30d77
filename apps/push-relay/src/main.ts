import 'reflect-metadata';
import {
  awaitDatabase,
  ConfigurationIsInvalid,
  DataDirectoryInUse,
  EmbeddedPostgresFailed,
  EmbeddedPostgresUnavailable,
  endOnSignal,
  openDatabaseOf,
} from '@app/platform';
import { startRelay } from './boot';
import { RelayConfig } from './config/relay-config';
import { greet } from './welcome';

/** Faults that a sentence explains; any other shows where it happened. */
const EXPECTED = [ConfigurationIsInvalid, DataDirectoryInUse, EmbeddedPostgresFailed, EmbeddedPostgresUnavailable];

/** How long a start waits for a PostgreSQL elsewhere that is starting itself. */
const DATABASE_PATIENCE_MS = 60_000;

async function main(): Promise<void> {
  const config = RelayConfig.fromEnvironment(process.env);
  if (config.databaseUrl) {
    const say = () => console.error('PostgreSQL does not answer yet: waiting for it.');
    await awaitDatabase(config.databaseUrl, DATABASE_PATIENCE_MS, say);
  }
  const database = await openDatabaseOf(config);
  const relay = await startRelay(config, database.url).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  endOnSignal(relay.stop, database);
  await greet(relay);
}

main().catch((error: unknown) => {
  console.error(EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
});
