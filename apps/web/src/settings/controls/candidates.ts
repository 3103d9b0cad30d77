import { useClient } from '../../app/client';
import { groupName } from './group-members';
import { labelled, Named } from './name-lookup';

export type Entry = Named<{
  readonly key: string;
  readonly name: string;
  readonly address?: string;
  readonly id: number;
}>;

interface Candidates {
  /** Active, deactivated and bots. */
  readonly people: readonly Entry[];
  readonly channels: readonly Entry[];
  readonly groups: readonly Entry[];
}

/** Everything of the organization that can be named. */
export function useCandidates(): Candidates {
  const { store } = useClient();
  const people = store.people.users
    .all()
    .filter(({ accountState }) => accountState !== 'system')
    .map(({ user_id: id, full_name: name, delivery_email: real, email }) => ({
      ...{ id, key: `u${id}`, name },
      address: real ?? email,
    }));
  const channels = store.channels.all.all().map(({ stream_id: id, name }) => ({ id, key: `c${id}`, name }));
  const groups = store.people.groups.all().map(({ id }) => ({ id, key: `g${id}`, name: groupName(store, id) }));
  return { people: labelled(people), channels: labelled(channels), groups: labelled(groups) };
}
