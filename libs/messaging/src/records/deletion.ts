import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { foldTopic } from '../topics/topic';

/** What is to be known of a message that goes. */
export interface DoomedMessage {
  readonly id: MessageId;
  readonly senderId: UserId;
  /** Null: a direct message. */
  readonly channelId: ChannelId | null;
  /** Null: a channel message. */
  readonly conversationId: ConversationId | null;
  readonly topic: string;
  /** Of a direct message. */
  readonly participantIds: readonly UserId[] | null;
  /** UNIX milliseconds. */
  readonly sentAt: number;
}

/** Messages that go together, as clients are told of them: of one topic, or direct ones. */
export interface DoomedGroup {
  readonly channelId: ChannelId | null;
  /** As the newest of them spells it. */
  readonly topic: string;
  /** Ascending by id. */
  readonly messages: readonly DoomedMessage[];
}

/** By channel and topic, whatever its case; direct messages all together. In the order of the first of each. */
export function doomedGroups(messages: readonly DoomedMessage[]): DoomedGroup[] {
  const groups = new Map<string, DoomedMessage[]>();
  for (const message of [...messages].sort((one, other) => one.id - other.id)) {
    const { channelId, topic } = message;
    const key = channelId === null ? '' : `${channelId} ${foldTopic(topic)}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(message);
  }
  return [...groups.values()].map((group) => ({
    channelId: group[0].channelId,
    topic: group.at(-1)!.topic,
    messages: group,
  }));
}
