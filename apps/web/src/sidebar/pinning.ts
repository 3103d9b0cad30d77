import type { Client } from '../app/client';
import { t } from '../i18n';
import type { Store } from '../store/store';

/** Whether a view is shown at all times; the others are among "More views". @param fragment its identifier on the server */
export const isPinned = (store: Store, fragment: string | undefined): boolean =>
  store.isSpectator || !store.lists.get('navigation_views').some((one) => one.fragment === fragment && !one.is_pinned);

/** @returns whether it was done; a refusal is told */
export async function pin({ store, settings, notices }: Client, fragment: string, wanted: boolean): Promise<boolean> {
  const isKnown = store.lists.peek('navigation_views').some((one) => one.fragment === fragment);
  const refusal = await settings.pinView(fragment, wanted, isKnown);
  if (refusal) notices.fail(refusal.message || t.offline);
  return refusal === null;
}
