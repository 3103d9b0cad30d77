import { Channels } from '@app/channels';
import { Actor, Lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import type { MessageStanding } from '../records/message';
import { MessageRepository, Places } from '../records/message.repository';
import { MessageAccess } from './access';

/** Messages that stay where they are while something is done about them. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly channels: Channels,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Does the work in a transaction that has the locks of the places where the messages are; if they were moved before
   * those were held, once more with others. `messages` ascend.
   * @throws MessageIsInvalid when one does not exist, or is a direct message of other people; whether the others may be
   *   read is for the work to ask
   */
  async hold<R>(
    actor: Actor,
    messageIds: readonly number[],
    locksOf: (places: Places) => Lock[],
    work: (messages: readonly MessageStanding[], access: MessageAccess) => Promise<R>,
  ): Promise<R> {
    return this.transactions.runWhenStable({
      resolve: () => this.messages.placesOf(actor, messageIds),
      locksOf,
      confirm: async ({ channelIds }) => {
        const messages = await this.messages.standings(actor, messageIds);
        if (messages.length < new Set(messageIds).size) throw new MessageIsInvalid();
        const areThere = messages.every(({ channelId }) => channelId === null || channelIds.includes(channelId));
        return areThere ? { messages, channelIds } : null;
      },
      work: async ({ messages, channelIds }) => {
        const readable = await this.channels.readableAmong(actor, channelIds);
        return work(messages, new MessageAccess(actor.userId, readable));
      },
    });
  }
}
