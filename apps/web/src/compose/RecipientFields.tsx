import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { topicName, userName } from '../app/names';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import { MOST, peopleFor } from './candidates';
import { best } from './completion';
import styles from './Compose.module.css';
import type { Recipients } from './recipients';
import { SuggestingInput } from './SuggestingInput';

interface Props {
  readonly recipients: Recipients;
  onChange(recipients: Recipients): void;
}

interface AllProps extends Props {
  /** Another message of this kind is wanted. */
  onBegin(kind: Recipients['kind']): void;
}

/** The fields that say where a message goes. From the last one Tab leads to the text, so the buttons come before. */
export function RecipientFields({ recipients, onChange, onBegin }: AllProps) {
  const kinds = [
    ['topic', t.newMessage],
    ['direct', t.newDirect],
  ] as const;
  return (
    <div class={styles.recipients}>
      <div class={styles.kinds}>
        {kinds.map(([kind, name]) => (
          <button
            key={kind}
            type="button"
            class={styles.kind}
            aria-pressed={recipients.kind === kind}
            onClick={() => onBegin(kind)}
          >
            {name}
          </button>
        ))}
      </div>
      {recipients.kind === 'topic' ? (
        <TopicFields recipients={recipients} onChange={onChange} />
      ) : (
        <PeopleField recipients={recipients} onChange={onChange} />
      )}
    </div>
  );
}

/** The first field of these that says nothing yet. */
export function emptyFieldIn(form: HTMLFormElement, recipients: Recipients): HTMLElement | undefined {
  if (recipients.kind === 'direct' && recipients.userIds.length > 0) return undefined;
  return [...form.querySelectorAll<HTMLInputElement>('input[type=text]')].find(({ value }) => value === '');
}

function TopicFields({ recipients, onChange }: Props) {
  const { store, topics } = useClient();
  const channels = store.channels.all
    .all()
    .filter(({ subscriptionState, is_archived }) => subscriptionState === 'subscribed' && !is_archived);
  const channel = channels.find(({ name }) => name === recipients.channel);
  const channelsFor = (query: string) =>
    best(channels, query, ({ name }) => name, MOST).map(({ stream_id, name }) => ({
      ...{ key: String(stream_id), label: name, insert: name },
    }));
  const topicsFor = (query: string) =>
    best(channel ? topics.of(channel.stream_id) : [], query, ({ name }) => name, MOST).map(({ name }) => ({
      ...{ key: name, label: topicName(name), insert: name },
    }));
  return (
    <>
      <SuggestingInput
        class={styles.channel}
        role="combobox"
        label={t.channel}
        placeholder={t.chooseChannel}
        value={recipients.channel}
        candidatesFor={channelsFor}
        onValue={(value) => onChange({ ...recipients, channel: value })}
        onChoose={({ insert }) => onChange({ ...recipients, channel: insert })}
        isSingle
      />
      <Icon name="chevron" />
      <SuggestingInput
        class={styles.wide}
        label={t.topic}
        placeholder={t.topic}
        maxLength={store.organization.get('max_topic_length')}
        value={recipients.topic}
        candidatesFor={topicsFor}
        onFocus={() => channel && void topics.load(channel.stream_id).catch(() => undefined)}
        onValue={(topic) => onChange({ ...recipients, topic })}
        onChoose={({ insert }) => onChange({ ...recipients, topic: insert })}
        isSingle
      />
    </>
  );
}

function PeopleField({ recipients, onChange }: Props) {
  const { store } = useClient();
  const [typed, setTyped] = useState('');
  /** Whose whole name is in the field: a recipient as long as it is there, as it may be the beginning of a longer one. */
  const [named, setNamed] = useState<number | null>(null);
  const userIds = recipients.userIds.filter((id) => id !== named);
  const fill = (text: string, id: number | null, ids: readonly number[]) => {
    setTyped(text);
    setNamed(id);
    if (ids.join() !== recipients.userIds.join()) onChange({ ...recipients, userIds: ids });
  };
  const add = (id: number) => fill('', null, userIds.includes(id) ? userIds : [...userIds, id]);
  const type = (text: string) => {
    const name = text.trim().toLowerCase();
    const found = store.people.users
      .peekAll()
      .filter(({ accountState, full_name }) => accountState === 'active' && full_name.toLowerCase() === name);
    const id = found.length === 1 && !userIds.includes(found[0]!.user_id) ? found[0]!.user_id : null;
    fill(text, id, id === null ? userIds : [...userIds, id]);
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
      <SuggestingInput
        class={styles.wide}
        role="combobox"
        label={t.people}
        placeholder={userIds.length === 0 ? t.choosePeople : ''}
        value={typed}
        candidatesFor={(query) => (query === '' ? [] : peopleFor(query, userIds, { store }))}
        onValue={type}
        onChoose={({ insert }) => add(Number(insert))}
        onBlur={() => named !== null && recipients.userIds.includes(named) && add(named)}
        onKeyDown={onKeyDown}
      />
    </>
  );
}
