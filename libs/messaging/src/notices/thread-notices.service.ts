import { ChannelFacts, ChannelReaders } from '@app/channels';
import type { ChannelId, MessageId, OrganizationId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { NamedTopic, say } from './notice-text';
import { DeletionRepository } from '../records/deletion.repository';
import { ResolutionNoticeRepository } from './resolution-notice.repository';
import { Notices } from './notices.service';
import { Removals } from '../removals/removals.service';

/** Where messages were, or are. */
export interface Thread {
  readonly channel: ChannelFacts;
  readonly topic: string;
}

/** Messages that went from one topic to another, whose locks are held. */
export interface Passage {
  readonly from: Thread;
  readonly to: Thread;
  readonly count: number;
  /** The newest. */
  readonly lastMessageId: MessageId;
  /** Of all that the mover can see in the old topic. */
  readonly isWhole: boolean;
}

/** Who undoes the resolving of a topic so soon takes back what was said of it. */
const GRACE_SECONDS = 60;

/** What the notification bot says in topics of what happens to them (docs/protocol/edits.md). */
@Injectable()
export class ThreadNotices {
  constructor(
    private readonly notices: Notices,
    private readonly resolutions: ResolutionNoticeRepository,
    private readonly doomed: DeletionRepository,
    private readonly removals: Removals,
    private readonly readers: ChannelReaders,
  ) {}

  /** The last word on it, if it is that and not a minute old, is taken back; else a new one is said. */
  async tellResolution(
    actor: Actor,
    { to, lastMessageId }: Passage,
    { resolution, secondsAgo }: { resolution: 'resolved' | 'unresolved'; secondsAgo: number },
  ): Promise<void> {
    const { organizationId, userId } = actor;
    const undone = await this.resolutions.findLast(to.channel.id, to.topic, GRACE_SECONDS + secondsAgo);
    if (undone !== null) {
      await this.removals.remove(organizationId, await this.doomed.list(organizationId, [undone]), null);
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

  /** Each place is named in the other one only if everybody who reads that may know of it. */
  async tellMove(
    actor: Actor,
    { from, to, count, isWhole }: Passage,
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
