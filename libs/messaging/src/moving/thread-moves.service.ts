import { ChannelFacts, ChannelReaders } from '@app/channels';
import { Linkifiers, Organization } from '@app/identity';
import { Clock } from '@app/kernel';
import type { MessageId, UserId } from '@app/kernel';
import { findLinks } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isWithinTopic, MoveProgress, ThreadMove } from './thread-move';
import { FlagRepository } from '../records/flag.repository';
import type { ThreadMessage } from '../records/thread';
import type { UpdatedMessage } from '../changes/message-update.client-events';
import { RetainedMessages } from './retained-messages.service';
import { MoveEvents, AudiencesBeforeMove } from './move-events.service';
import { Moves } from './moves.service';
import { ThreadNotices } from '../notices/thread-notices.service';
import { UserTopicMoves } from './user-topic-moves.service';

/** A move with its user and the current state of the two channels. */
export interface CurrentMove {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly move: ThreadMove;
  readonly from: ChannelFacts;
  readonly to: ChannelFacts;
}

export interface RelocatedBatch {
  /** The argument for `tell`. */
  readonly before: AudiencesBeforeMove;
  readonly chains: MoveProgress['chains'];
}

/**
 * Runs the parts of a move, each in a transaction that holds the exclusive locks of both channels. Does not check
 * permissions.
 */
@Injectable()
export class ThreadMoves {
  constructor(
    private readonly flags: FlagRepository,
    private readonly moves: Moves,
    private readonly retained: RetainedMessages,
    private readonly clientEvents: MoveEvents,
    private readonly userTopicMoves: UserTopicMoves,
    private readonly notices: ThreadNotices,
    private readonly readers: ChannelReaders,
    private readonly linkifiers: Linkifiers,
    private readonly clock: Clock,
  ) {}

  /** Moves ascending messages of the old topic. */
  async relocate(
    hand: CurrentMove,
    messages: readonly ThreadMessage[],
    begun: MoveProgress['chains'] = [],
  ): Promise<RelocatedBatch> {
    const { organization, move, from, to } = hand;
    const { id: organizationId } = organization;
    const target = from.id === to.id ? null : to;
    const messageIds = messages.map(({ id }) => id);
    const before = await this.clientEvents.look(organizationId, messageIds, from.id, target);
    const chains = await this.moves.relocate(
      organizationId,
      { userId: move.moverId, at: move.at },
      messages.map(({ id, topic }) => ({ id, topic, channelId: from.id })),
      { channelId: to.id, topic: move.isRenamed ? move.to.topic : null, isProtected: !to.historyPublicToSubscribers },
      begun,
    );
    if (target) await this.forgetMarks(hand, messageIds);
    return { before, chains };
  }

  /** @param text the new text of the message in the request; `null`: unchanged */
  async tell(
    { actor, organization, move, from, to }: CurrentMove,
    before: AudiencesBeforeMove,
    text: UpdatedMessage['text'],
  ): Promise<void> {
    const name = move.to.topic;
    await this.clientEvents.tell(before, {
      id: move.messageId,
      editorId: move.moverId,
      editedAt: move.at,
      channel: { id: from.id, name: from.name },
      text,
      move: {
        propagateMode: move.propagateMode,
        topicBefore: move.from.topic,
        topic: move.isRenamed ? { name, links: findLinks(name, await this.linkifiers.cached(actor)) } : null,
        channelId: from.id === to.id ? null : to.id,
      },
      emptyTopicName: organization.emptyTopicName,
    });
  }

  /**
   * Moves the topic policies of users after `afterUserId`, if the whole topic moves.
   * @returns the last of these users if there may be more; `null`: done
   */
  async moveTopicPolicies({ organization, move, to }: CurrentMove, afterUserId: number): Promise<UserId | null> {
    if (!move.isWhole || isWithinTopic(move)) return null;
    return this.userTopicMoves.move(organization, move.from, move.to, {
      isMerge: move.isMerge,
      afterUserId,
      readersAmong: (userIds) => this.readers.among(organization.id, to.id, userIds),
    });
  }

  /** Posts the notification bot's message about a completed move. */
  async announce({ actor, move, from, to }: CurrentMove, { movedCount, lastMessageId }: MoveProgress): Promise<void> {
    const passage = {
      from: { channel: from, topic: move.from.topic },
      to: { channel: to, topic: move.to.topic },
      count: movedCount,
      lastMessageId,
      isWhole: move.isWhole,
    };
    const { resolution } = move;
    if (resolution !== null) {
      const secondsAgo = this.clock.seconds() - move.at;
      await this.notices.tellResolution(actor, passage, { resolution, secondsAgo });
    } else if (!isWithinTopic(move)) await this.notices.tellMove(actor, passage, move);
  }

  /** Removes flags of users who lose the messages, including stars on messages that they never received. */
  private async forgetMarks({ organization, from, to }: CurrentMove, messageIds: readonly MessageId[]): Promise<void> {
    const userIds = await this.flags.markers(messageIds);
    if (userIds.length === 0) return;
    const { keeps } = await this.retained.among(organization.id, from.id, to, userIds);
    const losing = userIds.filter((id) => !keeps.has(id));
    if (losing.length > 0) await this.flags.forgetMarks(messageIds, losing);
  }
}
