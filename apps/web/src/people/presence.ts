import { t } from '../i18n';
import { nowMs } from '../store/clock';
import type { Store } from '../store/store';

export type PresenceStatus = 'active' | 'idle' | 'away';

/** Whether a user is there, as the server's limits say it. @param now milliseconds */
export function presenceOf(store: Store, userId: number, now = nowMs()): PresenceStatus {
  const times = store.presence.timesOf(userId);
  if (!times) return 'away';
  const limit = store.organization.get('server_presence_offline_threshold_seconds');
  const seconds = now / 1000;
  if (seconds - times.active_timestamp < limit) return 'active';
  return seconds - times.idle_timestamp < limit ? 'idle' : 'away';
}

/** `null`: the organization hides it, or the viewer has no account. */
export function presenceWord(store: Store, userId: number): string | null {
  if (store.organization.get('realm_presence_disabled')) return null;
  return { active: t.presenceActive, idle: t.presenceIdle, away: t.presenceAway }[presenceOf(store, userId)];
}
