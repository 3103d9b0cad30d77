import { Channels } from '@app/channels';
import { Clock } from '@app/kernel';
import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import { Actor, DomainEventBus, lock, Raises } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MessageIsInvalid } from '../errors';
import type { MessageStanding } from '../records/message';
import { MoveChain, MoveAuthor, MoveRepository } from './move.repository';
import { HeldMessages } from '../access/held-messages.service';

export interface MoveRequest {
  readonly messageIds: readonly number[];
  readonly channelId: ChannelId;
  /** `null`: each message keeps its own topic. */
  readonly topic: string | null;
}

/** The moved messages in their former state; ascending by id. */
export interface Moved {
  /** Messages that came from other channels. */
  readonly arrived: readonly MessageStanding[];
  /** Messages that only changed their topic. */
  readonly renamed: readonly MessageStanding[];
}

/** A message of a channel, before it moves. */
export interface MovableMessage {
  readonly id: MessageId;
  readonly channelId: ChannelId;
  readonly topic: string;
}

export interface Relocation {
  readonly channelId: ChannelId;
  /** `null`: each message keeps its own topic. */
  readonly topic: string | null;
  /** Only subscribers receive messages of that channel. */
  readonly isProtected: boolean;
}

/**
 * Moves messages to channels and topics. The caller checks further permissions, but the actor must be able to read the
 * messages and the target. Called in a transaction that holds the exclusive locks of all these channels.
 */
@Injectable()
export class Moves {
  constructor(
    private readonly moves: MoveRepository,
    private readonly held: HeldMessages,
    private readonly channels: Channels,
    private readonly events: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Moves any messages without client events.
   * @throws MessageIsInvalid also for direct messages, ChannelIdIsInvalid
   */
  async move(actor: Actor, { messageIds, channelId, topic }: MoveRequest): Promise<Moved> {
    const locksOf = (places: { channelIds: readonly ChannelId[] }) =>
      [...places.channelIds, channelId].map((id) => lock.channel(id));
    return this.held.hold(actor, messageIds, locksOf, async (messages, access) => {
      if (!messages.every((one) => one.channelId !== null && access.reads(one))) throw new MessageIsInvalid();
      const target = await this.channels.get(actor, channelId);
      const arrived = messages.filter((one) => one.channelId !== channelId);
      const renamed = messages.filter((one) => one.channelId === channelId && topic !== null && one.topic !== topic);
      const moving = [...arrived, ...renamed].map((one) => ({ ...one, channelId: one.channelId! }));
      const isProtected = !target.historyPublicToSubscribers;
      const mover = { userId: actor.userId, at: this.clock.seconds() };
      await this.relocate(actor.organizationId, mover, moving, { channelId, topic, isProtected });
      return { arrived, renamed };
    });
  }

  /**
   * Writes the move, in a transaction that holds the exclusive locks of all these channels. Each message must change
   * its place.
   * @param begun the result of the previous batch of the move
   * @returns the chains of messages that came from other channels
   */
  @Raises('MessagesMoved')
  async relocate(
    organizationId: OrganizationId,
    mover: MoveAuthor,
    messages: readonly MovableMessage[],
    { channelId, topic, isProtected }: Relocation,
    begun: readonly MoveChain[] = [],
  ): Promise<readonly MoveChain[]> {
    const arriving = messages.filter((one) => one.channelId !== channelId);
    const staying = messages.filter((one) => one.channelId === channelId);
    const chains = await this.moves.move(idsOf(arriving), { channelId, topic, isProtected }, mover, begun);
    if (topic !== null) await this.moves.rename(idsOf(staying), topic, mover);
    for (const { channelId: fromChannelId, topic: fromTopic, ids } of byPlace(messages)) {
      const to = { toChannelId: channelId, toTopic: topic ?? fromTopic };
      await this.events.raise('MessagesMoved', { organizationId, messageIds: ids, fromChannelId, fromTopic, ...to });
    }
    return chains;
  }
}

const idsOf = (messages: readonly { id: MessageId }[]): MessageId[] => messages.map(({ id }) => id);

/** Groups messages by their common place, ascending. */
function byPlace(messages: readonly MovableMessage[]): (Omit<MovableMessage, 'id'> & { ids: MessageId[] })[] {
  const places = new Map<string, Omit<MovableMessage, 'id'> & { ids: MessageId[] }>();
  for (const { id, channelId, topic } of messages) {
    const key = `${channelId} ${topic}`;
    const place = places.get(key) ?? { channelId, topic, ids: [] };
    places.set(key, place);
    place.ids.push(id);
  }
  for (const { ids } of places.values()) ids.sort((one, other) => one - other);
  return [...places.values()];
}
