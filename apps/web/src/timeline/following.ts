import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationOf, Narrow, narrowKey, narrowOf, operandOf } from '../links/narrow';
import { conversationKey } from '../store/conversations';

/** A topic that is shown goes on under its new name, with what the user has begun to write there. */
export function useFollowedTopic(narrow: Narrow): void {
  const { store, router, drafts, outbox } = useClient();
  const { value: moved } = store.moved;
  const seen = useRef(moved);
  useLayoutEffect(() => {
    const isNew = moved !== seen.current;
    seen.current = moved;
    const shown = conversationOf(narrow);
    if (!isNew || !moved || !shown || conversationKey(shown) !== conversationKey(moved.from)) return;
    const isLeft = moved.isWhole || store.windows.of(narrow).ids.peek().length === 0;
    if (!isLeft || !store.channels.all.peek(moved.to.channelId)) return;
    const text = drafts.textOf(store, moved.from);
    if (text !== '' && drafts.textOf(store, moved.to) === '') {
      drafts.write(store, moved.from, '');
      drafts.write(store, moved.to, text);
    }
    outbox.follow(moved.from, moved.to);
    router.replace({ view: 'messages', narrow: narrowOf(moved.to) }, store);
  }, [moved]);
}

/** A link may be older than the place of the message that it names: the conversation that it is in now is shown. */
export function useNamedMessage(narrow: Narrow, isOpened: boolean): void {
  const { store, router, messageActions } = useClient();
  const named = operandOf(narrow, 'with') ?? operandOf(narrow, 'near');
  useEffect(() => {
    const shown = conversationOf(narrow);
    const isWithoutPlace = narrow.every(({ operator }) => operator === 'with');
    if (!isOpened || (!shown && !isWithoutPlace) || typeof named !== 'number') return;
    let isOver = false;
    void messageActions.placeOf(store, named).then((place) => {
      if (isOver || !place || (shown && conversationKey(place) === conversationKey(shown))) return;
      const names = narrow.filter(({ operator }) => operator === 'with' || operator === 'near');
      router.replace({ view: 'messages', narrow: [...narrowOf(place), ...names] }, store);
    });
    return () => {
      isOver = true;
    };
  }, [narrowKey(narrow), named, isOpened]);
}
