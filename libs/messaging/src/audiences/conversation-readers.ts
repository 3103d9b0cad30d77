import type { ConversationId, MessageId, UserId } from '@app/kernel';
import type { Audience, RuleSubject } from '@app/realtime';

/** The audience rule for events in direct message conversations. */
export const CONVERSATION_AUDIENCE = 'conversation';

export interface ReadersOfConversation {
  readonly conversationId: ConversationId;
  /** Users who were deactivated when a message was sent do not have it. Empty: all participants are told. */
  readonly messageIds: readonly MessageId[];
}

/**
 * The subject of the rule `CONVERSATION_AUDIENCE`: readers of one of the parts. Each is told of the messages that the
 * reader has in all parts.
 */
export interface ConversationSubject extends RuleSubject {
  readonly parts: readonly ReadersOfConversation[];
  /** These users are told of all messages. */
  readonly also?: readonly UserId[];
}

/** Readers of any of the parts, as one audience. */
export function readersOfConversations(
  parts: readonly ReadersOfConversation[],
  also: readonly UserId[] = [],
): Audience {
  const { conversationId: id } = parts[0]!;
  const of: ConversationSubject = { id, position: 0, isPublic: false, parts, also };
  return { to: 'rule', rule: CONVERSATION_AUDIENCE, of };
}
