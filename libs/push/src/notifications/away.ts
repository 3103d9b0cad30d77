/** What is known of a user's presence. UNIX milliseconds; `null`: unknown. */
export interface LastSeen {
  /** When a client of the user last polled for messages. */
  readonly lastPollAt: number | null;
  /** When the user was last active. Users may hide it. */
  readonly lastActiveAt: number | null;
}

/** tell: the user has missed the message; told: a client of the user has shown it; wait: not yet known. */
export type AwayDecision = 'tell' | 'told' | { readonly waitMs: number };

/** A client without a poll for this time is gone (docs/protocol/notifications.md). */
const CLIENT_IS_GONE_MS = 600_000;
/** A user who was inactive for this time is idle. */
const IDLE_MS = 200_000;
/** The interval of checking whether a client has polled again. */
const LOOK_AGAIN_MS = 60_000;

/** Whether a user who wants notifications only while away is notified of a message sent at that time. */
export function awayDecision(sentAt: number, { lastPollAt, lastActiveAt }: LastSeen, now: number): AwayDecision {
  if (lastPollAt === null || sentAt - lastPollAt > CLIENT_IS_GONE_MS) return 'tell';
  if (lastActiveAt !== null && sentAt - lastActiveAt > IDLE_MS) return 'tell';
  if (lastPollAt >= sentAt) return 'told';
  const goneIn = lastPollAt + CLIENT_IS_GONE_MS - now;
  return goneIn <= 0 ? 'tell' : { waitMs: Math.min(goneIn, LOOK_AGAIN_MS) };
}
