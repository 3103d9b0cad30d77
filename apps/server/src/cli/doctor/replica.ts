import { single } from '@app/kernel';
import { covers, IDENTITY, parseWalPosition, REPLAYED, WAL_POSITION } from '@app/platform';
import type { WalPosition } from '@app/platform';
import { Client, ClientConfig } from 'pg';
import { Finding, judged, ok, problem } from './finding';

/** A replica that is further behind answers hardly any read. */
const BEHIND_BYTES = { warning: 1_000_000, problem: 1_000_000_000 };

/**
 * Whether the replica that is to answer reads can do so.
 * @param primary a connection to the database that takes writes
 */
export async function examineReplica(primary: Client, options: ClientConfig): Promise<Finding> {
  const replica = new Client(options);
  replica.on('error', () => undefined); // the query under way meets the same fault and reports it
  try {
    await replica.connect();
    return await compare(primary, replica);
  } catch (error) {
    const reason = (error as Error).message || (error as { code?: string }).code;
    return problem('replica', `it cannot be asked: ${reason}`, 'See what DATABASE_READ_URL names, and that it runs.');
  } finally {
    await replica.end();
  }
}

async function compare(primary: Client, replica: Client): Promise<Finding> {
  if ((await valueOf(primary, IDENTITY, 'identity')) !== (await valueOf(replica, IDENTITY, 'identity')))
    return problem('replica', 'it is of another database', 'DATABASE_READ_URL must name a replica of DATABASE_URL.');
  const wanted = parseWalPosition(await valueOf(primary, `SELECT ${WAL_POSITION} AS position`, 'position'));
  const { rows } = await replica.query<{ isReplica: boolean; timeline: number; lsn: string }>(REPLAYED);
  const { isReplica, timeline, lsn } = single(rows);
  if (!isReplica)
    return problem('replica', 'it takes writes, so it follows no other', 'DATABASE_READ_URL must name a replica.');
  if (wanted === null) return ok('replica', 'how far it is behind is unknown');
  const replayed: WalPosition = { timeline, lsn: Number(lsn) };
  if (timeline !== wanted.timeline)
    return problem('replica', 'it has not followed a failover', 'Wait some minutes, or make the replica anew.');
  const behind = covers(replayed, wanted) ? 0 : wanted.lsn - replayed.lsn;
  return judged('replica', `it is ${behind} bytes of the log behind`, behind, BEHIND_BYTES, 'See why it lags.');
}

async function valueOf<Name extends string>(client: Client, statement: string, name: Name): Promise<string> {
  const { rows } = await client.query<Record<Name, string>>(statement);
  return single(rows)[name];
}
