import { CHANNEL_SETTINGS, ChannelSettingName, GroupSetting } from '@app/identity';
import type { NewChannelFields } from './channel-creation.service';
import { retentionDays } from '../records/retention';
import type { NewChannelSettingsRequest } from './new-channel.dto';

const SETTINGS = Object.keys(CHANNEL_SETTINGS) as ChannelSettingName[];

/** The settings of new channels in a request. */
export function newChannelFieldsIn(request: NewChannelSettingsRequest): NewChannelFields {
  const permissions: Partial<Record<ChannelSettingName, GroupSetting>> = {};
  for (const name of SETTINGS) if (request[name] !== undefined) permissions[name] = request[name];
  return {
    isPrivate: request.invite_only,
    isWebPublic: request.is_web_public,
    historyPublicToSubscribers: request.history_public_to_subscribers ?? null,
    isDefault: request.is_default_stream,
    messageRetentionDays: retentionDays(request.message_retention_days) ?? null,
    topicsPolicy: request.topics_policy,
    folderId: request.folder_id ?? null,
    announce: request.announce,
    permissions,
  };
}
