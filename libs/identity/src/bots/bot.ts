import type { ChannelId, UserId } from '@app/kernel';
import { BotNameIsInvalid } from './bot.errors';

/** The interface's numbers. Outgoing and embedded bots are not made here. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2 } as const;
export const BOT_TYPES: readonly number[] = Object.values(BOT_TYPE);

/** What a bot has besides what every account has. */
export interface BotSettings {
  readonly userId: UserId;
  /** Where it writes when it does not say where; null: it has to say. */
  readonly defaultSendingChannelId: ChannelId | null;
  /** The only channel that its queues are about; null: all of its channels. */
  readonly defaultEventsChannelId: ChannelId | null;
  readonly defaultAllPublicChannels: boolean;
}

const SHORT_NAME = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,60}$/i;

/**
 * The API address of a bot.
 * @param shortName what stands before `-bot@`
 * @throws BotNameIsInvalid
 */
export function botEmail(shortName: string, domain: string): string {
  const name = shortName.trim();
  if (!SHORT_NAME.test(name)) throw new BotNameIsInvalid();
  return `${name.toLowerCase()}-bot@${domain}`;
}
