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
    for (;;) {
      const places = await this.messages.placesOf(actor, messageIds);
      const done = await this.transactions.run(locksOf(places), async () => {
        const messages = await this.messages.standings(actor, messageIds);
        if (messages.length < new Set(messageIds).size) throw new MessageIsInvalid();
        if (!messages.every(({ channelId }) => channelId === null || places.channelIds.includes(channelId)))
          return null;
        const readable = await this.channels.readableAmong(actor, places.channelIds);
        return { result: await work(messages, new MessageAccess(actor.userId, readable)) };
      });
      if (done) return done.result;
    }
  }
}
