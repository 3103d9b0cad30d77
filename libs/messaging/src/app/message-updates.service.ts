import { ChannelForActor, ChannelReaders, ReadableChannel } from '@app/channels';
import { Linkifiers, Organization } from '@app/identity';
import { Clock } from '@app/kernel';
import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import { findLinks } from '@app/markdown';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { ListedAttachment } from '../domain/attachment';
import type { EditableMessage } from '../domain/message';
import type { Change, EditRequest } from '../domain/message-edit';
import { assertTopicIsAllowed, isSameTopic, ruledTopic } from '../domain/topic';
import { MessageEditRepository, ThreadMessage } from '../store/message-edit.repository';
import { MessageAudiences } from './message-audiences';
import { MessageRewrites, ReadyText } from './message-rewrites.service';
import { MessageUpdateClientEvents, UpdatedMessage } from './message-update.client-events';
import { MoveKeepers } from './move-keepers.service';
import { MoveNews } from './move-news.service';
import { MoveRights } from './move-rights.service';
import { Moves } from './moves.service';
import { Passage, ThreadNotices } from './thread-notices.service';
import { UserTopicMoves } from './user-topic-moves.service';

/** An edit that is permitted, as far as it is of the message itself, in the transaction that carries it out. */
export interface Edited<Channel extends ReadableChannel | null = ReadableChannel | null, Text = ReadyText | null> {
  readonly actor: Actor;
  readonly organization: Organization;
  readonly message: EditableMessage;
  /** Where the message is. */
  readonly channel: Channel;
  readonly change: Change;
  readonly text: Text;
}

/** Carries edits out, and tells of them. */
@Injectable()
export class MessageUpdates {
  constructor(
    private readonly rows: MessageEditRepository,
    private readonly rights: MoveRights,
    private readonly moves: Moves,
    private readonly rewrites: MessageRewrites,
    private readonly userTopicMoves: UserTopicMoves,
    private readonly notices: ThreadNotices,
    private readonly keepers: MoveKeepers,
    private readonly news: MoveNews,
    private readonly audiences: MessageAudiences,
    private readonly clients: MessageUpdateClientEvents,
    private readonly readers: ChannelReaders,
    private readonly linkifiers: Linkifiers,
    private readonly clock: Clock,
  ) {}

  /** Another text, where the message is. The message is held. */
  async rewrite(edited: Edited<ReadableChannel | null, ReadyText>): Promise<readonly ListedAttachment[]> {
    const { actor, message, text } = edited;
    const detached = await this.rewrites.rewrite(actor, message, text, null);
    const audience = await this.audiences.ofOne(actor.organizationId, message);
    this.clients.tell(actor.organizationId, audience, [message.id], this.told(edited));
    return detached;
  }

  /**
   * To another place, with those of its topic that go with it; perhaps with another text. The channels are held alone.
   * @throws ChannelIdIsInvalid, SendingIsNotAuthorized, PostingIsNotPermitted, OnlyPartMayBeMoved, TopicIsRequired,
   *   TopicsAreNotAllowed
   */
  async move(edited: Edited<ReadableChannel>, request: EditRequest): Promise<readonly ListedAttachment[]> {
    const { actor, organization, message, channel, change, text } = edited;
    const target = change.channelId === null ? null : await this.rights.target(actor, change.channelId);
    const topic = change.topic ?? message.topic;
    const thread = await this.thread(edited, request.propagateMode);
    if (request.propagateMode === 'change_all') this.rights.assertMayMoveAll(actor, organization, change, thread);
    assertMayStand(organization, target ?? channel, topic);

    const moving = thread.filter((one) => target !== null || one.topic !== topic);
    const passage: Passage = {
      from: { channel, topic: message.topic },
      to: { channel: target ?? channel, topic },
      messageIds: moving.map(({ id }) => id),
      isWhole: request.propagateMode === 'change_all' || (await this.isAll(edited, thread)),
    };
    const { id: organizationId } = organization;
    const before = await this.news.look(organizationId, passage.messageIds, channel.id, target);
    const isMerge = await this.rows.isThere(passage.to.channel.id, topic);
    await this.moves.relocate(
      organizationId,
      actor.userId,
      moving.map((one) => ({ ...one, channelId: channel.id })),
      {
        channelId: passage.to.channel.id,
        topic: change.topic,
        isProtected: !passage.to.channel.historyPublicToSubscribers,
      },
    );
    if (target) await this.forgetMarks(organizationId, channel.id, target, passage.messageIds);
    const renamed = { prevTopic: message.topic, topic };
    const detached = text ? await this.rewrites.rewrite(actor, message, text, renamed) : [];
    if (passage.isWhole) await this.moveWishes(organization, passage, isMerge);
    await this.news.tell(before, await this.toldOfMove(edited, request));
    await this.notify(edited, request, passage);
    return detached;
  }

  /** Who does not read the messages any more is told that they are gone: so is what was starred without being received. */
  private async forgetMarks(
    organizationId: OrganizationId,
    fromId: ChannelId,
    target: ChannelForActor,
    messageIds: readonly MessageId[],
  ): Promise<void> {
    const userIds = await this.rows.markers(messageIds);
    if (userIds.length === 0) return;
    const { keeps } = await this.keepers.among(organizationId, fromId, target, userIds);
    const losing = userIds.filter((id) => !keeps.has(id));
    if (losing.length > 0) await this.rows.forgetMarks(messageIds, losing);
  }

  /** Ascending by id; the message among them. */
  private async thread(
    { actor, message, channel }: Edited<ReadableChannel>,
    mode: EditRequest['propagateMode'],
  ): Promise<ThreadMessage[]> {
    if (mode === 'change_one') return [message];
    const from = mode === 'change_all' ? 0 : message.id;
    return this.rows.thread(actor.userId, channel.id, message.topic, from, channel.history === 'received');
  }

  /** Whether the actor sees no other message in the topic. */
  private async isAll(edited: Edited<ReadableChannel>, thread: readonly ThreadMessage[]): Promise<boolean> {
    return (await this.thread(edited, 'change_all')).length === thread.length;
  }

  /** What users have said of the topic. */
  private async moveWishes(organization: Organization, { from, to }: Passage, isMerge: boolean): Promise<void> {
    const [origin, goal] = [from, to].map(({ channel, topic }) => ({ channelId: channel.id, topic }));
    if (isSamePlace(from, to)) return;
    await this.userTopicMoves.move(organization, origin, goal, {
      isMerge,
      insightOf: (userIds) => this.readers.among(organization.id, to.channel.id, userIds),
    });
  }

  private async notify({ actor, change }: Edited, request: EditRequest, passage: Passage): Promise<void> {
    if (change.resolution !== null) return this.notices.tellResolution(actor, passage, change.resolution);
    if (!isSamePlace(passage.from, passage.to)) await this.notices.tellMove(actor, passage, request);
  }

  private told({ actor, organization, message, channel, text }: Edited): UpdatedMessage {
    return {
      id: message.id,
      editorId: actor.userId,
      editedAt: this.clock.seconds(),
      channel: channel && { id: channel.id, name: channel.name },
      text: text && {
        before: message.content,
        htmlBefore: message.html,
        content: text.content,
        html: text.rendering.html,
        isMeMessage: text.rendering.isMeMessage,
      },
      move: null,
      emptyTopicName: organization.emptyTopicName,
    };
  }

  private async toldOfMove(edited: Edited<ReadableChannel>, { propagateMode }: EditRequest): Promise<UpdatedMessage> {
    const { actor, message, change } = edited;
    const topic = change.topic !== null && {
      name: change.topic,
      links: findLinks(change.topic, await this.linkifiers.of(actor)),
    };
    const move = { propagateMode, topicBefore: message.topic, topic: topic || null, channelId: change.channelId };
    return { ...this.told(edited), move };
  }
}

const isSamePlace = (one: Passage['from'], other: Passage['to']): boolean =>
  one.channel.id === other.channel.id && isSameTopic(one.topic, other.topic);

function assertMayStand({ settings, emptyTopicName }: Organization, channel: ChannelForActor, topic: string): void {
  const policies = { channel: channel.topicsPolicy, organization: settings.topicsPolicy };
  assertTopicIsAllowed(ruledTopic(topic), policies, emptyTopicName);
}
