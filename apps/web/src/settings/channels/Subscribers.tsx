import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { KnownChannel } from '../../store/channels';
import { mayAddSubscribers, mayReadContent, mayRemoveSubscribers } from '../../store/rights';
import type { Store } from '../../store/store';
import { useAction } from '../action';
import { AddByName, Picked } from '../controls/AddByName';
import { peopleIn } from '../controls/group-members';
import { Failure } from '../Failure';
import { RemovableRow } from '../organization/RemovableRow';
import { reasonIn } from '../permission-reasons';
import styles from '../settings.module.css';
import { s } from '../words';
import { AddFromList } from './AddFromList';

/** So many rows are drawn; a search finds the others. */
const MAX_ROWS = 200;

/** Who is subscribed to a channel; people are added by name, or all people of a group at once. */
export function Subscribers({ channel }: { readonly channel: KnownChannel }) {
  const { store, channelAdministration, notices } = useClient();
  const { failure, run } = useAction();
  const [ids, setIds] = useState<readonly number[] | null>([]);
  const [wanted, setWanted] = useState('');
  const { stream_id: id, name } = channel;
  const load = () => void channelAdministration.subscribers(id).then(setIds);
  useEffect(load, [id, store.channels.subscribers.watch()]);
  const words = wanted.trim().toLowerCase();
  const people = (ids ?? [])
    .flatMap((userId) => store.people.users.get(userId) ?? [])
    .filter(({ full_name }) => full_name.toLowerCase().includes(words))
    .sort((one, other) => one.full_name.localeCompare(other.full_name));
  const groups = store.people.groups
    .all()
    .filter(({ deactivated, name: group }) => !deactivated && group !== 'role:nobody' && group !== 'role:internet')
    .map((group) => group.id);
  const mayRemove = mayRemoveSubscribers(store, channel);
  const subscribe = (news: readonly number[]) => {
    const undo = () => void run(channelAdministration.unsubscribe(name, news));
    const said = s.subscribersAdded(news.length);
    return run(channelAdministration.subscribe(name, news), said, mayRemove ? undo : undefined);
  };
  const add = ({ users, groups: picked }: Picked) => {
    const members = peopleIn(store, { direct_members: [...users], direct_subgroups: [...picked] });
    const news = members.map(({ user_id }) => user_id).filter((userId) => !ids?.includes(userId));
    if (news.length > 0) void subscribe(news);
    else notices.say(s.subscribedAlready);
  };
  const reason = reasonAgainstAdding(store, channel);
  return (
    <section aria-label={s.subscribersOf(name)}>
      <h2>{s.subscribers}</h2>
      {reason === null ? (
        <>
          <AddByName label={s.addSubscribers} groups={groups} onAdd={add} />
          <AddFromList key={id} subscribed={ids ?? []} onAdd={subscribe} />
        </>
      ) : (
        <p class={styles.reason}>{reason}</p>
      )}
      <Failure text={failure} />
      {ids === null ? (
        <p>{s.subscribersHidden}</p>
      ) : (
        <>
          <div class={styles.form}>
            <label>
              {s.searchSubscribers}
              <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
            </label>
          </div>
          <p role="status">{s.userCount(people.length)}</p>
          <ul class={styles.list} role="list" aria-label={s.subscribersOf(name)}>
            {people.slice(0, MAX_ROWS).map(({ user_id: userId, full_name: full, delivery_email: real, email }) => (
              <RemovableRow
                key={userId}
                name={full}
                about={real ?? email}
                remove={
                  mayRemove || userId === store.me ? () => channelAdministration.unsubscribe(name, [userId]) : null
                }
                undo={() => channelAdministration.subscribe(name, [userId])}
              />
            ))}
          </ul>
          {people.length > MAX_ROWS && <p>{s.andMore(people.length - MAX_ROWS)}</p>}
        </>
      )}
    </section>
  );
}

/** Why the user may add no people to the channel; `null`: the user may. */
function reasonAgainstAdding(store: Store, channel: KnownChannel): string | null {
  if (channel.is_archived) return s.channelIsArchived;
  if (mayAddSubscribers(store, channel)) return null;
  if (store.own?.is_guest) return s.notForGuests;
  return mayReadContent(store, channel) ? reasonIn(store, 'realm_can_add_subscribers_group') : s.ofReaders;
}
