import { isOwner, type Role } from '@app/identity';
import type { UserId } from '@app/kernel';
import type { DirectoryPerson } from '../ldap/directory-entry';

/** An account that belongs to a person of the directory. */
export interface LinkedAccount {
  readonly subject: string;
  readonly userId: UserId;
  readonly address: string;
  readonly fullName: string;
  readonly role: Role;
  readonly isActive: boolean;
  /** This directory has deactivated the account. */
  readonly isEndedHere: boolean;
}

/** An account, and the person as the directory describes them now. */
export interface MatchedAccount {
  readonly account: LinkedAccount;
  readonly person: DirectoryPerson;
}

/** What a synchronisation does. Accounts of other origin are not in it. */
export interface RunPlan {
  readonly deactivate: readonly LinkedAccount[];
  readonly reactivate: readonly MatchedAccount[];
  /** Active accounts afterwards. */
  readonly present: readonly MatchedAccount[];
  /** The owners who would be gone, if no owner would be left. They are not in `deactivate`. */
  readonly spared: readonly LinkedAccount[];
  /** Why nothing may be done; `null`: nothing speaks against it. */
  readonly refusal: string | null;
}

/** That many may always go at once. */
const FEW = 5;
const SHARE = 0.1;

/** An account that people have deactivated stays so. */
export function planOf(
  accounts: readonly LinkedAccount[],
  people: ReadonlyMap<string, DirectoryPerson>,
  activeOwnerIds: readonly UserId[],
  isForced: boolean,
): RunPlan {
  const isThere = ({ subject }: LinkedAccount) => people.get(subject)?.isDisabled === false;
  const pairs = accounts.filter(isThere).map((account) => ({ account, person: people.get(account.subject)! }));
  const active = accounts.filter(({ isActive }) => isActive);
  const gone = active.filter((account) => !isThere(account));
  const goneOwners = gone.filter(({ role }) => isOwner(role));
  const isLast = goneOwners.length > 0 && goneOwners.length >= activeOwnerIds.length;
  const spared = isLast ? goneOwners : [];
  const deactivate = gone.filter((account) => !spared.includes(account));
  return {
    deactivate,
    reactivate: pairs.filter(({ account }) => !account.isActive && account.isEndedHere),
    present: pairs.filter(({ account }) => account.isActive || account.isEndedHere),
    spared,
    refusal: refusalOf(people.size, isForced, deactivate.length, active.length, isLast),
  };
}

/** A directory that answers with less than it has must not end accounts. No people at all are always an error. */
function refusalOf(seen: number, isForced: boolean, ending: number, active: number, isLast: boolean): string | null {
  if (seen === 0) return 'The directory has answered with no people.';
  if (isForced) return null;
  if (isLast) return 'The last owner is not in the directory any more: no owner would be left.';
  const most = Math.max(FEW, Math.floor(active * SHARE));
  if (ending <= most) return null;
  return `${ending} of ${active} accounts would be deactivated at once, and at most ${most} may be.`;
}
