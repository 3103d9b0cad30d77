import { useEffect, useId, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { type Candidate, MOST } from '../compose/candidates';
import { best } from '../compose/completion';
import { useSuggestions } from '../compose/Suggestions';
import { t } from '../i18n';
import styles from './actions.module.css';
import { ChoiceField } from './ChoiceField';

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
  const channels = store.channels.all
    .all()
    .filter((one) => one.stream_id === channelId || (one.subscriptionState === 'subscribed' && !one.is_archived))
    .map(({ stream_id: id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const suggestions = useTopics(channelId, topic, onTopic);
  return (
    <>
      <ChoiceField
        label={t.channel}
        value={channelId}
        options={channels}
        isDisabled={isChannelFixed}
        onChange={onChannel}
      />
      <div class={styles.field}>
        <label for={suggestions.id}>{t.topic}</label>
        <input
          id={suggestions.id}
          type="text"
          autofocus // most moves change the topic alone
          dir="auto"
          autocomplete="off"
          maxLength={store.organization.get('max_topic_length')}
          placeholder={t.generalChat}
          disabled={isTopicFixed}
          value={topic}
          onInput={({ currentTarget }) => suggestions.onInput(currentTarget.value)}
          onKeyDown={suggestions.onKeyDown}
          onBlur={suggestions.onBlur}
          {...suggestions.attributes}
        />
        {suggestions.list}
      </div>
    </>
  );
}

/** The topics of the channel that fit what was typed: messages often go to one that exists. */
function useTopics(channelId: number, topic: string, onTopic: (topic: string) => void) {
  const { topics } = useClient();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void topics.load(channelId).catch(() => undefined), [channelId]);
  const close = () => setAsked(false);
  const names = isAsked ? topics.of(channelId).filter(({ name }) => name !== topic && name !== '') : [];
  const found = best(names, topic.trim(), ({ name }) => name, MOST);
  const choose = ({ insert }: Candidate) => {
    close();
    onTopic(insert);
  };
  const { list, attributes, onKeyDown } = useSuggestions(
    found.map(({ name }) => ({ key: name, label: name, insert: name })),
    choose,
    close,
    { isFree: true, isWithin: true },
  );
  const onInput = (typed: string) => {
    setAsked(true);
    onTopic(typed);
  };
  return {
    ...{ id, list, attributes, onInput, onBlur: close },
    onKeyDown: (event: KeyboardEvent) => {
      // Where the list is open Escape closes it, and not the dialog.
      if (onKeyDown(event)) return event.stopPropagation();
      if (event.key === 'ArrowDown') setAsked(true);
    },
  };
}
