import type { Channel } from '../records/channel';

/** A value of a channel in the audit log. */
type Fact = string | number | boolean | null | object;
type ChannelFacts = Record<string, Fact>;

/** All values of a channel that can change, by their names in the audit log. */
export const channelFacts = (channel: Channel): ChannelFacts => ({
  name: channel.name,
  description: channel.description,
  is_private: channel.isPrivate,
  is_web_public: channel.isWebPublic,
  history_public_to_subscribers: channel.historyPublicToSubscribers,
  message_retention_days: channel.messageRetentionDays,
  topics_policy: channel.topicsPolicy,
  is_archived: channel.isArchived,
  is_default: channel.isDefault,
  folder_id: channel.folderId,
  ...channel.permissions,
});

/** The differing values before and after. */
export function differenceOf(before: ChannelFacts, after: ChannelFacts): { before: ChannelFacts; after: ChannelFacts } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (facts: ChannelFacts) =>
    Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
  return { before: only(before), after: only(after) };
}
