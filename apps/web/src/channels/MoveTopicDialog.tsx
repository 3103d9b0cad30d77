import { useState } from 'preact/hooks';
import styles from '../actions/actions.module.css';
import { useFormRequest } from '../actions/form-request';
import { PlaceFields } from '../actions/PlaceFields';
import { useClient } from '../app/client';
import type { OpenedOnTopic } from '../app/dialogs';
import { t } from '../i18n';
import { mayMoveOutOf, mayRenameIn } from '../store/rights';
import { DialogButtons, Dialog } from '../ui/Dialog';

/** Where all messages of a topic go. */
export function MoveTopicDialog({ opened }: { readonly opened: OpenedOnTopic }) {
  const { store, dialogs, messageActions, topics } = useClient();
  const { failure, isUnderWay, ask } = useFormRequest();
  const [channelId, setChannelId] = useState(opened.channelId);
  const [topic, setTopic] = useState(opened.topic);
  const close = () => dialogs.close();
  const isElsewhere = channelId !== opened.channelId;
  const isRenamed = topic.trim() !== opened.topic;
  const channel = store.channels.all.get(opened.channelId);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const move = {
      ...(isRenamed ? { topic: topic.trim() } : {}),
      ...(isElsewhere ? { stream_id: channelId } : {}),
      propagate_mode: 'change_all' as const,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    };
    ask(
      () => messageActions.move(opened.messageId, move),
      () => {
        close();
        void topics.load(opened.channelId).catch(() => undefined);
      },
    );
  };
  return (
    <Dialog title={t.moveTopicTitle} onClose={close}>
      <form class={styles.form} onSubmit={onSubmit}>
        <PlaceFields
          channelId={channelId}
          topic={topic}
          isChannelFixed={!channel || !mayMoveOutOf(store, channel)}
          isTopicFixed={!channel || !mayRenameIn(store, channel)}
          onChannel={setChannelId}
          onTopic={setTopic}
        />
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
