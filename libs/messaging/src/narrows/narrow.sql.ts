import { BIT } from '../received/flag';
import type { Condition, OpenKind } from './search-scope';
import { RESOLVED_PREFIX } from '../topics/topic';
import { VISIBILITY } from '../user-topics/user-topic';
import type { Bindings } from '../bindings.sql';
import { searchCondition } from '../search/search.sql';
import { isUnreadAlone, listedBits, wasSentTo } from '../received/standing.sql';
import type { ReadingUser } from '../records/message.repository';

/** Whether the message `m` has reactions. */
const HAS_REACTION = 'EXISTS (SELECT FROM reaction WHERE reaction.message_id = m.id)';

/**
 * The conditions of a narrow on the message `m` as one SQL expression; NULL counts as false. The statement must have
 * `readerState`.
 */
export function narrowCondition(
  conditions: readonly Condition[],
  readingUser: ReadingUser,
  bindings: Bindings,
): string {
  const parts = conditions.map((condition) => {
    const expression = expressionOf(condition, readingUser, bindings);
    return condition.negated ? `(${expression}) IS NOT TRUE` : `(${expression})`;
  });
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/**
 * The conditions that hold for whole conversations, on `seat.conversation_id`. Conversations that they exclude need no
 * scan of their messages.
 */
export function conversationCondition(
  conditions: readonly Condition[],
  readingUser: ReadingUser,
  bindings: Bindings,
): string {
  const parts = conditions.flatMap((condition) => {
    const expression = ofConversation(condition, 'seat', readingUser, bindings);
    if (!expression) return [];
    return [condition.negated ? `(${expression}) IS NOT TRUE` : `(${expression})`];
  });
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

function expressionOf(condition: Condition, readingUser: ReadingUser, bindings: Bindings): string {
  switch (condition.kind) {
    case 'channels':
      if (condition.open) return isOpen(condition.open, 'm.channel_id');
      return `m.channel_id = ANY (${bindings.add(condition.channelIds, 'bigint[]')})`;
    case 'topic':
      return `m.channel_id IS NOT NULL AND lower(m.topic) = lower(${bindings.add(condition.topic, 'text')})`;
    case 'conversation':
    case 'including':
    case 'group':
      return ofConversation(condition, 'm', readingUser, bindings)!;
    case 'sender':
      return `m.sender_id = ${bindings.add(condition.senderId, 'bigint')}`;
    case 'message':
      return `m.id = ${bindings.add(condition.messageId, 'bigint')}`;
    case 'direct':
      return 'm.conversation_id IS NOT NULL';
    case 'resolved':
      return `m.channel_id IS NOT NULL AND m.topic LIKE '${RESOLVED_PREFIX}%'`;
    case 'unread':
      return isUnreadAlone(bindings.add(readingUser.userId, 'bigint'));
    case 'has':
      return condition.content === 'reaction' ? HAS_REACTION : `m.has_${condition.content}`;
    case 'starred':
      return isFlagged(BIT.starred, readingUser, bindings);
    case 'alerted':
      return isFlagged(BIT.alertWord, readingUser, bindings);
    case 'mentioned':
      return `${isFlagged(BIT.mentioned | BIT.topicWildcard, readingUser, bindings)}
        OR ${listedBits(bindings.add(readingUser.userId, 'bigint'))} <> 0 OR (m.mentions_channel AND ${wasSentTo(bindings.add(readingUser.userId, 'bigint'))})`;
    case 'followed':
      return isOneOf([VISIBILITY.followed], readingUser, bindings);
    case 'muted':
      return isMuted(condition.channelIds, readingUser, bindings);
    case 'home':
      return `(${isMuted(condition.channelIds, readingUser, bindings)}) IS NOT TRUE`;
    case 'all':
      return 'true';
    case 'search':
      return searchCondition(condition, bindings);
  }
}

/** Whether a row of `channel` with alias `c` is of that kind. */
export const OF_KIND: Readonly<Record<OpenKind, string>> = {
  public: 'NOT c.is_private',
  'web-public': 'c.is_web_public',
};

/** Whether the channel is of that kind; NULL: there is no channel. Evaluated for each message. */
const isOpen = (kind: OpenKind, channelId: string): string =>
  `(SELECT ${OF_KIND[kind]} FROM channel c WHERE c.id = ${channelId})`;

/** Whether the channel of the message is of that kind and in the user's organization. */
export const isInOpenChannel = (
  kind: OpenKind,
  channelId: string,
  { organizationId }: ReadingUser,
  bindings: Bindings,
): string =>
  `coalesce((SELECT ${OF_KIND[kind]} AND c.organization_id = ${bindings.add(organizationId, 'bigint')}
     FROM channel c WHERE c.id = ${channelId}), false)`;

const isFlagged = (bits: number, { userId }: ReadingUser, bindings: Bindings): string =>
  `EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${bindings.add(userId, 'bigint')}
     AND f.message_id = m.id AND f.flags & ${bits} <> 0)`;

/** Whether the user has one of these policies for the topic; evaluated once for all messages. */
const isOneOf = (visibilities: readonly number[], { userId }: ReadingUser, bindings: Bindings): string =>
  `(m.channel_id, lower(m.topic)) IN (
     SELECT t.channel_id, lower(t.topic) FROM user_topic t
     WHERE t.user_id = ${bindings.add(userId, 'bigint')} AND t.visibility_policy IN (${visibilities.join(', ')}))`;

const isMuted = (channelIds: readonly number[], readingUser: ReadingUser, bindings: Bindings): string =>
  `${isOneOf([VISIBILITY.muted], readingUser, bindings)}
   OR (m.channel_id = ANY (${bindings.add(channelIds, 'bigint[]')})
       AND NOT ${isOneOf([VISIBILITY.unmuted, VISIBILITY.followed], readingUser, bindings)})`;

/** The condition on the conversation in a row of `relation`; `null`: none. */
function ofConversation(
  condition: Condition,
  relation: string,
  readingUser: ReadingUser,
  bindings: Bindings,
): string | null {
  const id = `${relation}.conversation_id`;
  switch (condition.kind) {
    case 'conversation':
      return `${id} = (SELECT c.id FROM conversation c WHERE c.organization_id = ${bindings.add(readingUser.organizationId, 'bigint')}
        AND c.participant_ids = ${bindings.add(condition.participantIds, 'bigint[]')})`;
    case 'including':
      return `${id} IN (${conversationsOf(condition.userId, bindings)})`;
    case 'group':
      return `${id} IN (${conversationsOf(condition.userId, bindings)} AND cardinality(c.participant_ids) > 2)`;
    default:
      return null;
  }
}

const conversationsOf = (userId: number, bindings: Bindings): string =>
  `SELECT other.conversation_id FROM conversation_participant other JOIN conversation c ON c.id = other.conversation_id
   WHERE other.user_id = ${bindings.add(userId, 'bigint')}`;
