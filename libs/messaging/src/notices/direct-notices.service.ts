import { Users } from '@app/identity';
import type { MessageId, UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { personOf } from '../message-views/message-object.client-events';
import { marksOf } from '../received/flag';
import { ConversationRepository } from '../records/conversation.repository';
import { FlagRepository } from '../records/flag.repository';
import type { PreparedMessage } from '../writing/message-preparation.service';
import { MessageWriter } from '../writing/message-writer.service';

/** Notices as direct messages, one to each user. Called in a transaction. */
@Injectable()
export class DirectNotices {
  constructor(
    private readonly writer: MessageWriter,
    private readonly conversations: ConversationRepository,
    private readonly flags: FlagRepository,
    private readonly users: Users,
  ) {}

  /** Returns the ids of the messages. Users who were deactivated meanwhile receive none. */
  async write(prepared: PreparedMessage, userIds: readonly UserId[]): Promise<MessageId[]> {
    const { actor } = prepared;
    const users = await this.users.byIds(actor.organizationId, userIds);
    const activeIds = userIds.filter((id) => users.get(id)?.isActive);
    const pairs = await this.conversations.openPairs(actor.organizationId, actor.userId, activeIds);
    for (const opened of pairs) {
      const people = [users.get(opened.userId)!, { ...actor, id: actor.userId }];
      const participants = people.sort((one, other) => one.id - other.id).map(personOf);
      const alertedIds = prepared.alertedIds.filter((id) => id === opened.userId);
      await this.flags.mark(opened.messageId, marksOf({ mentionedIds: [], alertedIds }));
      await this.writer.write(prepared, {
        id: opened.messageId,
        topic: '',
        channel: null,
        conversation: { id: opened.conversationId, participants },
        isReceivedBySender: true,
        mentionedIds: [],
        alertedIds,
        topicMentionedIds: [],
      });
    }
    return pairs.map(({ messageId }) => messageId);
  }
}
