import { openDatabaseOf, openShared, Terminal } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { openRelayContext } from '../boot';
import { RelayConfig } from '../config/relay-config';

/**
 * Does some work with the services of the relay, on its database: that of the relay that runs in the data directory, if
 * one does, else opened for the command.
 */
export async function withServices<T>(
  { environment }: Terminal,
  work: (context: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const quiet = { ...environment, PARLEY_RELAY_LOG_LEVEL: environment.PARLEY_RELAY_LOG_LEVEL ?? 'error' };
  const config = RelayConfig.fromEnvironment(quiet);
  const database = await openShared(config.dataDirectory, () => openDatabaseOf(config));
  try {
    const context = await openRelayContext(config, database.url);
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  } finally {
    await database.close();
  }
}
