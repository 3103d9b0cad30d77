import { Transactions } from '@app/platform';
import { QueueControl } from '@app/realtime';
import type { Person } from './person';
import type { World } from './world';

/** The owner deactivates or reactivates an account. */
export async function setActive(world: World, person: Person, isActive: boolean): Promise<void> {
  if (isActive) await world.owner.ok('POST', `users/${person.id}/reactivate`);
  else await world.owner.ok('DELETE', `users/${person.id}`);
  if (isActive) await person.logInAgain();
  await world.settled();
}

/** A user who was changed by SQL is read again. */
export async function forgetCredentials(world: World, userIds: readonly number[]): Promise<void> {
  const control = world.service(QueueControl);
  await world.service(Transactions).run([], async () => {
    for (const id of userIds) control.forgetCredentialsOf(world.organizationId, id as never);
  });
  await world.settled();
}
