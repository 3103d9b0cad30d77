import type { ChannelId, UserId } from '@app/kernel';
import type { Visibility } from './user-topic';

/** What a send asks about its topic. */
export interface TopicQuestion {
  readonly actorId: UserId;
  readonly channelId: ChannelId;
  readonly topic: string;
  /** The users who may begin to follow the topic. */
  readonly userIds: readonly UserId[];
}

/** A topic before a send. */
export interface TopicFacts {
  /** The sender's policy. */
  readonly visibility: Visibility | null;
  /** The topic has messages that the sender may see. */
  readonly isBegun: boolean;
  /** Of the users in question: the subscribers who have neither muted nor followed the topic; ascending. */
  readonly followerIds: readonly UserId[];
}
