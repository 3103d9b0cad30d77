import { useEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import { ThrottledBatches } from './throttled-batches';

/**
 * Says to screen readers what arrives in the view: who wrote, or how many messages there are. The texts are in the feed.
 *
 * @param isCurrent the view has the newest message, so that what comes behind it has just arrived
 */
export function useAnnouncements(ids: readonly number[], isCurrent: boolean): void {
  const { store, notices } = useClient();
  const last = useRef(ids.at(-1) ?? 0);
  const wasCurrent = useRef(isCurrent);
  const gathered = useRef<ThrottledBatches<number> | null>(null);
  useEffect(() => {
    const say = (senders: readonly number[]) =>
      notices.announce(senders.length === 1 ? t.newFrom(userName(store, senders[0]!)) : t.newBelow(senders.length));
    const own = (gathered.current = new ThrottledBatches(say));
    return () => own.stop();
  }, [store]);
  useEffect(() => {
    const behind = wasCurrent.current ? ids.slice(ids.findLastIndex((id) => id <= last.current) + 1) : [];
    last.current = ids.at(-1) ?? last.current;
    wasCurrent.current = isCurrent;
    const muted = new Set(store.lists.peek('muted_users').map(({ id }) => id));
    const senders = behind.flatMap((id) => store.messages.all.peek(id)?.sender_id ?? []);
    gathered.current!.add(senders.filter((id) => id !== store.me && !muted.has(id)));
  }, [ids, isCurrent]);
}
