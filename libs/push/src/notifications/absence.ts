/** What is known of a user's presence at the desk. UNIX milliseconds; null: nothing. */
export interface Whereabouts {
  /** When a client of the user last asked for messages. */
  readonly lastPollAt: number | null;
  /** When the user was last active; the user may hide it. */
  readonly lastActiveAt: number | null;
}

/** tell: the user has missed it; told: a client of the user has shown it; wait: it is not known yet. */
export type Verdict = 'tell' | 'told' | { readonly waitMs: number };

/** After so long without a poll a client is gone (docs/protocol/notifications.md). */
const CLIENT_IS_GONE_MS = 600_000;
/** A user who was inactive for so long is not looking at the screen. */
const IDLE_MS = 200_000;
/** So often it is looked whether a client has asked again. */
const LOOK_AGAIN_MS = 60_000;

/** Whether a user who wants notifications only while away gets one for a message of that time. */
export function verdictOn(sentAt: number, { lastPollAt, lastActiveAt }: Whereabouts, now: number): Verdict {
  if (lastPollAt === null || sentAt - lastPollAt > CLIENT_IS_GONE_MS) return 'tell';
  if (lastActiveAt !== null && sentAt - lastActiveAt > IDLE_MS) return 'tell';
  if (lastPollAt >= sentAt) return 'told';
  const goneIn = lastPollAt + CLIENT_IS_GONE_MS - now;
  return goneIn <= 0 ? 'tell' : { waitMs: Math.min(goneIn, LOOK_AGAIN_MS) };
}
