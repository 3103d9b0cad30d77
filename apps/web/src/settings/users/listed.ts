import { useRef } from 'preact/hooks';
import type { Person } from '../../store/people';

type Account = Pick<Person, 'user_id' | 'standing'>;

/**
 * Whether an account is in the list of active or inactive ones. One that changes while it is shown stays, beside the
 * button that takes the change back, until the other list is asked for.
 */
export function useListed(isInactive: boolean): (account: Account) => boolean {
  const list = useRef({ isInactive, ids: new Set<number>() });
  if (list.current.isInactive !== isInactive) list.current = { isInactive, ids: new Set() };
  const { ids } = list.current;
  return ({ user_id: id, standing }) => {
    if (standing === (isInactive ? 'inactive' : 'active')) ids.add(id);
    return ids.has(id);
  };
}
