import { Config, CONNECTIONS_BESIDE_POOL, TAIL_NAME } from '@app/platform';
import type { DatabaseProbe } from './database-probe';
import { Finding, judged, ok, warning } from './finding';

/** What is used of those there may be. */
const USED = { warning: 0.8, problem: 0.95 };

/** Whether PostgreSQL has connections enough: now, and when every pool is full. */
export async function examineConnections(probe: DatabaseProbe, config: Config): Promise<Finding[]> {
  const found = await probe.connections(TAIL_NAME);
  const { used, most } = found;
  const advice = 'Raise max_connections of PostgreSQL, or lower PARLEY_DATABASE_POOL: see docs/operators.md.';
  const now = judged('connections', `${used} of ${most} are in use`, used / most, USED, advice);
  return [now, poolsOf(config, found, advice)];
}

/** @param tails each process that serves has one connection that reads the event log */
function poolsOf(
  { databasePool, databasePooler, processes }: Config,
  { most, reserved, ofOthers, tails }: Awaited<ReturnType<DatabaseProbe['connections']>>,
  advice: string,
): Finding {
  if (databasePooler !== null) return ok('pools', 'a pooler decides: see its default_pool_size and max_client_conn');
  const running = Math.max(tails, processes);
  const each = databasePool + CONNECTIONS_BESIDE_POOL;
  const needed = running * each + ofOthers + reserved;
  const who = running === 1 ? '1 process takes' : `${running} processes take`;
  const is = `${who} up to ${each} connections each, others have ${ofOthers}, ${reserved} are reserved: ${needed} of ${most}`;
  return needed > most ? warning('pools', is, advice) : ok('pools', is);
}
