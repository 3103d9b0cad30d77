import { likeness } from '@app/kernel';

/** Names of the bots in whose name the server writes; nobody can change them, so each is found by its name. */
export const SYSTEM_BOT_NAME = { notification: 'Notification Bot', welcome: 'Welcome Bot' } as const;
/** What mentions everybody. */
const WILDCARDS = ['all', 'everyone', 'channel', 'stream', 'topic'];
const RESERVED = new Set([...Object.values(SYSTEM_BOT_NAME), ...WILDCARDS].map(likeness));

/** Whether a person or a group of that name could pass for the server, or for a mention of everybody. */
export const isReservedName = (name: string): boolean => RESERVED.has(likeness(name));
