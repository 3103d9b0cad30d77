import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { Conversation, narrowOf } from '../links/narrow';
import { DialogButtons, Dialog } from '../ui/Dialog';
import { quotation } from './actions';
import styles from './actions.module.css';
import { ChoiceField } from './ChoiceField';
import { useUnsentInput } from './unsent-input';
import { PlaceFields } from './PlaceFields';
import type { MessageDialogProps } from './props';

/** Asks where a quotation goes; it is written into the form there, and sent by the user. */
export function ForwardDialog({ message }: MessageDialogProps) {
  const client = useClient();
  const { store, dialogs, router, composer } = client;
  const people = store.people.users
    .all()
    .filter(({ accountState }) => accountState === 'active')
    .map(({ user_id: id, full_name: name, delivery_email: email }) => ({ id, name, detail: email ?? undefined }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const channels = store.channels.all.all().filter(({ subscriptionState }) => subscriptionState === 'subscribed');
  const [kind, setKind] = useState<Conversation['kind']>(channels.length > 0 ? 'topic' : 'direct');
  const [channelId, setChannelId] = useState(message.type === 'stream' ? message.stream_id : channels[0]?.stream_id);
  const topic = useUnsentInput(`forward ${message.id}`, '');
  const [userId, setUserId] = useState(people[0]?.id);
  const [failure, setFailure] = useState<string | null>(null);
  const close = () => dialogs.close();
  const chosen = conversationOf(kind, channelId, topic.value.trim(), userId);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!chosen) return;
    const write = (text: string) => {
      topic.forget();
      dialogs.close();
      router.go({ view: 'messages', narrow: narrowOf(chosen) }, store);
      composer.insert(chosen, text);
    };
    void quotation(client, message).then(write, () => setFailure(''));
  };
  return (
    <Dialog title={t.forwardMessage} onClose={close}>
      <form class={styles.form} onSubmit={onSubmit}>
        <div class={styles.choices} role="radiogroup" aria-label={t.forwardMessage}>
          {(
            [
              ['topic', t.toChannel],
              ['direct', t.toPerson],
            ] as const
          ).map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="kind" checked={kind === value} onChange={() => setKind(value)} /> {name}
            </label>
          ))}
        </div>
        {kind === 'topic' && channelId !== undefined && (
          <PlaceFields channelId={channelId} topic={topic.value} onChannel={setChannelId} onTopic={topic.set} />
        )}
        {kind === 'direct' && <ChoiceField label={t.toPerson} value={userId} options={people} onChange={setUserId} />}
        <DialogButtons confirm={t.forward} isDisabled={!chosen} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}

function conversationOf(
  kind: Conversation['kind'],
  channelId: number | undefined,
  topic: string,
  userId: number | undefined,
): Conversation | null {
  if (kind === 'topic') return channelId === undefined ? null : { kind, channelId, topic };
  return userId === undefined ? null : { kind, userIds: [userId] };
}
