import { Subscriptions } from '@app/channels';
import { Organizations } from '@app/identity';
import { grouped } from '@app/kernel';
import type { UserId } from '@app/kernel';
import { Registry, SnapshotPart, SnapshotViewer, SpectatorViewer } from '@app/realtime';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { MAX_TOLD } from '../received/flag';
import { isUnmutedFor, topicKey } from '../flags/unmuted-messages';
import { ReadStateRepository, UnreadMessage } from '../records/read-state.repository';
import { UserTopics } from '../user-topics/user-topics.service';
import { topicNamer } from '../user-topics/user-topic.client-events';

/** `unread_msgs` of POST /register (docs/protocol/events.md): unread messages by conversation. */
@Injectable()
export class UnreadSnapshot implements SnapshotPart, OnModuleInit {
  readonly types = ['update_message_flags', 'message'];

  constructor(
    private readonly readState: ReadStateRepository,
    private readonly userTopics: UserTopics,
    private readonly subscriptions: Subscriptions,
    private readonly organizations: Organizations,
    private readonly registry: Registry,
  ) {}

  onModuleInit(): void {
    this.registry.addPart(this);
  }

  async read(viewer: SnapshotViewer, wanted: ReadonlySet<string> | null): Promise<Record<string, unknown>> {
    if (!this.isWanted(wanted)) return {};
    const { actor } = viewer;
    const listed = await this.readState.unread(actor.userId, MAX_TOLD + 1);
    const unread = listed.slice(-MAX_TOLD);
    const mutedChannels = await this.subscriptions.mutedChannelIds(actor.userId);
    const isHeard = isUnmutedFor(mutedChannels, await this.userTopics.of(actor));
    const { emptyTopicName } = await this.organizations.cached(actor);
    const named = topicNamer(viewer, emptyTopicName);
    const direct = conversations(unread, actor.userId);
    return {
      unread_msgs: {
        count: unread.filter(isHeard).length,
        pms: direct
          .filter(({ otherIds }) => otherIds.length <= 1)
          .map(({ otherIds: [other = actor.userId], messageIds }) => ({
            other_user_id: other,
            sender_id: other,
            unread_message_ids: messageIds,
          })),
        streams: topics(unread).map(({ channelId, topic, messageIds }) => ({
          stream_id: channelId,
          topic: named(topic),
          unread_message_ids: messageIds,
        })),
        huddles: direct
          .filter(({ otherIds }) => otherIds.length > 1)
          .map(({ participantIds, messageIds }) => ({
            user_ids_string: participantIds.join(),
            unread_message_ids: messageIds,
          })),
        mentions: unread.filter(({ isMentioned }) => isMentioned).map(({ id }) => id),
        old_unreads_missing: listed.length > MAX_TOLD,
      },
    };
  }

  /** Spectators have no unread messages. */
  readForSpectator(_: SpectatorViewer, wanted: ReadonlySet<string> | null): Record<string, unknown> {
    if (!this.isWanted(wanted)) return {};
    return {
      unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    };
  }

  private isWanted(wanted: ReadonlySet<string> | null): boolean {
    return !wanted || this.types.every((type) => wanted.has(type));
  }
}

/** Grouped by conversation, in the order of the first unread message of each. */
function conversations(unread: readonly UnreadMessage[], userId: UserId) {
  const direct = unread.filter(({ participantIds }) => participantIds !== null);
  return Array.from(grouped(direct, ({ participantIds }) => participantIds!.join()).values(), (messages) => {
    const participantIds = messages[0].participantIds!;
    return { participantIds, otherIds: participantIds.filter((id) => id !== userId), messageIds: idsOf(messages) };
  });
}

/** Grouped by topic in its newest spelling, in the order of the first unread message of each. */
function topics(unread: readonly UnreadMessage[]) {
  const inChannels = unread.filter(({ channelId }) => channelId !== null);
  return Array.from(grouped(inChannels, topicKey).values(), (messages) => {
    const { channelId, topic } = messages.at(-1)!;
    return { channelId, topic, messageIds: idsOf(messages) };
  });
}

const idsOf = (messages: readonly UnreadMessage[]): number[] => messages.map(({ id }) => id);
