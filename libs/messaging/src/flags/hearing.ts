import type { ChannelId } from '@app/kernel';
import { foldTopic } from '../topics/topic';
import { UserTopic, VISIBILITY } from '../user-topics/user-topic';

/** Where a message is, as far as muting goes. */
interface Heard {
  readonly channelId: ChannelId | null;
  readonly topic: string;
}

/** Whether a message is not muted: what is said of its topic goes before what is said of its channel. */
export function hearing(
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

/** The same for every spelling of a topic. */
export const topicKey = ({ channelId, topic }: Heard): string => `${channelId} ${foldTopic(topic)}`;
