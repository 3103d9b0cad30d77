import { normalisedName } from '@app/kernel';

/** The bots that send the server's messages. Their names never change, so each bot is found by its name. */
export const SYSTEM_BOT_NAME = { notification: 'Notification Bot', welcome: 'Welcome Bot' } as const;
/** The names of wildcard mentions. */
const WILDCARDS = ['all', 'everyone', 'channel', 'stream', 'topic'];
const RESERVED = new Set([...Object.values(SYSTEM_BOT_NAME), ...WILDCARDS].map(normalisedName));

/** Whether a user or group of that name could be taken for the server, or for a wildcard mention. */
export const isReservedName = (name: string): boolean => RESERVED.has(normalisedName(name));
