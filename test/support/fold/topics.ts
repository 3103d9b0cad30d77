import type { Fold } from './state';
import { isSameTopic, recount, TopicPolicy } from './unreads';

/** One policy for one topic; policy 0 removes it. */
export const user_topic: Fold = (state, event) => {
  if (!state.user_topics) return;
  const { stream_id, topic_name, last_updated, visibility_policy } = event as unknown as TopicPolicy & {
    last_updated: number;
  };
  const others = (state.user_topics as TopicPolicy[]).filter(
    (one) => one.stream_id !== stream_id || !isSameTopic(one.topic_name, topic_name),
  );
  const policy = { stream_id, topic_name, last_updated, visibility_policy };
  state.user_topics = visibility_policy === 0 ? others : [...others, policy];
  recount(state);
};

/** The whole list, by the names of channels, for clients without the newer event. */
export const muted_topics: Fold = (state, event) => {
  if (!state.muted_topics) return;
  state.muted_topics = event.muted_topics;
  recount(state);
};
