import { LARGEST_ID } from '@app/kernel';
import { Channels, ReadableChannel } from '@app/channels';
import { Actor, lock, SharedTransactions, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import type { ViewedMessage } from '../records/message';
import { MessageRepository } from '../records/message.repository';
import { MessageAccess } from './access';

/** A message as a user sees it who reacts to it or answers it. */
export interface TargetMessage {
  readonly message: ViewedMessage;
  /** Null for direct messages. */
  readonly channel: ReadableChannel | null;
}

/** Messages to which a user adds something, such as a reaction. */
@Injectable()
export class TargetMessages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly channels: Channels,
    private readonly transactions: Transactions,
    private readonly shared: SharedTransactions,
  ) {}

  /**
   * The message, if the actor reads it. Archived channels are excluded, because nothing can be added there.
   * @throws MessageIsInvalid
   */
  async find(actor: Actor, messageId: number): Promise<TargetMessage> {
    const message = await this.messages.find(actor, messageId);
    if (!message) throw new MessageIsInvalid();
    const channel = message.channelId === null ? null : await this.channels.find(actor, message.channelId);
    const access = new MessageAccess(actor.userId, channel ? [channel] : []);
    if (!access.reads(message) || channel?.isArchived) throw new MessageIsInvalid();
    return { message, channel };
  }

  /**
   * Runs the work in a transaction that locks the actor and the message's place. Meanwhile no subscription of the
   * channel changes, the channel is not archived, and no other request adds to the message. The transaction may be shared:
   * the work writes nothing before it throws a domain error.
   * @throws MessageIsInvalid as `find`
   */
  async hold<R>(actor: Actor, messageId: number, work: (found: TargetMessage) => Promise<R>): Promise<R> {
    if (messageId > LARGEST_ID) throw new MessageIsInvalid();
    return this.transactions.runWhenStable(
      {
        resolve: () => this.messages.placesOf(actor, [messageId]),
        locksOf: ({ channelIds }) => [
          ...channelIds.map((id) => lock.channelShared(id)),
          lock.user(actor.userId),
          lock.message(messageId),
        ],
        confirm: async ({ channelIds }) => {
          const found = await this.find(actor, messageId);
          return found.channel && !channelIds.includes(found.channel.id) ? null : found;
        },
        work,
      },
      (locks, held) => this.shared.run(actor.userId, locks, held),
    );
  }
}
