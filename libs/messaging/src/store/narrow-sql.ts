import { BIT } from '../domain/flag';
import type { Condition } from '../domain/search-scope';
import { RESOLVED_PREFIX } from '../domain/topic';
import type { Bindings } from './bindings';

/** Who asks, and where. */
export interface Asker {
  readonly userId: number;
  readonly organizationId: number;
}

/**
 * The conditions of a narrow on the message `m`, as one SQL expression that is true or false, never null. Statements
 * that use it with `unread` have the relation `unread` (see `unreadMessages`).
 */
export function narrowCondition(conditions: readonly Condition[], asker: Asker, bindings: Bindings): string {
  const parts = conditions.map((condition) => {
    const expression = expressionOf(condition, asker, bindings);
    return condition.negated ? `(${expression}) IS NOT TRUE` : `(${expression})`;
  });
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

function expressionOf(condition: Condition, asker: Asker, bindings: Bindings): string {
  switch (condition.kind) {
    case 'channels':
      return `m.channel_id = ANY (${bindings.add(condition.channelIds, 'bigint[]')})`;
    case 'topic':
      return `m.channel_id IS NOT NULL AND lower(m.topic) = lower(${bindings.add(condition.topic, 'text')})`;
    case 'conversation':
      return `m.conversation_id = ${conversationWith(condition.participantIds, asker, bindings)}`;
    case 'sender':
      return `m.sender_id = ${bindings.add(condition.senderId, 'bigint')}`;
    case 'message':
      return `m.id = ${bindings.add(condition.messageId, 'bigint')}`;
    case 'direct':
      return 'm.conversation_id IS NOT NULL';
    case 'resolved':
      return `m.channel_id IS NOT NULL AND starts_with(m.topic, '${RESOLVED_PREFIX}')`;
    case 'unread':
      return 'EXISTS (SELECT FROM unread WHERE unread.id = m.id)';
    case 'has':
      return `m.has_${condition.content}`;
    case 'starred':
      return isFlagged(BIT.starred, asker, bindings);
    case 'alerted':
      return isFlagged(BIT.alertWord, asker, bindings);
  }
}

const isFlagged = (bit: number, { userId }: Asker, bindings: Bindings): string =>
  `EXISTS (SELECT FROM message_flag f WHERE f.user_id = ${bindings.add(userId, 'bigint')}
     AND f.message_id = m.id AND f.flags & ${bit} <> 0)`;

const conversationWith = (participantIds: readonly number[], { organizationId }: Asker, bindings: Bindings): string =>
  `(SELECT id FROM conversation WHERE organization_id = ${bindings.add(organizationId, 'bigint')}
     AND participant_ids = ${bindings.add(participantIds, 'bigint[]')})`;
