import { Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import type { Person } from './person';
import type { World } from './world';

/** Somebody's account is switched off, or on again; there is no operation for it yet. */
export async function setActive(world: World, { id }: Person, isActive: boolean): Promise<void> {
  await world.sql(
    `WITH changed AS (UPDATE user_account SET is_active = $2 WHERE id = $1 RETURNING organization_id)
     UPDATE organization SET permission_version = permission_version + 1 WHERE id IN (SELECT * FROM changed)`,
    [id, isActive],
  );
  await forgetCredentials(world, [id]);
}

/** Whoever was changed behind the server's back is looked up anew. */
export async function forgetCredentials(world: World, userIds: readonly number[]): Promise<void> {
  const control = world.service(QueueControl);
  await world.service(Transactions).run([], async () => {
    for (const id of userIds) control.forgetCredentialsOf(world.organizationId, id as never);
  });
  await world.settled();
}
