import type { ChannelId, UserId } from '@app/kernel';
import { BotNameIsInvalid } from './bot.errors';

/** The types of the protocol. Outgoing and embedded bots cannot be created. */
export const BOT_TYPE = { generic: 1, incomingWebhook: 2 } as const;
export const BOT_TYPES: readonly number[] = Object.values(BOT_TYPE);

/** The fields that only bots have. */
export interface BotSettings {
  readonly userId: UserId;
  /** The channel for messages that name none; `null`: each message must name one. */
  readonly defaultSendingChannelId: ChannelId | null;
  /** The only channel whose events its queues receive; `null`: all of its channels. */
  readonly defaultEventsChannelId: ChannelId | null;
  readonly defaultAllPublicChannels: boolean;
}

const SHORT_NAME = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,60}$/i;

/**
 * The API address of a bot.
 * @param shortName the part before `-bot@`
 * @throws BotNameIsInvalid
 */
export function botEmail(shortName: string, domain: string): string {
  const name = shortName.trim();
  if (!SHORT_NAME.test(name)) throw new BotNameIsInvalid();
  return `${name.toLowerCase()}-bot@${domain}`;
}
