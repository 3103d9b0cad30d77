import type { ChannelFacts } from '@app/channels';
import type { QueueViewer } from '@app/realtime';
import { topicNamer } from './user-topic.client-events';
import type { UserTopic } from './user-topic';

/** The older form: name of the channel, topic, UNIX seconds. */
export type MutedTopic = [channelName: string, topic: string, mutedAt: number];

/** A muted topic in a channel that the user may know of. */
export interface KnownMutedTopic extends Pick<UserTopic, 'topic' | 'updatedAt'> {
  readonly channel: Pick<ChannelFacts, 'name' | 'isArchived'>;
}

/** A client that knows of no archived channel knows none of its topics: a new name of such a channel would not reach it. */
export function mutedTopicsFor(
  { options }: Pick<QueueViewer, 'options'>,
  known: readonly KnownMutedTopic[],
  emptyTopicName: string,
): MutedTopic[] {
  const shown = topicNamer({ options }, emptyTopicName);
  return known
    .filter(({ channel }) => !channel.isArchived || options.capabilities.archived_channels)
    .map(({ channel, topic, updatedAt }) => [channel.name, shown(topic), updatedAt]);
}
