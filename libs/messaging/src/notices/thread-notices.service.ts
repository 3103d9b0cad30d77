import { ChannelFacts, ChannelReaders } from '@app/channels';
import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NamedTopic, say } from './notice-text';
import { DeletionRepository } from '../records/deletion.repository';
import { ResolutionNoticeRepository } from './resolution-notice.repository';
import { Notices } from './notices.service';
import { Removals } from '../removals/removals.service';

/** A place of messages. */
export interface Thread {
  readonly channel: ChannelFacts;
  readonly topic: string;
}

/** Messages that were moved from one topic to another. The locks of both are held. */
export interface TopicMove {
  readonly from: Thread;
  readonly to: Thread;
  readonly count: number;
  /** The newest message. */
  readonly lastMessageId: MessageId;
  /** Whether all messages that the user sees in the old topic were moved. */
  readonly isWhole: boolean;
}

/** If a topic is resolved and unresolved within this time, the first notice is removed. */
const GRACE_SECONDS = 60;

/** Posts messages of the notification bot about changes of a topic (docs/protocol/edits.md). */
@Injectable()
export class ThreadNotices {
  constructor(
    private readonly notices: Notices,
    private readonly resolutions: ResolutionNoticeRepository,
    private readonly deleted: DeletionRepository,
    private readonly removals: Removals,
    private readonly readers: ChannelReaders,
  ) {}

  /** Removes the previous notice if it is the newest message and less than a minute old; otherwise posts a new one. */
  async tellResolution(
    actor: Actor,
    { to, lastMessageId }: TopicMove,
    { resolution, secondsAgo }: { resolution: 'resolved' | 'unresolved'; secondsAgo: number },
  ): Promise<void> {
    const { organizationId, userId } = actor;
    const undone = await this.resolutions.findLast(to.channel.id, to.topic, GRACE_SECONDS + secondsAgo);
    if (undone !== null) {
      await this.removals.remove(organizationId, await this.deleted.list(organizationId, [undone]), null);
      return;
    }
    const mover = { id: userId, name: actor.fullName };
    const content = resolution === 'resolved' ? say.topicResolved(mover) : say.topicUnresolved(mover);
    const { channel, topic } = to;
    this.notices.post({
      organizationId,
      channelId: channel.id,
      topic,
      content,
      actorId: userId,
      resolutionOf: lastMessageId,
    });
  }

  /** Each notice names the other topic only if all its readers may see that topic. */
  async tellMove(
    actor: Actor,
    { from, to, count, isWhole }: TopicMove,
    { tellsOldThread, tellsNewThread }: { tellsOldThread: boolean; tellsNewThread: boolean },
  ): Promise<void> {
    const mover = { id: actor.userId, name: actor.fullName };
    const moved = { count, isWhole };
    if (tellsNewThread && !to.channel.isArchived) {
      const origin = await this.named(actor.organizationId, from, to.channel);
      this.post(actor, to, say.movedHere(mover, origin, moved), origin ? from.channel.id : null);
    }
    if (tellsOldThread && !from.channel.isArchived) {
      const target = await this.named(actor.organizationId, to, from.channel);
      this.post(actor, from, say.movedAway(mover, target, moved), target ? to.channel.id : null);
    }
  }

  private post(
    { organizationId, userId }: Actor,
    { channel, topic }: Thread,
    content: string,
    linked: ChannelId | null,
  ) {
    const linkedChannelIds = linked === null ? [] : [linked];
    this.notices.post({ organizationId, channelId: channel.id, topic, content, linkedChannelIds, actorId: userId });
  }

  private async named(
    organizationId: OrganizationId,
    { channel, topic }: Thread,
    readIn: ChannelFacts,
  ): Promise<NamedTopic | null> {
    const isKnown =
      !channel.isPrivate ||
      channel.id === readIn.id ||
      (readIn.isPrivate && (await this.readers.areAllIn(organizationId, readIn.id, channel.id)));
    return isKnown ? { channel: channel.name, topic } : null;
  }
}
