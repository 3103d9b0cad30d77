import type { ChannelSettingName, GroupSetting } from '@app/identity';
import type { ChannelId, OrganizationId, UserId } from '@app/kernel';

export const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;
/** Whether named topics and the empty topic are allowed; `inherit` leaves the empty topic to the organization. */
export type TopicsPolicy = (typeof TOPICS_POLICIES)[number];

/** Permissions in one channel, in addition to those of the organization (docs/protocol/groups.md). */
export type ChannelPermissions = Readonly<Record<ChannelSettingName, GroupSetting>>;

/** The fields of a channel for decisions, and whether one user is subscribed. */
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

/** A channel whose content an actor can read: all of it, or only messages sent during a subscription. */
export interface ReadableChannel extends ChannelForActor {
  readonly history: 'all' | 'received';
}

/** A stored channel, with one user's subscription. */
export interface Channel extends ChannelForActor {
  readonly description: string;
  readonly renderedDescription: string;
  readonly creatorId: UserId | null;
  /** In days; `null`: the organization's value, -1: unlimited. */
  readonly messageRetentionDays: number | null;
  readonly isDefault: boolean;
  /** `null`: in no folder. */
  readonly folderId: number | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  /** Whether a message was sent within the last half year. */
  readonly isRecentlyActive: boolean;
  /** Messages a week; `null`: the channel is too young, or not counted yet. */
  readonly weeklyTraffic: number | null;
}

/** A channel with its subscriber count. */
export interface CountedChannel extends Channel {
  readonly subscriberCount: number;
}
