import { CHANNEL_SETTINGS, ChannelSettingName, groupSettingsAreEqual, shownGroupSetting } from '@app/identity';
import type { Channel } from '../records/channel';
import { isSamePrivacy } from '../records/privacy';
import type { PropertyChange } from './channel-change.client-events';
import { isForAnnouncements, postPolicyOf } from './channel-object.client-events';
import type { ChannelPolicy } from '../access/policies.service';

const SETTINGS = Object.keys(CHANNEL_SETTINGS) as ChannelSettingName[];

/**
 * The differences between two states of a channel, as clients are told, in order. The name is last, because all events
 * contain the name that clients know. Archiving has an event of its own.
 */
export function propertyChanges(policy: ChannelPolicy, before: Channel, after: Channel): PropertyChange[] {
  return [
    ...privacyChange(before, after),
    ...changeOf('message_retention_days', before.messageRetentionDays, after.messageRetentionDays),
    ...changeOf('topics_policy', before.topicsPolicy, after.topicsPolicy),
    ...changeOf('description', before.description, after.description, {
      rendered_description: after.renderedDescription,
    }),
    ...changeOf('folder_id', before.folderId, after.folderId),
    ...settingsThatDiffer(before, after).flatMap((name) => settingChanges(policy, name, before, after)),
    ...changeOf('name', before.name, after.name),
  ];
}

/** The names of the group settings that differ between two states of a channel. */
export const settingsThatDiffer = (before: Channel, after: Channel): ChannelSettingName[] =>
  SETTINGS.filter((name) => !groupSettingsAreEqual(before.permissions[name], after.permissions[name]));

function changeOf<Value>(property: string, before: Value, after: Value, beside?: object): PropertyChange[] {
  return before === after ? [] : [{ property, value: after, ...(beside ? { beside: { ...beside } } : {}) }];
}

/** Every change of privacy is one event, even if the channel stays private or public. */
function privacyChange(before: Channel, after: Channel): PropertyChange[] {
  if (isSamePrivacy(before, after)) return [];
  const beside = {
    history_public_to_subscribers: after.historyPublicToSubscribers,
    is_web_public: after.isWebPublic,
  };
  return [{ property: 'invite_only', value: after.isPrivate, beside }];
}

/** Older clients know `can_send_message_group` as a number, and the oldest as a boolean. */
function settingChanges(
  { graph, organization }: ChannelPolicy,
  name: ChannelSettingName,
  before: Channel,
  after: Channel,
): PropertyChange[] {
  const change = { property: name, value: shownGroupSetting(after.permissions[name], graph) };
  if (name !== 'can_send_message_group') return [change];
  const then = postPolicyOf(before.permissions[name], organization.systemGroups);
  const now = postPolicyOf(after.permissions[name], organization.systemGroups);
  if (then === now) return [change];
  return [
    change,
    { property: 'stream_post_policy', value: now },
    { property: 'is_announcement_only', value: isForAnnouncements(now) },
  ];
}
