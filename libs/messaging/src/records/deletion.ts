import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { foldTopic } from '../topics/topic';

/** A message that will be removed, with the fields that are needed for it. */
export interface DeletedMessage {
  readonly id: MessageId;
  readonly senderId: UserId;
  /** `null`: a direct message. */
  readonly channelId: ChannelId | null;
  /** `null`: a channel message. */
  readonly conversationId: ConversationId | null;
  readonly topic: string;
  /** Of a direct message. */
  readonly participantIds: readonly UserId[] | null;
  /** UNIX milliseconds. */
  readonly sentAt: number;
}

/** Messages that are removed together, as one event: of one topic, or direct messages. */
export interface DeletedGroup {
  readonly channelId: ChannelId | null;
  /** In the spelling of the newest message. */
  readonly topic: string;
  /** Ascending by id. */
  readonly messages: readonly DeletedMessage[];
}

/** Grouped by channel and topic, ignoring case; all direct messages together. In the order of the first of each. */
export function deletedGroups(messages: readonly DeletedMessage[]): DeletedGroup[] {
  const groups = new Map<string, DeletedMessage[]>();
  for (const message of [...messages].sort((one, other) => one.id - other.id)) {
    const { channelId, topic } = message;
    const key = channelId === null ? '' : `${channelId} ${foldTopic(topic)}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(message);
  }
  return [...groups.values()].map((group) => ({
    channelId: group[0]!.channelId,
    topic: group.at(-1)!.topic,
    messages: group,
  }));
}
