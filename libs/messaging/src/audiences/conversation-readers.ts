import type { ConversationId, MessageId, UserId } from '@app/kernel';
import type { Audience, RuleSubject } from '@app/realtime';

/** The audience rule of what happens in conversations of direct messages. */
export const CONVERSATION_AUDIENCE = 'conversation';

export interface ReadersOfConversation {
  readonly conversationId: ConversationId;
  /** Who was deactivated when one of them was sent does not have it. None: everybody in the conversation is told. */
  readonly messageIds: readonly MessageId[];
}

/** Whom the rule `CONVERSATION_AUDIENCE` is asked about: readers of one of the parts, of what they have in all of them. */
export interface ConversationSubject extends RuleSubject {
  readonly parts: readonly ReadersOfConversation[];
  /** Told of everything in any case. */
  readonly also?: readonly UserId[];
}

/** Readers of any of the parts, as one audience. */
export function readersOfConversations(
  parts: readonly ReadersOfConversation[],
  also: readonly UserId[] = [],
): Audience {
  const of: ConversationSubject = { id: parts[0].conversationId, position: 0, isPublic: false, parts, also };
  return { to: 'rule', rule: CONVERSATION_AUDIENCE, of };
}
