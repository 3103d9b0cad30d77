import { useClient } from '../app/client';
import { userName } from '../app/names';
import { listOf, t } from '../i18n';
import { conversationOf, Narrow, operandOf } from '../links/narrow';
import styles from './MessageRow.module.css';

interface Props {
  /** What is shown: a conversation, or all direct messages. Elsewhere the line is absent. */
  readonly narrow: Narrow;
}

/** Who is writing here, wherever in the messages the user reads. Its line is there at all times, so that nothing moves. */
export function TypingLine({ narrow }: Props) {
  const { store } = useClient();
  const conversation = conversationOf(narrow);
  const isOfAllDirect = narrow.length === 1 && operandOf(narrow, 'is') === 'dm';
  if (!conversation && !isOfAllDirect) return null;
  const all = conversation ? store.presence.typingIn(conversation) : store.presence.typingDirectly();
  const names = all.filter((id) => !store.lists.isMutedUser(id)).map((id) => userName(store, id));
  return (
    <p class={styles.typing} dir="auto">
      {names.length > 0 && t.typing(names.length, listOf(names))}
    </p>
  );
}
