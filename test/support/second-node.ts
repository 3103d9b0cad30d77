import { Config } from '@app/platform';
import { RunningServer, startServer } from '../../apps/server/src/boot';
import { freePort } from './ports';
import type { World } from './world';

/**
 * Another node of the world, in this process; must be stopped before the world. `environment` wins.
 * @param databaseUrl where the node finds the world's database, if by another address
 */
export async function secondNode(
  world: World,
  environment: NodeJS.ProcessEnv = {},
  databaseUrl = world.databaseUrl,
): Promise<RunningServer> {
  const settings = {
    PORT: String(await freePort()),
    PARLEY_DATA_DIR: world.directory,
    PARLEY_RATE_LIMITS: 'off',
    PARLEY_LOG_LEVEL: 'error',
    ...environment,
  };
  return startServer(Config.fromEnvironment(settings), databaseUrl);
}
