import type { ReadableChannel } from '@app/channels';
import type { ChannelId, UserId } from '@app/kernel';
import { isInHistory } from '../received/flag';
import type { MessageStanding } from '../records/message';

/**
 * Which messages one user may read (docs/protocol/messages.md). All decisions are made here and in `searchScope`, which
 * states the same rules for searches.
 */
export class MessageAccess {
  private readonly channels: ReadonlyMap<ChannelId, ReadableChannel>;

  constructor(
    private readonly userId: UserId,
    /** The channels that the user reads. Messages of other channels are not readable. */
    readable: readonly ReadableChannel[],
  ) {
    this.channels = new Map(readable.map((channel) => [channel.id, channel]));
  }

  reads(message: MessageStanding): boolean {
    if (message.channelId === null) return message.participantIds!.includes(this.userId) && isInHistory(message);
    const channel = this.channels.get(message.channelId);
    return channel !== undefined && (channel.history === 'all' || isInHistory(message));
  }

  /** Whether the user receives messages in the message's place now. */
  receives({ channelId }: MessageStanding): boolean {
    return channelId === null || (this.channels.get(channelId)?.isSubscribed ?? false);
  }
}

/** The channels of the messages, each once. */
export const channelsOf = (messages: readonly Pick<MessageStanding, 'channelId'>[]): ChannelId[] => [
  ...new Set(messages.flatMap(({ channelId }) => channelId ?? [])),
];
