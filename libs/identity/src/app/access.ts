import type { Actor } from '@app/platform';
import { MustBeAdministrator, MustBeOwner, MustNotBeGuest, UserCreationIsNotPermitted } from '../domain/errors';
import { isAdministrator, isGuest, isOwner } from '../domain/role';
import type { SpecialPermission } from '../domain/special-permission';

type Roled = Pick<Actor, 'role'>;

/** @throws MustBeAdministrator; owners count as administrators */
export function assertAdministrator({ role }: Roled): void {
  if (!isAdministrator(role)) throw new MustBeAdministrator();
}

/** @throws MustBeOwner */
export function assertOwner({ role }: Roled): void {
  if (!isOwner(role)) throw new MustBeOwner();
}

/** @throws MustNotBeGuest */
export function assertNotGuest({ role }: Roled): void {
  if (isGuest(role)) throw new MustNotBeGuest();
}

/**
 * Administrators to whom the operator gave the special permission (reference: identity-and-channels.md 13.4).
 * @throws MustBeAdministrator, UserCreationIsNotPermitted
 */
export function assertMayCreateUsers(actor: Roled, special: readonly SpecialPermission[]): void {
  assertAdministrator(actor);
  if (!special.includes('can_create_users')) throw new UserCreationIsNotPermitted();
}
