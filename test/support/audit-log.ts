import type { Person } from './person';
import type { World } from './world';

/** In the form of the interface. */
export interface Entry {
  id: number;
  time: number;
  actor_id: number | null;
  client: string | null;
  address: string | null;
  action: string;
  object_type: string;
  object_id: number | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  hash: string;
}

/** Latest first; the reader must be an owner. */
export const logOf = async (reader: Person, filter: Record<string, unknown> = {}): Promise<Entry[]> =>
  (await reader.ok('GET', 'audit_log', { limit: 1_000, ...filter })).entries as Entry[];

/** The log entries of some work, oldest first. */
export async function leftBy({ owner }: World, work: () => Promise<unknown>): Promise<Entry[]> {
  const [last] = await logOf(owner, { limit: 1 });
  await work();
  return (await logOf(owner)).filter(({ id }) => id > last.id).reverse();
}
