import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationName } from '../app/names';
import { t } from '../i18n';
import { conversationOf, narrowOf } from '../links/narrow';
import type { Pending } from '../server/outbox';
import { conversationKey } from '../store/conversations';
import { sentWords } from './undo-send';

/**
 * What is on its way while another view is shown: it goes along with its topic, the user hears of a refusal, and can
 * take back what is held where no form offers that.
 */
export function useOutgoing(): void {
  const { store, router, outbox, notices, composer } = useClient();
  const moved = store.moved.value;
  useLayoutEffect(() => {
    if (moved?.isWhole && store.channels.all.peek(moved.to.channelId)) outbox.follow(moved.from, moved.to);
  }, [moved]);
  const place = router.place.value;
  const shown = place.view === 'messages' ? conversationOf(place.narrow) : null;
  const shownKey = shown && conversationKey(shown);
  const refused = outbox.refused.value;
  /** The local ids of what was refused and then shown. */
  const seen = useRef<ReadonlySet<string>>(new Set());
  /** What is said of the rest, with their local ids. */
  const said = useRef<ReadonlyMap<string, readonly string[]>>(new Map());
  useEffect(() => {
    const isSeen = ({ localId, conversation }: Pending) =>
      conversationKey(conversation) === shownKey || seen.current.has(localId);
    const words = ({ conversation, failure }: Pending) =>
      `${t.notSentTo(conversationName(store, conversation))} ${failure}`.trim();
    const unseen = new Map<string, readonly string[]>();
    for (const one of refused)
      if (!isSeen(one)) unseen.set(words(one), [...(unseen.get(words(one)) ?? []), one.localId]);
    const former = said.current;
    said.current = unseen;
    seen.current = new Set(refused.filter(isSeen).map(({ localId }) => localId));
    for (const text of former.keys()) if (!unseen.has(text)) notices.end(text);
    for (const [text, localIds] of unseen) {
      if (localIds.every((localId) => former.get(text)?.includes(localId))) continue;
      notices.end(text);
      notices.fail(text, true);
    }
  }, [refused, shownKey]);
  const held = outbox.held.value;
  const hasForm = place.view === 'messages';
  useEffect(() => {
    if (!held || hasForm) return;
    const undo = () => {
      const message = outbox.takeHeld();
      if (!message) return;
      router.go({ view: 'messages', narrow: narrowOf(message.conversation) }, store);
      composer.insert(message.conversation, message.content);
    };
    notices.say(sentWords(outbox, conversationName(store, held.conversation)), undo);
    return () => void notices.withdraw(undo);
  }, [held?.localId, hasForm]);
}
