import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationName } from '../app/names';
import { t } from '../i18n';
import { conversationOf, narrowOf } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import { sentWords } from './taking-back';

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
  const told = useRef(refused);
  /** What was said of a refusal, by conversation. */
  const said = useRef(new Map<string, string>());
  useEffect(() => {
    if (!refused || refused === told.current) return;
    told.current = refused;
    const key = conversationKey(refused.conversation);
    if (shownKey === key) return;
    const words = `${t.notSentTo(conversationName(store, refused.conversation))} ${refused.failure}`;
    said.current.set(key, words);
    notices.fail(words, true);
  }, [refused]);
  useEffect(() => {
    const words = shownKey && said.current.get(shownKey);
    if (words) notices.end(words);
  }, [shownKey]);
  const held = outbox.held.value;
  const hasForm = place.view === 'messages';
  useEffect(() => {
    if (!held || hasForm) return;
    const undo = () => {
      const message = outbox.takeHeld();
      if (!message) return;
      router.go({ view: 'messages', narrow: narrowOf(message.conversation) }, store);
      composer.dictate(message.conversation, message.content);
    };
    notices.say(sentWords(outbox, conversationName(store, held.conversation)), undo);
    return () => void notices.withdraw(undo);
  }, [held?.localId, hasForm]);
}
