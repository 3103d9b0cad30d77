import { useRef } from 'preact/hooks';
import type { Person } from '../../store/people';

type Account = Pick<Person, 'user_id' | 'accountState' | 'role'>;

/**
 * Whether an account is in the list of active or inactive ones. One that changes while it is shown stays, beside the
 * button that takes the change back, until another list is asked for.
 *
 * @param role absent: of all roles
 */
export function useListed(isInactive: boolean, role?: number): (account: Account) => boolean {
  const list = useRef({ isInactive, role, ids: new Set<number>() });
  if (list.current.isInactive !== isInactive || list.current.role !== role)
    list.current = { isInactive, role, ids: new Set() };
  const { ids } = list.current;
  return ({ user_id: id, accountState, role: own }) => {
    const isOfRole = role === undefined || own === role;
    if (isOfRole && accountState === (isInactive ? 'inactive' : 'active')) ids.add(id);
    return ids.has(id);
  };
}
