import type { QuestionNames } from '@app/channels';
import { VISIBILITY } from './user-topic';
import { OPEN_END } from '../received/passage.sql';

/**
 * What a send reads about its topic together with its channel `c`: the sender's policy, whether the topic has messages that
 * the sender may see, and which of the users are subscribed and have neither muted nor followed it.
 */
export const topicStanding = ({ actorId, topic, userIds }: QuestionNames): string => `
  (SELECT t.visibility_policy FROM user_topic t
   WHERE t.user_id = ${actorId} AND t.channel_id = c.id AND lower(t.topic) = lower(${topic})) AS visibility,
  EXISTS (SELECT FROM message m WHERE m.channel_id = c.id AND lower(m.topic) = lower(${topic})
    AND (c.history_public_to_subscribers OR EXISTS (
      SELECT FROM subscription_interval s WHERE s.user_id = ${actorId} AND s.channel_id = c.id
        AND s.from_position < m.id AND m.id < s.to_position))) AS "isBegun",
  ARRAY (SELECT s.user_id FROM subscription_interval s
    WHERE s.channel_id = c.id AND s.user_id = ANY (${userIds}) AND s.to_position = ${OPEN_END} AND NOT EXISTS (
      SELECT FROM user_topic t WHERE t.user_id = s.user_id AND t.channel_id = c.id AND lower(t.topic) = lower(${topic})
        AND t.visibility_policy IN (${VISIBILITY.muted}, ${VISIBILITY.followed}))
    ORDER BY s.user_id) AS "followerIds"`;
