import type { UserId } from '@app/kernel';

/** When a user was last present. UNIX seconds. */
export interface Presence {
  readonly userId: UserId;
  /** The API address, by which older clients identify users. */
  readonly email: string;
  /** The last time at which the user used a client; `null`: never. */
  readonly activeAt: number | null;
  /** The last time at which a client was connected. */
  readonly connectedAt: number;
  readonly joinedAt: number;
}

export type PresenceStatus = 'active' | 'idle';

/** The interval at which clients report. The snapshot tells it to them. */
export const PRESENCE_PING_SECONDS = 60;
export const PRESENCE_OFFLINE_SECONDS = 200;

/** Clients report every minute. Reports within a shorter time than this are not stored. */
export const PRESENCE_WRITE_SECONDS = 55;

/** In organizations with more users, no event is sent when a user returns: clients poll every minute anyway. */
export const MAX_TOLD_OF_PRESENCE = 100;

/** A user whose client is connected but has been inactive for longer than this is idle. */
const ACTIVE_WITHIN_SECONDS = 70;

/** The status word that older clients know, and its time. */
export function statusOf({ activeAt, connectedAt }: Pick<Presence, 'activeAt' | 'connectedAt'>): {
  status: PresenceStatus;
  timestamp: number;
} {
  return activeAt !== null && connectedAt - activeAt <= ACTIVE_WITHIN_SECONDS
    ? { status: 'active', timestamp: activeAt }
    : { status: 'idle', timestamp: connectedAt };
}

/** The same at a given moment: a user who has been away for a long time is offline. */
export function statusAt(presence: Pick<Presence, 'activeAt' | 'connectedAt'>, now: number) {
  const { status, timestamp } = statusOf(presence);
  return { status: now - timestamp > PRESENCE_OFFLINE_SECONDS ? ('offline' as const) : status, timestamp };
}
