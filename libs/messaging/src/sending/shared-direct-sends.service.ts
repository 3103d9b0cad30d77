import type { ConversationId, MessageId } from '@app/kernel';
import type { SharedOutcome } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BIT, idsWith, Mark, marksOf } from '../received/flag';
import { ConversationRepository } from '../records/conversation.repository';
import type { Person } from '../message-views/message-object.client-events';
import type { PreparedMessage } from '../writing/message-preparation.service';
import type { PlacedMessage, SentMessageIds } from '../writing/message-writer.service';
import type { OpenSend } from './shared-channel-sends.service';

/** What is known of a direct message before its transaction. */
export interface ReadyDirectMessage {
  readonly prepared: PreparedMessage;
  /** Including the sender, ascending. */
  readonly participants: readonly Person[];
  /** The sender may begin the conversation. */
  readonly mayStart: boolean;
}

/** The part of direct messages in a shared transaction. */
@Injectable()
export class SharedDirectSends {
  constructor(private readonly conversations: ConversationRepository) {}

  mayShare({ mayStart }: ReadyDirectMessage): boolean {
    return mayStart;
  }

  /** One statement. The first message of a conversation is left to a transaction of its own. */
  async open(all: readonly ReadyDirectMessage[]): Promise<(OpenSend | SharedOutcome<SentMessageIds>)[]> {
    if (all.length === 0) return [];
    const asked = all.map(({ prepared: { actor }, participants }) => ({
      organizationId: actor.organizationId,
      participantIds: participants.map(({ id }) => id),
    }));
    const opened = await this.conversations.openAll(asked);
    return all.map((ready, at) => {
      const { conversationId, messageId } = opened[at]!;
      if (conversationId === null) return 'alone';
      const destinationOf = (marked: readonly Mark[]) => directDestination(ready, conversationId, messageId, marked);
      return { prepared: ready.prepared, messageId, channelId: null, marks: directMarks(ready), destinationOf };
    });
  }
}

/** Only participants can be marked. */
export function directMarks({ prepared, participants }: ReadyDirectMessage): Mark[] {
  const ids = new Set(participants.map(({ id }) => id));
  return marksOf({
    mentionedIds: prepared.rendering.mentionedIds.filter((id) => ids.has(id)),
    alertedIds: prepared.alertedIds.filter((id) => ids.has(id)),
  });
}

export const directDestination = (
  { participants }: ReadyDirectMessage,
  conversationId: ConversationId,
  id: MessageId,
  marked: readonly Mark[],
): PlacedMessage['destination'] => ({
  id,
  topic: '',
  channel: null,
  conversation: { id: conversationId, participants },
  isReceivedBySender: true,
  mentionedIds: idsWith(marked, BIT.mentioned),
  alertedIds: idsWith(marked, BIT.alertWord),
  topicMentionedIds: [],
});
