import { ChannelForActor, ReadableChannel } from '@app/channels';
import type { Organization } from '@app/identity';
import { Clock } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ListedAttachment } from '../attachments/attachment';
import { TopicIsBeingMoved } from '../changes/edit.errors';
import type { EditableMessage } from '../records/message';
import { agesOf, assertAllMayBeMoved, Change, EditRequest, youngSince } from '../changes/message-edit';
import { batchOf, movesBy, partOf, ThreadMove } from '../moving/thread-move';
import { assertTopicIsAllowed, ruledTopic } from '../topics/topic';
import type { ThreadMessage } from '../records/thread';
import { ThreadRepository } from '../records/thread.repository';
import { MessageAudiences } from '../audiences/message-audiences.service';
import { MessageRewrites, ReadyText } from './message-rewrites.service';
import { MessageUpdateClientEvents, UpdatedMessage } from '../changes/message-update.client-events';
import { MoveJobs } from '../moving/move-jobs.service';
import { MoveLimits } from '../moving/move-limits.service';
import { MoveRights } from '../moving/move-rights.service';
import { ThreadMoves } from '../moving/thread-moves.service';

/** A permitted edit, in the transaction that applies it. */
export interface Edited<Channel extends ReadableChannel | null = ReadableChannel | null, Text = ReadyText | null> {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly message: EditableMessage;
  /** The place of the message. */
  readonly channel: Channel;
  readonly change: Change;
  readonly text: Text;
}

type Decided = Omit<ThreadMove, 'isWhole'>;

/** Applies edits and tells clients. */
@Injectable()
export class MessageUpdates {
  constructor(
    private readonly rows: ThreadRepository,
    private readonly rights: MoveRights,
    private readonly threads: ThreadMoves,
    private readonly jobs: MoveJobs,
    private readonly limits: MoveLimits,
    private readonly rewrites: MessageRewrites,
    private readonly audiences: MessageAudiences,
    private readonly clients: MessageUpdateClientEvents,
    private readonly clock: Clock,
  ) {}

  /** Changes the text without a move. The message is locked. */
  async rewrite(edited: Edited<ReadableChannel | null, ReadyText>): Promise<readonly ListedAttachment[]> {
    const { actor, message, text } = edited;
    const detached = await this.rewrites.rewrite(actor, message, text, null);
    const audience = await this.audiences.ofOne(actor.organizationId, message);
    this.clients.tell(actor.organizationId, audience, [message.id], this.told(edited));
    return detached;
  }

  /**
   * Moves the message and others of its topic, and may also change the text. The channels are locked exclusively. If
   * the move is too large for one transaction, a job does the rest.
   * @throws ChannelIdIsInvalid, SendingIsNotAuthorized, PostingIsNotPermitted, OnlyPartMayBeMoved, TopicIsRequired,
   * TopicsAreNotAllowed, TopicIsBeingMoved
   */
  async move(edited: Edited<ReadableChannel>, request: EditRequest): Promise<readonly ListedAttachment[]> {
    const { actor, organization, message, channel, change, text } = edited;
    const target = change.channelId === null ? channel : await this.rights.target(actor, change.channelId);
    const from = { channelId: channel.id, topic: message.topic };
    const to = { channelId: target.id, topic: change.topic ?? message.topic };
    const { isThere, jobId } = await this.jobs.standing(from, to);
    if (jobId !== null) throw new TopicIsBeingMoved(jobId);
    const decided = this.decided(edited, request, { from, to, isMerge: isThere });
    const most = this.limits.messages;
    const found = await this.newest(edited, decided, most + 1);
    const newest = batchOf(found, most);
    if (request.propagateMode === 'change_all') await this.assertMayMoveAll(edited, decided, found);
    assertMayStand(organization, target, to.topic);

    const move = { ...decided, isWhole: await this.isAll(decided) };
    const moving = withNamed(newest, message).filter(({ topic }) => movesBy(move, topic));
    const hand = { actor, organization, move, from: channel, to: target };
    const { before, chains } = await this.threads.relocate(hand, moving);
    const renamed = { prevTopic: from.topic, topic: to.topic };
    const detached = text ? await this.rewrites.rewrite(actor, message, text, renamed) : [];
    await this.threads.tell(hand, before, textOf(edited));
    await this.jobs.goOn(hand, {
      belowId: newest.length < found.length ? newest[0]!.id : null,
      afterUserId: 0,
      movedCount: moving.length,
      lastMessageId: moving.at(-1)!.id,
      chains,
    });
    return detached;
  }

  private decided(
    { actor, message, channel, change }: Edited<ReadableChannel>,
    { propagateMode, tellsOldThread, tellsNewThread }: EditRequest,
    places: Pick<ThreadMove, 'from' | 'to' | 'isMerge'>,
  ): Decided {
    return {
      ...places,
      moverId: actor.userId,
      messageId: message.id,
      isRenamed: change.topic !== null,
      propagateMode,
      resolution: change.resolution,
      tellsOldThread,
      tellsNewThread,
      lowestId: propagateMode === 'change_all' ? 0 : message.id,
      isOfReceived: channel.history === 'received',
      at: this.clock.seconds(),
    };
  }

  /** The newest messages of the move, ascending. */
  private async newest({ message }: Edited, decided: Decided, limit: number): Promise<readonly ThreadMessage[]> {
    if (decided.propagateMode === 'change_one') return [message];
    return this.rows.newest(partOf(decided, null), limit);
  }

  /** For a whole topic, whose newest messages are given. */
  private async assertMayMoveAll(
    { actor, organization, change }: Edited,
    decided: Decided,
    found: readonly ThreadMessage[],
  ): Promise<void> {
    const limit = this.rights.limitOfAll(actor, organization, change);
    if (limit === null) return;
    if (found.length <= this.limits.messages) return assertAllMayBeMoved(agesOf(found, decided.at, limit));
    assertAllMayBeMoved(await this.rows.ages(partOf(decided, null), youngSince(decided.at, limit)));
  }

  /** Whether all messages of the topic that the actor sees are moved. */
  private async isAll(decided: Decided): Promise<boolean> {
    if (decided.propagateMode === 'change_all') return true;
    const { lowestId, propagateMode } = decided;
    const highestId = propagateMode === 'change_one' ? lowestId : Number.MAX_SAFE_INTEGER;
    return !(await this.rows.isMoreThan(partOf({ ...decided, lowestId: 0 }, null), lowestId, highestId));
  }

  private told(edited: Edited): UpdatedMessage {
    const { actor, organization, message, channel } = edited;
    return {
      id: message.id,
      editorId: actor.userId,
      editedAt: this.clock.seconds(),
      channel: channel && { id: channel.id, name: channel.name },
      text: textOf(edited),
      move: null,
      emptyTopicName: organization.emptyTopicName,
    };
  }
}

/** Adds the named message to the first batch, because its text may change too. Ascending. */
const withNamed = (newest: readonly ThreadMessage[], named: ThreadMessage): readonly ThreadMessage[] =>
  newest.some(({ id }) => id === named.id) ? newest : [named, ...newest];

const textOf = ({ message, text }: Edited): UpdatedMessage['text'] =>
  text && {
    before: message.content,
    htmlBefore: message.html,
    content: text.content,
    html: text.rendering.html,
    isMeMessage: text.rendering.isMeMessage,
  };

function assertMayStand({ settings, emptyTopicName }: Organization, channel: ChannelForActor, topic: string): void {
  const policies = { channel: channel.topicsPolicy, organization: settings.topicsPolicy };
  assertTopicIsAllowed(ruledTopic(topic), policies, emptyTopicName);
}
