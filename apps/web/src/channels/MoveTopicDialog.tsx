import { useState } from 'preact/hooks';
import styles from '../actions/actions.module.css';
import { useAsking } from '../actions/asking';
import { ChannelSelect } from '../actions/ChannelSelect';
import { useClient } from '../app/client';
import type { OpenedOnTopic } from '../app/dialogs';
import { t } from '../i18n';
import { isPermitted } from '../store/rights';
import { Answers, Dialog } from '../ui/Dialog';

/** Where all messages of a topic go. */
export function MoveTopicDialog({ opened }: { readonly opened: OpenedOnTopic }) {
  const { store, dialogs, messageActions, topics } = useClient();
  const { failure, isUnderWay, ask } = useAsking();
  const [channelId, setChannelId] = useState(opened.channelId);
  const [topic, setTopic] = useState(opened.topic);
  const close = () => dialogs.close();
  const isElsewhere = channelId !== opened.channelId;
  const isRenamed = topic.trim() !== opened.topic;
  const channel = store.channels.all.get(opened.channelId);
  const mayMoveOut =
    isPermitted(store, store.organization.get('realm_can_move_messages_between_channels_group')) ||
    (channel !== undefined && isPermitted(store, channel.can_move_messages_out_of_channel_group));
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
        <label class={styles.field}>
          {t.channel}
          <ChannelSelect channelId={channelId} isDisabled={!mayMoveOut} onChange={setChannelId} />
        </label>
        <label class={styles.field}>
          {t.topic}
          <input
            type="text"
            dir="auto"
            autocomplete="off"
            maxLength={store.organization.get('max_topic_length')}
            placeholder={t.generalChat}
            value={topic}
            onInput={({ currentTarget }) => setTopic(currentTarget.value)}
          />
        </label>
        <Answers
          confirm={t.move}
          isDisabled={isUnderWay || !(isElsewhere || isRenamed)}
          failure={failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
