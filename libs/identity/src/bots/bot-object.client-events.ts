import type { ChannelId } from '@app/kernel';
import { avatarUrl } from '../pictures/avatar';
import type { BotSettings } from './bot';
import { ANYBODY, User } from '../records/user';

/** A bot as its managers receive it (docs/protocol/events.md). */
export interface BotObject {
  user_id: number;
  full_name: string;
  email: string;
  bot_type: number | null;
  api_key: string;
  is_active: boolean;
  avatar_url: string;
  owner_id: number | null;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  services: [];
}

/** A bot with all data that its managers may see. */
export interface KnownBot {
  readonly user: User;
  readonly settings: BotSettings;
  readonly apiKey: string;
  readonly channelNames: ReadonlyMap<ChannelId, string>;
}

/** Pictures of bots are visible to all users. */
export const botAvatarUrl = (user: User): string => avatarUrl(user, ANYBODY, false)!;

export const defaultChannelNames = ({ settings, channelNames }: Pick<KnownBot, 'settings' | 'channelNames'>) => {
  const nameOf = (id: ChannelId | null) => (id === null ? null : (channelNames.get(id) ?? null));
  return {
    default_sending_stream: nameOf(settings.defaultSendingChannelId),
    default_events_register_stream: nameOf(settings.defaultEventsChannelId),
    default_all_public_streams: settings.defaultAllPublicChannels,
  };
};

export const botObject = (bot: KnownBot): BotObject => ({
  user_id: bot.user.id,
  full_name: bot.user.fullName,
  email: bot.user.email,
  bot_type: bot.user.botType,
  api_key: bot.apiKey,
  is_active: bot.user.isActive,
  avatar_url: botAvatarUrl(bot.user),
  owner_id: bot.user.botOwnerId,
  ...defaultChannelNames(bot),
  services: [],
});
