import { Channels } from '@app/channels';
import type { ChannelId, MessageId } from '@app/kernel';
import { Actor, lock } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../domain/errors';
import type { MessageStanding } from '../domain/message';
import { MoveRepository } from '../store/move.repository';
import { HeldMessages } from './held-messages';

export interface MoveRequest {
  readonly messageIds: readonly number[];
  readonly channelId: ChannelId;
  /** null: each message keeps its own. */
  readonly topic: string | null;
}

/** What was moved, as it was before; ascending by id. */
export interface Moved {
  /** Came from other channels. */
  readonly arrived: readonly MessageStanding[];
  /** Were in the channel already: only the topic is another. */
  readonly renamed: readonly MessageStanding[];
}

/**
 * Moving messages to channels and topics. Who may do so is for the caller to decide, but nobody moves what they cannot
 * read, nor to where they cannot. Called within a transaction, its locks must be held: all channels concerned, alone.
 */
@Injectable()
export class Moves {
  constructor(
    private readonly moves: MoveRepository,
    private readonly held: HeldMessages,
    private readonly channels: Channels,
  ) {}

  /** @throws MessageIsInvalid also for direct messages, ChannelIdIsInvalid */
  async move(actor: Actor, { messageIds, channelId, topic }: MoveRequest): Promise<Moved> {
    const locksOf = (places: { channelIds: readonly ChannelId[] }) =>
      [...places.channelIds, channelId].map((id) => lock.channel(id));
    return this.held.hold(actor, messageIds, locksOf, async (messages, access) => {
      if (!messages.every((one) => one.channelId !== null && access.reads(one))) throw new MessageIsInvalid();
      const target = await this.channels.get(actor, channelId);
      const arrived = messages.filter((one) => one.channelId !== channelId);
      const renamed = messages.filter((one) => one.channelId === channelId && topic !== null && one.topic !== topic);
      const isProtected = !target.historyPublicToSubscribers;
      await this.moves.move(idsOf(arrived), { channelId, topic, isProtected });
      if (topic !== null) await this.moves.rename(idsOf(renamed), topic);
      return { arrived, renamed };
    });
  }
}

const idsOf = (messages: readonly MessageStanding[]): MessageId[] => messages.map(({ id }) => id);
