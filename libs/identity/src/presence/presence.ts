import type { UserId } from '@app/kernel';

/** When somebody was there last. UNIX seconds. */
export interface Presence {
  readonly userId: UserId;
  /** The API address: older clients know people by it. */
  readonly email: string;
  /** Last time that somebody used a client; null: never. */
  readonly activeAt: number | null;
  /** Last time that a client was connected. */
  readonly connectedAt: number;
  readonly joinedAt: number;
}

export type PresenceStatus = 'active' | 'idle';

/** What clients reckon with; they are told on registering. */
export const PRESENCE_PING_SECONDS = 60;
export const PRESENCE_OFFLINE_SECONDS = 200;

/** A client reports every minute: one report of each is worth a write, two within that time are not. */
export const PRESENCE_WRITE_SECONDS = 55;

/** Above so many people, nobody is told that somebody came: their clients ask every minute anyway. */
export const MOST_TOLD_OF_PRESENCE = 100;

/** A user whose client is connected but inactive for longer than this is idle. */
const ACTIVE_WITHIN_SECONDS = 70;

/** The one word that older clients know, and the moment that it is about. */
export function statusOf({ activeAt, connectedAt }: Pick<Presence, 'activeAt' | 'connectedAt'>): {
  status: PresenceStatus;
  timestamp: number;
} {
  return activeAt !== null && connectedAt - activeAt <= ACTIVE_WITHIN_SECONDS
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: connectedAt };
}

/** The same as of now: a user who was away for long is offline. */
export function statusAt(presence: Pick<Presence, 'activeAt' | 'connectedAt'>, now: number) {
  const { status, timestamp } = statusOf(presence);
  return { status: now - timestamp > PRESENCE_OFFLINE_SECONDS ? ('offline' as const) : status, timestamp };
}
