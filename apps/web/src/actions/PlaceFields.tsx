import { useClient } from '../app/client';
import { t } from '../i18n';
import styles from './actions.module.css';
import { ChannelSelect } from './ChannelSelect';

interface Props {
  readonly channelId: number;
  readonly topic: string;
  /** The channel stays as it is. */
  readonly isChannelFixed?: boolean;
  /** The topic stays as it is. */
  readonly isTopicFixed?: boolean;
  onChannel(channelId: number): void;
  onTopic(topic: string): void;
}

/** Where messages go: a channel, and a topic of it. */
export function PlaceFields({ channelId, topic, isChannelFixed, isTopicFixed, onChannel, onTopic }: Props) {
  const { store } = useClient();
  return (
    <>
      <label class={styles.field}>
        {t.channel}
        <ChannelSelect channelId={channelId} isDisabled={isChannelFixed} onChange={onChannel} />
      </label>
      <label class={styles.field}>
        {t.topic}
        <input
          type="text"
          autofocus // most moves change the topic alone
          dir="auto"
          autocomplete="off"
          maxLength={store.organization.get('max_topic_length')}
          placeholder={t.generalChat}
          disabled={isTopicFixed}
          value={topic}
          onInput={({ currentTarget }) => onTopic(currentTarget.value)}
        />
      </label>
    </>
  );
}
