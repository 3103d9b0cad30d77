import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationName } from '../app/names';
import { t } from '../i18n';
import { conversationOf } from '../links/narrow';
import { conversationKey } from '../store/conversations';

/** What is on its way while another view is shown: it goes along with its topic, and the user hears of a refusal. */
export function useOutgoing(): void {
  const { store, router, outbox, notices } = useClient();
  const moved = store.moved.value;
  useLayoutEffect(() => {
    if (moved?.isWhole && store.channels.all.peek(moved.to.channelId)) outbox.follow(moved.from, moved.to);
  }, [moved]);
  const refused = outbox.refused.value;
  const told = useRef(refused);
  useEffect(() => {
    if (!refused || refused === told.current) return;
    told.current = refused;
    const place = router.place.peek();
    const shown = place.view === 'messages' ? conversationOf(place.narrow) : null;
    const isShown = shown !== null && conversationKey(shown) === conversationKey(refused.conversation);
    if (!isShown) notices.fail(`${t.notSentTo(conversationName(store, refused.conversation))} ${refused.failure}`);
  }, [refused]);
}
