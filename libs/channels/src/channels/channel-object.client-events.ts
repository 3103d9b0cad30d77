import {
  CHANNEL_SETTINGS,
  ChannelSettingName,
  GroupSetting,
  namelessGroupSetting,
  PermissionGraph,
  shownGroupSetting,
  SystemGroupIds,
} from '@app/identity';
import type { ChannelId, MessageId, UserId } from '@app/kernel';
import type { ChannelPermissions, CountedChannel, TopicsPolicy } from '../records/channel';
import { INHERITED_NOTIFICATIONS, NotificationOverrides, SubscriptionSettings } from '../records/subscription';
import type { ChannelPolicy } from '../access/policies.service';

/** A channel as clients receive it (docs/protocol/channels.md). */
export interface ChannelObject extends Record<ChannelSettingName, GroupSetting> {
  stream_id: ChannelId;
  name: string;
  is_archived: boolean;
  description: string;
  rendered_description: string;
  date_created: number;
  creator_id: UserId | null;
  invite_only: boolean;
  is_web_public: boolean;
  stream_post_policy: number;
  is_announcement_only: boolean;
  message_retention_days: number | null;
  history_public_to_subscribers: boolean;
  topics_policy: TopicsPolicy;
  first_message_id: MessageId | null;
  folder_id: number | null;
  is_recently_active: boolean;
  stream_weekly_traffic: number | null;
  subscriber_count: number;
}

/** The fields of a subscription in addition to those of its channel. */
export interface PersonalFields {
  color: string;
  is_muted: boolean;
  in_home_view: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export type SubscriptionObject = ChannelObject & PersonalFields & { subscribers?: readonly UserId[] };

const SETTINGS = Object.keys(CHANNEL_SETTINGS) as ChannelSettingName[];
const ANYBODY_POSTS = 1;
const ADMINISTRATORS_POST = 2;

export function channelObject(
  channel: CountedChannel,
  firstMessageId: MessageId | null,
  { organization, graph }: ChannelPolicy,
): ChannelObject {
  const postPolicy = postPolicyOf(channel.permissions.can_send_message_group, organization.systemGroups);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: channel.createdAt,
    creator_id: channel.creatorId,
    invite_only: channel.isPrivate,
    is_web_public: channel.isWebPublic,
    stream_post_policy: postPolicy,
    is_announcement_only: isForAnnouncements(postPolicy),
    message_retention_days: channel.messageRetentionDays,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    topics_policy: channel.topicsPolicy,
    first_message_id: firstMessageId,
    folder_id: channel.folderId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: channel.weeklyTraffic,
    subscriber_count: channel.subscriberCount,
    ...shownPermissions(channel.permissions, graph),
  };
}

/** The channel as spectators see it: permissions name no users, and traffic is left out. */
export function namelessChannelObject(channel: ChannelObject): ChannelObject {
  const nameless = { ...channel, stream_weekly_traffic: null };
  for (const name of SETTINGS) nameless[name] = namelessGroupSetting(channel[name]);
  return nameless;
}

export function personalFields(settings: SubscriptionSettings, readsNull: boolean): PersonalFields {
  const notifies = (name: keyof NotificationOverrides) =>
    settings[name] ?? (readsNull ? null : INHERITED_NOTIFICATIONS[name]);
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: notifies('desktopNotifications'),
    audible_notifications: notifies('audibleNotifications'),
    push_notifications: notifies('pushNotifications'),
    email_notifications: notifies('emailNotifications'),
    wildcard_mentions_notify: notifies('wildcardMentionsNotify'),
  };
}

/** Settings as clients receive them: without closed accounts. */
function shownPermissions(permissions: ChannelPermissions, graph: PermissionGraph): ChannelPermissions {
  const shown: Record<ChannelSettingName, GroupSetting> = { ...permissions };
  for (const name of SETTINGS) shown[name] = shownGroupSetting(permissions[name], graph);
  return shown;
}

/** The deprecated field for `stream_post_policy` 2. */
export const isForAnnouncements = (postPolicy: number): boolean => postPolicy === ADMINISTRATORS_POST;

/** The deprecated number that older clients read instead of `can_send_message_group`. */
export function postPolicyOf(setting: GroupSetting, systemGroups: SystemGroupIds): number {
  if (setting === systemGroups['role:administrators']) return ADMINISTRATORS_POST;
  if (setting === systemGroups['role:fullmembers']) return 3;
  if (setting === systemGroups['role:moderators']) return 4;
  return ANYBODY_POSTS;
}
