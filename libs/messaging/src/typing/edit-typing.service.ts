import { Organization, Organizations, PersonalSettingsReadings } from '@app/identity';
import { Clock } from '@app/kernel';
import { Actor, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { TypingIsKeptSecret } from '../errors';
import { TargetMessages } from '../access/target-messages.service';
import { EditingIsNotPermitted, EditingIsOff, EditingIsTooLate } from '../changes/edit.errors';
import { isTooOld } from '../changes/message-edit';
import type { ViewedMessage } from '../records/message';
import { TypingClientEvents, TypingOperation } from './typing.client-events';
import { TypingRecipients } from './typing-recipients.service';

/** Typing events of a user who changes the text of a message (docs/protocol/personal.md). */
@Injectable()
export class EditTyping {
  constructor(
    private readonly targets: TargetMessages,
    private readonly organizations: Organizations,
    private readonly settings: PersonalSettingsReadings,
    private readonly recipients: TypingRecipients,
    private readonly clients: TypingClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws MessageIsInvalid, TypingIsKeptSecret, and as the edit itself */
  async over(actor: Actor, operation: TypingOperation, messageId: number): Promise<void> {
    const { message, channel } = await this.targets.find(actor, messageId);
    const { organizationId, userId } = actor;
    const organization = await this.organizations.cached(actor);
    const own = await this.settings.of(organizationId, userId);
    const shows = channel ? own.send_stream_typing_notifications : own.send_private_typing_notifications;
    if (!shows) throw new TypingIsKeptSecret(channel ? 'channel' : 'direct');
    this.assertMayRetype(actor, organization, message);
    const editTyping = { operation, senderId: userId, messageId: message.id };
    if (message.conversationId !== null) {
      const { conversationId } = message;
      await this.transactions.run([], async () =>
        this.clients.tellRetypingDirectly(organizationId, conversationId, editTyping),
      );
      return;
    }
    const told = await this.recipients.inChannel(actor, message.channelId);
    if (told.length === 0) return;
    const place = { channelId: message.channelId, topic: message.topic, emptyTopicName: organization.emptyTopicName };
    await this.transactions.run([], async () =>
      this.clients.tellRetyping(organizationId, told, { ...editTyping, place }),
    );
  }

  private assertMayRetype(
    { userId }: Actor,
    { settings }: Organization,
    { senderId, sentAt }: Pick<ViewedMessage, 'senderId' | 'sentAt'>,
  ): void {
    if (!settings.allowMessageEditing) throw new EditingIsOff();
    if (senderId !== userId) throw new EditingIsNotPermitted();
    if (isTooOld(sentAt, this.clock.seconds(), settings.messageContentEditLimitSeconds)) throw new EditingIsTooLate();
  }
}
