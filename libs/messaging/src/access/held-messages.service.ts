import { Channels } from '@app/channels';
import { Actor, Lock, Runner, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import type { MessageStanding } from '../records/message';
import { MessageRepository, Places } from '../records/message.repository';
import { MessageAccess } from './access';

/** Runs work on messages while they cannot be moved. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly messages: MessageRepository,
    private readonly channels: Channels,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs the work in a transaction that holds the locks of the messages' places. If messages were moved before the
   * locks were held, it tries again with the new places. `messages` ascend.
   * @throws MessageIsInvalid when one does not exist, or is a direct message of other people; whether the others may be
   * read is for the work to ask
   * @param run how the work is run under its locks; default: in a transaction of its own
   */
  async hold<R>(
    actor: Actor,
    messageIds: readonly number[],
    locksOf: (places: Places) => Lock[],
    work: (messages: readonly MessageStanding[], access: MessageAccess) => Promise<R>,
    run?: Runner,
  ): Promise<R> {
    return this.transactions.runWhenStable(
      {
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
      },
      run,
    );
  }
}
