import type { Client } from '../app/client';
import { t } from '../i18n';
import type { Person } from '../store/people';

/** What a muted user writes is hidden from the user, and counts as read. */
export function toggleMute({ store, settings, notices }: Client, { user_id: id, full_name: name }: Person): void {
  const isMuted = store.lists.isMutedUser(id);
  const set = (wanted: boolean) => (wanted ? settings.muteUser(id) : settings.unmuteUser(id));
  void set(!isMuted).then((refusal) => {
    if (refusal) return notices.fail(refusal.message || t.notReached);
    notices.say(isMuted ? t.userUnmuted(name) : t.userMuted(name), () => void set(isMuted));
  });
}
