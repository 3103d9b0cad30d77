/** What is known of whether somebody was at his desk. UNIX milliseconds; null: nothing. */
export interface Whereabouts {
  /** When a client of his last asked for messages. */
  readonly lastPollAt: number | null;
  /** When he last did something; it may be kept to himself. */
  readonly lastActiveAt: number | null;
}

/** tell: he has missed it; told: a client of his has shown it; wait: it is not known yet. */
export type Verdict = 'tell' | 'told' | { readonly waitMs: number };

/** After so long without a poll a client is gone (reference: realtime-and-push.md 6.5). */
const CLIENT_IS_GONE_MS = 600_000;
/** Whoever did nothing for so long is not looking at what his clients show. */
const IDLE_MS = 200_000;
/** So often it is looked whether a client has asked again. */
const LOOK_AGAIN_MS = 60_000;

/** Whether somebody who wants notifications only while he is away is to get one of a message of that time. */
export function verdictOn(sentAt: number, { lastPollAt, lastActiveAt }: Whereabouts, now: number): Verdict {
  if (lastPollAt === null || sentAt - lastPollAt > CLIENT_IS_GONE_MS) return 'tell';
  if (lastActiveAt !== null && sentAt - lastActiveAt > IDLE_MS) return 'tell';
  if (lastPollAt >= sentAt) return 'told';
  const goneIn = lastPollAt + CLIENT_IS_GONE_MS - now;
  return goneIn <= 0 ? 'tell' : { waitMs: Math.min(goneIn, LOOK_AGAIN_MS) };
}
