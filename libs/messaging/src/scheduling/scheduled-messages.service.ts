import { Channels } from '@app/channels';
import { Organizations } from '@app/identity';
import { Clock } from '@app/kernel';
import { Actor, lock, RowQuota, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { LinkedUpload } from '../attachments/attachment';
import { ScheduledMessageIsBusy, ScheduledMessageIsUnknown, ScheduledMessageWasSent } from './scheduled.errors';
import {
  assertInFuture,
  assertMakesSense,
  edited,
  ScheduledMessage,
  ScheduledMessageChange,
  ScheduledPlace,
  ScheduledText,
  WantedMessage,
  WantedPlace,
} from './scheduled-message';
import { assertTopicIsAllowed, normaliseTopic } from '../topics/topic';
import { ScheduledMessageRepository } from './scheduled-message.repository';
import { SCHEDULED_MESSAGES } from '../row-limits';
import { ChannelMessages } from '../sending/channel-messages.service';
import { DirectMessages } from '../sending/direct-messages.service';
import { ScheduledFiles } from './scheduled-files.service';
import { ScheduledMessageClientEvents } from './scheduled-message.client-events';

/** The message may be changed between the read and the transaction; then the edit is tried again. */
const ATTEMPTS = 5;

export interface ScheduleRequest {
  readonly place: WantedPlace;
  readonly content: string;
  /** UNIX seconds. */
  readonly deliverAt: number;
  readonly isReadBySender: boolean;
}

/** The message as it would be sent now. */
type Checked = ScheduledPlace & ScheduledText & { readonly attachments: readonly LinkedUpload[] };

/** Scheduled messages. Only their author sees them (docs/protocol/scheduled.md). */
@Injectable()
export class ScheduledMessages {
  constructor(
    private readonly rows: ScheduledMessageRepository,
    private readonly channelMessages: ChannelMessages,
    private readonly directMessages: DirectMessages,
    private readonly channels: Channels,
    private readonly organizations: Organizations,
    private readonly files: ScheduledFiles,
    private readonly clients: ScheduledMessageClientEvents,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly rowQuota: RowQuota,
  ) {}

  /** Unsent messages, including failed ones; ordered by due time. */
  list(actor: Actor): Promise<ScheduledMessage[]> {
    return this.rows.listOwn(actor.userId);
  }

  /**
   * Returns its id, which differs from the id of the sent message.
   * @throws DeliveryTimeIsNotInFuture, and whatever sending it now would throw
   */
  async create(actor: Actor, { place, content, deliverAt, isReadBySender }: ScheduleRequest): Promise<number> {
    const { organizationId, userId: senderId, client } = actor;
    assertInFuture(deliverAt, this.clock.now().getTime());
    const { attachments, ...checked } = await this.check(actor, place, content);
    return this.transactions.run([lock.user(senderId)], async () => {
      await this.rowQuota.assert(SCHEDULED_MESSAGES, senderId);
      const added = { ...checked, organizationId, senderId, deliverAt, isReadBySender, client };
      const message = await this.rows.insert(added);
      if (attachments.length > 0) await this.files.keep(message, attachments);
      this.clients.tellAdded(message);
      return message.id;
    });
  }

  /**
   * Changes text, place or time. A failed message waits again.
   * @throws NothingToChange, RecipientIsRequired, TopicIsRequiredForChannel, DeliveryTimeIsNotInFuture,
   * ChannelIdIsNoInteger, RecipientsAreNoList, ScheduledMessageIsUnknown, ScheduledMessageWasSent,
   * ScheduledMessageIsBusy; and, unless only topic or time change, whatever sending it now would throw
   */
  async edit(actor: Actor, id: number, change: ScheduledMessageChange): Promise<void> {
    const { emptyTopicName } = await this.organizations.cached(actor);
    assertMakesSense(change, this.clock.now().getTime(), emptyTopicName);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const message = await this.waiting(actor, id);
      const wanted = edited(message, change);
      const next = wanted.isAnother
        ? await this.check(actor, wanted.place, wanted.content)
        : await this.retitled(actor, message, wanted);
      if (await this.revise(message, next, change.deliverAt ?? message.deliverAt)) return;
    }
    throw new ScheduledMessageIsBusy();
  }

  /** @throws ScheduledMessageIsUnknown, ScheduledMessageWasSent */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.transactions.run([lock.user(actor.userId)], async () => {
      const message = await this.waiting(actor, id);
      await this.files.giveUp(message);
      await this.rows.remove(id);
      this.clients.tellRemoved(message);
    });
  }

  private async waiting(actor: Actor, id: number): Promise<ScheduledMessage> {
    const message = await this.rows.findOwn(actor.userId, id);
    if (!message) throw new ScheduledMessageIsUnknown();
    if (message.messageId !== null) throw new ScheduledMessageWasSent();
    return message;
  }

  /** `false`: it was changed meanwhile. */
  private revise(
    message: ScheduledMessage,
    { attachments, ...next }: ScheduledPlace & ScheduledText & { attachments?: readonly LinkedUpload[] },
    deliverAt: number,
  ): Promise<boolean> {
    return this.transactions.run([lock.user(message.senderId)], async () => {
      const revised = await this.rows.revise(message, { ...next, deliverAt });
      if (!revised) return false;
      if (attachments) await this.files.keep(revised, attachments);
      this.clients.tellUpdated(revised);
      return true;
    });
  }

  /** All checks for sending a message. */
  private async check(actor: Actor, place: WantedPlace, content: string): Promise<Checked> {
    const draft = { content, isReadBySender: false, echo: null };
    if ('recipients' in place) {
      const { userIds, ...text } = await this.directMessages.check(actor, { ...draft, recipients: place.recipients });
      return { channelId: null, topic: '', recipientIds: userIds, ...text };
    }
    const { channelId, topic, ...text } = await this.channelMessages.check(actor, { ...draft, ...place });
    return { channelId, topic, recipientIds: null, ...text };
  }

  /** Only the topic may have changed, so only the topic is checked. */
  private async retitled(
    actor: Actor,
    message: ScheduledMessage,
    { place }: WantedMessage,
  ): Promise<ScheduledPlace & ScheduledText> {
    const { content, html } = message;
    if (message.channelId === null) {
      return { channelId: null, topic: '', recipientIds: message.recipientIds, content, html };
    }
    const { channelId } = message;
    const wanted = 'topic' in place ? place.topic : message.topic;
    if (wanted === message.topic) return { channelId, topic: wanted, recipientIds: null, content, html };
    const { emptyTopicName, settings } = await this.organizations.cached(actor);
    const topic = normaliseTopic(wanted, emptyTopicName);
    const channel = await this.channels.find(actor, channelId);
    const policies = { channel: channel?.topicsPolicy ?? 'inherit', organization: settings.topicsPolicy };
    assertTopicIsAllowed(topic, policies, emptyTopicName);
    return { channelId, topic, recipientIds: null, content, html };
  }
}
