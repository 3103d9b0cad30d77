import { showsEverybodyToGuests } from '@app/identity';
import type { ConversationId, MessageId, UserId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ConversationMayNotBeStarted } from '../errors';
import { GuestVisibilityChanges } from '../guest-visibility/guest-visibility-changes.service';
import { ConversationRepository } from '../records/conversation.repository';
import { FlagRepository } from '../records/flag.repository';
import type { PreparedMessage } from '../writing/message-preparation.service';
import { MessageWriter } from '../writing/message-writer.service';
import { directDestination, directMarks, ReadyDirectMessage } from './shared-direct-sends.service';

/** Direct messages, each in a transaction of its own. */
@Injectable()
export class LoneDirectSends {
  constructor(
    private readonly guestVisibility: GuestVisibilityChanges,
    private readonly writer: MessageWriter,
    private readonly conversations: ConversationRepository,
    private readonly flags: FlagRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ConversationMayNotBeStarted */
  send(ready: ReadyDirectMessage): Promise<MessageId> {
    const { prepared, participants, mayStart } = ready;
    const ids = participants.map(({ id }) => id);
    const work = async () => {
      const { conversationId, messageId } = await this.conversations.open(prepared.actor.organizationId, ids);
      if (!mayStart) await this.assertHasStarted(conversationId);
      await prepared.sendStep?.run(messageId);
      const id = conversationId ?? (await this.begin(prepared, ids));
      const marks = directMarks(ready);
      await this.flags.mark(messageId, marks);
      await this.writer.write(prepared, directDestination(ready, id, messageId, marks));
      return messageId;
    };
    return this.transactions.run(this.writer.locksOf(prepared), work, { beginsAtOnce: true });
  }

  /** @throws ConversationMayNotBeStarted */
  async assertHasStarted(conversationId: ConversationId | null): Promise<void> {
    const hasStarted = conversationId !== null && (await this.conversations.hasMessages(conversationId));
    if (!hasStarted) throw new ConversationMayNotBeStarted();
  }

  /** Participants of a conversation can see each other from then on. */
  private async begin({ actor, organization }: PreparedMessage, ids: readonly UserId[]): Promise<ConversationId> {
    const id = await this.conversations.make(actor.organizationId, ids);
    if (!showsEverybodyToGuests(organization)) await this.guestVisibility.inConversation(actor.organizationId, ids);
    return id;
  }
}
