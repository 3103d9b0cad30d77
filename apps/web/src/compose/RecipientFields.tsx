import { useId, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { classes } from '../ui/classes';
import styles from './Compose.module.css';
import type { Recipients } from './recipients';

interface Props {
  readonly recipients: Recipients;
  onChange(recipients: Recipients): void;
}

/** The fields that say where a message goes. */
export function RecipientFields({ recipients, onChange }: Props) {
  const kinds = [
    ['topic', t.newMessage],
    ['direct', t.newDirect],
  ] as const;
  return (
    <div class={styles.recipients}>
      {recipients.kind === 'topic' ? (
        <TopicFields recipients={recipients} onChange={onChange} />
      ) : (
        <PeopleField recipients={recipients} onChange={onChange} />
      )}
      <div class={styles.kinds}>
        {kinds.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            class={styles.kind}
            aria-pressed={recipients.kind === kind}
            onClick={() => onChange({ ...recipients, kind })}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

function TopicFields({ recipients, onChange }: Props) {
  const { store, topics } = useClient();
  const [channelList, topicList] = [useId(), useId()];
  const channels = store.channels.all
    .all()
    .filter(({ standing, is_archived }) => standing === 'subscribed' && !is_archived);
  const channel = channels.find(({ name }) => name === recipients.channel);
  return (
    <>
      <input
        class={styles.channel}
        role="combobox"
        aria-label={t.channel}
        aria-expanded={false}
        aria-controls={channelList}
        list={channelList}
        placeholder={t.chooseChannel}
        value={recipients.channel}
        onInput={({ currentTarget }) => onChange({ ...recipients, channel: currentTarget.value })}
      />
      <datalist id={channelList}>
        {channels.map(({ stream_id, name }) => (
          <option key={stream_id} value={name} />
        ))}
      </datalist>
      <Icon name="chevron" />
      <input
        class={styles.wide}
        type="text"
        aria-label={t.topic}
        placeholder={t.topic}
        maxLength={store.organization.get('max_topic_length')}
        value={recipients.topic}
        autocomplete="off"
        data-list={topicList}
        onFocus={() => channel && void topics.load(channel.stream_id)}
        onInput={({ currentTarget }) => onChange({ ...recipients, topic: currentTarget.value })}
      />
    </>
  );
}

function PeopleField({ recipients, onChange }: Props) {
  const { store } = useClient();
  const [typed, setTyped] = useState('');
  const list = useId();
  const people = store.people.users.all().filter(({ standing }) => standing === 'active');
  const { userIds } = recipients;
  const choose = (text: string) => {
    const name = text.trim().toLowerCase();
    const found = people.find(({ full_name }) => full_name.toLowerCase() === name);
    setTyped(found ? '' : text);
    if (found && !userIds.includes(found.user_id)) onChange({ ...recipients, userIds: [...userIds, found.user_id] });
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Backspace' && typed === '') onChange({ ...recipients, userIds: userIds.slice(0, -1) });
  };
  return (
    <>
      {userIds.map((id) => (
        <span key={id} class={styles.chip}>
          <span dir="auto">{userName(store, id)}</span>
          <button
            type="button"
            aria-label={`${t.discard} ${userName(store, id)}`}
            onClick={() => onChange({ ...recipients, userIds: userIds.filter((one) => one !== id) })}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        class={classes(styles.wide)}
        role="combobox"
        aria-label={t.people}
        aria-expanded={false}
        aria-controls={list}
        list={list}
        placeholder={userIds.length === 0 ? t.choosePeople : ''}
        value={typed}
        onInput={({ currentTarget }) => choose(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={list}>
        {people
          .filter(({ user_id }) => !userIds.includes(user_id))
          .map(({ user_id, full_name }) => (
            <option key={user_id} value={full_name} />
          ))}
      </datalist>
    </>
  );
}
