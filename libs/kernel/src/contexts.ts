/**
 * The contexts in the order of the dependency table: each may import those before it. Handlers of a domain event run
 * in this order.
 */
export const CONTEXTS = [
  'kernel',
  'platform',
  'markdown',
  'realtime',
  'identity',
  'channels',
  'sign-in',
  'messaging',
  'drafts',
  'moderation',
  'push',
] as const;

export type ContextName = (typeof CONTEXTS)[number];
