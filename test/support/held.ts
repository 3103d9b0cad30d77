import { Transactions } from '@app/platform';
import { EventLog } from '@app/realtime';
import type { Person } from './person';
import type { World } from './world';

/**
 * A transaction that has its id and then stays open; its event for all users (a new name of the user) is sent on its
 * commit. Resolves once it has begun; `letGo` resolves when it is committed.
 */
export async function heldTransaction(world: World, { id }: Person): Promise<{ letGo(): Promise<void> }> {
  const transactions = world.service(Transactions);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let hasBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const done = transactions.run([], async () => {
    await transactions.required.client.query('SELECT pg_current_xact_id()');
    world.service(EventLog).tell({
      kind: 'realm_user',
      organizationId: world.organizationId,
      audience: { to: 'organization', except: [] },
      payload: { op: 'update', person: { user_id: id, full_name: 'Slow' }, canComputeAvatar: false },
    });
    hasBegun();
    await held;
  });
  await begun;
  return {
    letGo: () => {
      release();
      return done;
    },
  };
}
