import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { hrefOf } from '../app/router';
import { t } from '../i18n';
import { channelNarrow } from '../links/narrow';
import type { Person } from '../store/people';
import { isPermitted } from '../store/rights';

interface Props {
  readonly person: Person;
}

/** What belongs to a user, as far as the caller may see it: bots, groups and channels. */
export function CardLists({ person }: Props) {
  return (
    <>
      <Bots person={person} />
      <Groups person={person} />
      <ChannelsOf person={person} />
    </>
  );
}

function Bots({ person: { user_id: id } }: Props) {
  const { store, dialogs } = useClient();
  const bots = store.people.users
    .all()
    .filter(({ bot_owner_id: owner, accountState }) => owner === id && accountState === 'active')
    .sort(byName(({ full_name }) => full_name));
  if (bots.length === 0) return null;
  return (
    <List title={t.botsOf(bots.length)}>
      {bots.map(({ user_id: userId, full_name: name }) => (
        <li key={userId}>
          <button dir="auto" onClick={() => dialogs.open({ kind: 'user', userId })}>
            {name}
          </button>
        </li>
      ))}
    </List>
  );
}

function Groups({ person: { user_id: id } }: Props) {
  const { store, dialogs } = useClient();
  const groups = store.people.groups
    .all()
    .filter((group) => !group.is_system_group && !group.deactivated && isPermitted(store, group.id, id))
    .sort(byName(({ name }) => name));
  if (groups.length === 0) return null;
  return (
    <List title={t.groupsOf(groups.length)}>
      {groups.map(({ id: groupId, name }) => (
        <li key={groupId}>
          <button dir="auto" onClick={() => dialogs.open({ kind: 'group', groupId })}>
            {name}
          </button>
        </li>
      ))}
    </List>
  );
}

/** The store does not keep who is in a channel: it is asked for when it is wanted. */
function ChannelsOf({ person: { user_id: id } }: Props) {
  const { store, subscribing, dialogs } = useClient();
  /** `null`: not asked yet; `refused`: the server did not say. */
  const [ids, setIds] = useState<readonly number[] | 'refused' | null>(null);
  const ask = () => void subscribing.channelsOf(id).then((answer) => setIds(answer ?? 'refused'));
  const channels = (Array.isArray(ids) ? (ids as readonly number[]) : [])
    .flatMap((channelId) => store.channels.all.get(channelId) ?? [])
    .sort(byName(({ name }) => name));
  return (
    <List title={ids === null || ids === 'refused' ? t.channels : t.channelsOf(channels.length)} onOpen={ask}>
      {ids === 'refused' && <li>{t.notReached}</li>}
      {channels.map(({ stream_id: channelId, name }) => (
        <li key={channelId}>
          <a
            dir="auto"
            href={hrefOf({ view: 'messages', narrow: channelNarrow(channelId) }, store)}
            onClick={() => dialogs.close()}
          >
            {name}
          </a>
        </li>
      ))}
    </List>
  );
}

interface ListProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onOpen?(): void;
}

function List({ title, children, onOpen }: ListProps) {
  const [isOpen, setOpen] = useState(false);
  const toggle = () => {
    setOpen(!isOpen);
    if (!isOpen) onOpen?.();
  };
  return (
    <section>
      <button aria-expanded={isOpen} onClick={toggle}>
        {title}
      </button>
      {isOpen && <ul aria-label={title}>{children}</ul>}
    </section>
  );
}

const byName =
  <T,>(nameOf: (one: T) => string) =>
  (one: T, other: T): number =>
    nameOf(one).localeCompare(nameOf(other));
