import { GuestCannotBecomeAdministrator, LastOwnerMustStay } from '../records/account.errors';
import { isAdministrator, isGuest, isOwner, Role } from '../roles/role';

interface RoleChange {
  from: Role;
  to: Role;
  /** Active owners that are not bots; the one in question among them, if it is one. */
  activeOwners: number;
  /** Whether the account in question counts as such an owner. */
  countsAsOwner: boolean;
}

/** @throws LastOwnerMustStay, GuestCannotBecomeAdministrator */
export function assertRoleMayChange({ from, to, activeOwners, countsAsOwner }: RoleChange): void {
  if (countsAsOwner && !isOwner(to) && activeOwners === 1) throw new LastOwnerMustStay();
  if (isGuest(from) && isAdministrator(to)) throw new GuestCannotBecomeAdministrator();
}
