import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { useClient } from './client';
import { narrowName } from './names';

/** What the browser's tab says: how much waits for the user, and where they are. */
export function useTitle(): void {
  const { store, router } = useClient();
  const place = router.place.value;
  const urgent = new Set<number>();
  for (const { conversation, ids } of store.unreads.conversations.value)
    for (const id of ids) if (conversation.kind === 'direct' || store.unreads.isMentioned(id)) urgent.add(id);
  const view =
    place.view === 'messages' ? narrowName(store, place.narrow) : place.view === 'recent' ? t.recent : t.inbox;
  const title = `${urgent.size > 0 ? `(${urgent.size}) ` : ''}${view} - ${store.organization.get('realm_name')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
