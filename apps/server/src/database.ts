import { Config, CONNECTIONS_BESIDE_POOL, OpenDatabase, openDatabaseOf } from '@app/platform';

/** Migrations, the command line, an administrator with `psql`. */
const CONNECTIONS_OF_OTHERS = 38;

/** @throws DataDirectoryInUse, EmbeddedPostgresUnavailable */
export function openDatabase(config: Config): Promise<OpenDatabase> {
  const ofAProcess = config.databasePool + CONNECTIONS_BESIDE_POOL;
  const connections = CONNECTIONS_OF_OTHERS + config.processes * ofAProcess;
  return openDatabaseOf(config, { max_connections: String(connections) });
}
