import type { ReadableChannel } from '@app/channels';
import type { ChannelId, UserId } from '@app/kernel';
import { isInHistory } from '../received/flag';
import type { MessageStanding } from '../records/message';

/**
 * Which messages one user may read (docs/protocol/messages.md): the only place that decides it, together with
 * `searchScope`, which says the same of many messages at once.
 */
export class MessageAccess {
  private readonly channels: ReadonlyMap<ChannelId, ReadableChannel>;

  constructor(
    private readonly userId: UserId,
    /** Those that the user reads; messages of any other channel are not readable. */
    readable: readonly ReadableChannel[],
  ) {
    this.channels = new Map(readable.map((channel) => [channel.id, channel]));
  }

  reads(message: MessageStanding): boolean {
    if (message.channelId === null) return message.participantIds!.includes(this.userId) && isInHistory(message);
    const channel = this.channels.get(message.channelId);
    return channel !== undefined && (channel.history === 'all' || isInHistory(message));
  }

  /** Whether what is in the message's place reaches the user now. */
  receives({ channelId }: MessageStanding): boolean {
    return channelId === null || (this.channels.get(channelId)?.isSubscribed ?? false);
  }
}

/** The channels that messages are in, each once. */
export const channelsOf = (messages: readonly Pick<MessageStanding, 'channelId'>[]): ChannelId[] => [
  ...new Set(messages.flatMap(({ channelId }) => channelId ?? [])),
];
