import { CHANNEL_SETTINGS, ChannelSettingName, GroupSettingChange } from '@app/identity';
import type { ChannelPatch } from './channel-change-rules.service';
import { retentionDays } from '../records/retention';
import type { ChangeChannelRequest } from './channel-change.dto';

const SETTINGS = Object.keys(CHANNEL_SETTINGS) as ChannelSettingName[];

/** The changes that a request contains. */
export function channelPatchIn(request: ChangeChannelRequest): ChannelPatch {
  const permissions: Partial<Record<ChannelSettingName, GroupSettingChange>> = {};
  for (const name of SETTINGS) if (request[name] !== undefined) permissions[name] = request[name];
  const retention = request.message_retention_days;
  return {
    name: request.new_name,
    description: request.description,
    privacy: {
      isPrivate: request.is_private ?? null,
      isWebPublic: request.is_web_public ?? null,
      historyPublicToSubscribers: request.history_public_to_subscribers ?? null,
    },
    isDefault: request.is_default_stream,
    messageRetentionDays: retention === undefined ? undefined : retentionDays(retention),
    topicsPolicy: request.topics_policy,
    folderId: request.folder_id,
    unarchives: request.is_archived === false,
    permissions,
  };
}
