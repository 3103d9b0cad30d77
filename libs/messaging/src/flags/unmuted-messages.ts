import type { ChannelId } from '@app/kernel';
import { foldTopic } from '../topics/topic';
import { UserTopic, VISIBILITY } from '../user-topics/user-topic';

/** The place of a message, as muting needs it. */
interface Heard {
  readonly channelId: ChannelId | null;
  readonly topic: string;
}

/** Whether a message is not muted. The setting of its topic takes precedence over that of its channel. */
export function isUnmutedFor(
  mutedChannelIds: readonly ChannelId[],
  userTopics: readonly UserTopic[],
): (message: Heard) => boolean {
  const muted = new Set(mutedChannelIds);
  const said = new Map(userTopics.map(({ visibility, ...one }) => [topicKey(one), visibility]));
  return ({ channelId, topic }) => {
    if (channelId === null) return true;
    const visibility = said.get(topicKey({ channelId, topic }));
    return visibility === undefined ? !muted.has(channelId) : visibility !== VISIBILITY.muted;
  };
}

/** Equal for all spellings of a topic. */
export const topicKey = ({ channelId, topic }: Heard): string => `${channelId} ${foldTopic(topic)}`;
