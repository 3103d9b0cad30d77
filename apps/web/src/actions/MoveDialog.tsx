import { useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { narrowName } from '../app/names';
import { t } from '../i18n';
import { topicNarrow } from '../links/narrow';
import type { Move } from '../server/message-actions';
import type { KnownMessage } from '../store/messages';
import { mayMoveOut, mayRename } from '../store/rights';
import { DialogButtons, Dialog } from '../ui/Dialog';
import styles from './actions.module.css';
import { useFormRequest } from './form-request';
import { PlaceFields } from './PlaceFields';
import type { MessageDialogProps } from './props';

type Mode = NonNullable<Move['propagate_mode']>;
const modes = (): readonly (readonly [Mode, string])[] => [
  ['change_one', t.moveOne],
  ['change_later', t.moveLater],
  ['change_all', t.moveAll],
];

type ChannelMessage = Extract<KnownMessage, { type: 'stream' }>;

export function MoveDialog({ message }: MessageDialogProps) {
  return message.type === 'stream' ? <Fields message={message} /> : null;
}

/** Where the message goes, and which ones go with it. */
function Fields({ message }: { readonly message: ChannelMessage }) {
  const { store, dialogs, messageActions, notices } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const [channelId, setChannelId] = useState(message.stream_id);
  const [topic, setTopic] = useState(message.subject);
  const [mode, setMode] = useState<Mode>('change_later');
  const [tells, setTells] = useState({ old: false, new: true });
  const close = () => dialogs.close();
  const isElsewhere = channelId !== message.stream_id;
  const isRenamed = topic.trim() !== message.subject;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const move: Move = {
      ...(isRenamed ? { topic: topic.trim() } : {}),
      ...(isElsewhere ? { stream_id: channelId } : {}),
      propagate_mode: mode,
      send_notification_to_old_thread: tells.old,
      send_notification_to_new_thread: tells.new,
    };
    ask(
      () => messageActions.move(message.id, move),
      () => {
        close();
        notices.say(t.movedTo(narrowName(store, topicNarrow(channelId, topic.trim()))));
      },
    );
  };
  return (
    <Dialog title={t.moveMessage} onClose={close}>
      <form class={styles.form} onSubmit={onSubmit}>
        <PlaceFields
          channelId={channelId}
          topic={topic}
          isChannelFixed={mayMoveOut(store, message) !== 'allowed'}
          isTopicFixed={mayRename(store, message) !== 'allowed'}
          onChannel={setChannelId}
          onTopic={setTopic}
        />
        <fieldset class={styles.choices}>
          <legend>{t.moveWhich}</legend>
          {modes().map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} /> {name}
            </label>
          ))}
        </fieldset>
        <div class={styles.choices}>
          {(
            [
              ['old', t.tellOld],
              ['new', t.tellNew],
            ] as const
          ).map(([where, name]) => (
            <label key={where}>
              <input
                type="checkbox"
                checked={tells[where]}
                onChange={({ currentTarget }) => setTells({ ...tells, [where]: currentTarget.checked })}
              />{' '}
              {name}
            </label>
          ))}
        </div>
        <DialogButtons
          confirm={t.move}
          isDisabled={isUnderWay || !(isElsewhere || isRenamed)}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
