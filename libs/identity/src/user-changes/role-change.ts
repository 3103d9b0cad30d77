import { GuestCannotBecomeAdministrator, LastOwnerMustStay } from '../records/account.errors';
import { isAdministrator, isGuest, isOwner, Role } from '../roles/role';

interface RoleChange {
  from: Role;
  to: Role;
  /** Active owners without bots; includes the changed account if it is one. */
  activeOwners: number;
  /** Whether the changed account is such an owner. */
  countsAsOwner: boolean;
}

/** @throws LastOwnerMustStay, GuestCannotBecomeAdministrator */
export function assertRoleMayChange({ from, to, activeOwners, countsAsOwner }: RoleChange): void {
  if (countsAsOwner && !isOwner(to) && activeOwners === 1) throw new LastOwnerMustStay();
  if (isGuest(from) && isAdministrator(to)) throw new GuestCannotBecomeAdministrator();
}
