import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { channelName, topicName } from '../../app/names';
import { hrefOfNarrow } from '../../app/router';
import { topicNarrow } from '../../links/narrow';
import { POLICY, UserTopic } from '../../store/topics';
import { Failure } from '../Failure';
import { useSaving } from '../saving';
import styles from '../settings.module.css';
import { s } from '../words';

/** The topics that the user follows, has muted, or has unmuted in a muted channel. */
export function TopicPolicies() {
  const { store } = useClient();
  const [wanted, setWanted] = useState('');
  const words = wanted.trim().toLowerCase();
  const topics = [...store.topics.all()]
    .filter(({ stream_id: id }) => store.channels.all.get(id))
    .filter((topic) => words === '' || titleOf(topic).toLowerCase().includes(words))
    .sort((one, other) => titleOf(one).localeCompare(titleOf(other)));
  function titleOf({ stream_id: id, topic_name: topic }: UserTopic): string {
    return s.topicIn(topicName(topic), channelName(store, id));
  }
  return (
    <>
      <p>{s.topicsHelp}</p>
      <div class={styles.form}>
        <label>
          {s.searchTopics}
          <input type="search" value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
      </div>
      {topics.length === 0 && <p>{s.noTopicPolicies}</p>}
      <ul class={styles.list} role="list">
        {topics.map((topic) => (
          <TopicRow key={`${topic.stream_id}:${topic.topic_name}`} topic={topic} title={titleOf(topic)} />
        ))}
      </ul>
    </>
  );
}

const CHOICES = () => [
  [POLICY.inherit, s.policyInherit] as const,
  [POLICY.muted, s.policyMuted] as const,
  [POLICY.unmuted, s.policyUnmuted] as const,
  [POLICY.followed, s.policyFollowed] as const,
];

function TopicRow({ topic, title }: { readonly topic: UserTopic; readonly title: string }) {
  const { store, topics } = useClient();
  const { stream_id: channelId, topic_name: name } = topic;
  const { shown, failure, change } = useSaving(
    () => store.topics.policyOf(channelId, name),
    (next) => topics.setPolicy(store, channelId, name, next as UserTopic['visibility_policy']),
    undefined,
    name,
  );
  return (
    <li class={styles.item}>
      <a class={styles.about} href={hrefOfNarrow(topicNarrow(channelId, name), store)} dir="auto">
        {title}
      </a>
      <select
        aria-label={s.policyOf(title)}
        value={String(shown)}
        onChange={({ currentTarget }) => change(Number(currentTarget.value))}
      >
        {CHOICES().map(([value, words]) => (
          <option key={value} value={String(value)}>
            {words}
          </option>
        ))}
      </select>
      <Failure text={failure} />
    </li>
  );
}
