import { listOf } from '../../i18n';
import type { Person } from '../../store/people';
import type { Store } from '../../store/store';
import { reasonAgainst } from '../setting';
import { s, wordsOf } from '../words';

/** Roles by their numbers in the protocol, the most powerful first. */
export const ROLES = [100, 200, 300, 400, 600] as const;
type Role = (typeof ROLES)[number];
/** What the server calls them in files and reasons, in the same order. */
const NAMES: readonly string[] = ['owner', 'administrator', 'moderator', 'member', 'guest'];

/** @param name as the server writes it */
export const wordOfRole = (name: string): string => wordsOf(`role_${ROLES[NAMES.indexOf(name)] ?? ''}`) ?? name;

export const [OWNER, , , MEMBER] = ROLES;
const [, ADMINISTRATOR, , , GUEST] = ROLES;

/** The roles that an administrator may give to all of the accounts: owners alone make owners, and no guest is promoted to an administrator. */
export function rolesToGive(acting: number | undefined, accounts: readonly Pick<Person, 'role'>[]): Role[] {
  const hasGuests = accounts.some(({ role }) => role === GUEST);
  return ROLES.filter((role) => (role !== OWNER || acting === OWNER) && !(hasGuests && role <= ADMINISTRATOR));
}

/** The roles that the user may invite others to: owners alone invite owners, and administrators invite moderators. */
export const rolesToInvite = (acting: number | undefined): Role[] => ROLES.filter((role) => mayInviteAs(acting, role));

export const mayInviteAs = (acting: number | undefined, role: number): boolean =>
  role >= MEMBER || acting === OWNER || (acting === ADMINISTRATOR && role !== OWNER);

/** Why the accounts are closed to the user, as those of owners are to administrators; `null`: they are not. */
export const reasonOfOwners = (store: Store, accounts: readonly Person[]): string | null =>
  reasonAgainst(
    store.own?.role,
    accounts.some(({ role }) => role === OWNER),
  );

/** Why the accounts keep their roles; `null`: the user may change them. */
export function reasonAgainstNewRole(store: Store, accounts: readonly Person[]): string | null {
  const last = lastOwnersAmong(store, accounts);
  return reasonOfOwners(store, accounts) ?? (last.length === 0 ? null : reasonOfLastOwners(last));
}

/** All active owners, if the accounts contain every one of them: the server keeps one. */
export function lastOwnersAmong(store: Store, accounts: readonly Person[]): Person[] {
  const owners = store.people.users
    .all()
    .filter(({ role, is_bot, accountState }) => role === OWNER && !is_bot && accountState === 'active');
  const areAll = owners.every(({ user_id: id }) => accounts.some((account) => account.user_id === id));
  return areAll ? owners : [];
}

export const reasonOfLastOwners = (owners: readonly Person[]): string =>
  s.isLastOwner(owners.length, listOf(owners.map(({ full_name: name }) => name)));
