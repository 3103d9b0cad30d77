import type { ChannelSettingName, GroupSetting } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';

export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
/** Whether named topics and the empty topic are allowed; `inherit` leaves the empty topic to the organization. */
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

/** Who may do what in one channel, beyond what the organization permits (docs/protocol/groups.md). */
export type ChannelPermissions = Readonly<Record<ChannelSettingName, GroupSetting>>;

/** What decisions about a channel hang on, together with whether one user is subscribed. */
export interface ChannelForActor {
  readonly id: ChannelId;
  readonly organizationId: OrganizationId;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly historyPublicToSubscribers: boolean;
  readonly isArchived: boolean;
  readonly topicsPolicy: TopicsPolicy;
  readonly permissions: ChannelPermissions;
  readonly isSubscribed: boolean;
}

/** A channel whose content an actor reads: all of it, or what was sent while the actor was subscribed. */
export interface ReadableChannel extends ChannelForActor {
  readonly history: 'all' | 'received';
}

/** A channel as it is stored, for one user. */
export interface Channel extends ChannelForActor {
  readonly description: string;
  readonly renderedDescription: string;
  readonly creatorId: UserId | null;
  /** Days; null: as the organization says, -1: for ever. */
  readonly messageRetentionDays: number | null;
  readonly isDefault: boolean;
  /** Null: in no folder. */
  readonly folderId: number | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  /** Somebody has written there within half a year. */
  readonly isRecentlyActive: boolean;
  /** Messages a week; null: the channel is too young, or not counted yet. */
  readonly weeklyTraffic: number | null;
}

/** A channel with what is counted of it. */
export interface CountedChannel extends Channel {
  readonly subscriberCount: number;
}
