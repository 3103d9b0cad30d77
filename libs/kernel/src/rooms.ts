/**
 * The contexts in the order of the dependency table: each may import those before it. Reactions to a domain event run
 * in this order.
 */
export const ROOMS = [
  'kernel',
  'platform',
  'markdown',
  'realtime',
  'identity',
  'channels',
  'messaging',
  'drafts',
  'moderation',
  'push',
] as const;

/** The name of a context. */
export type Room = (typeof ROOMS)[number];
