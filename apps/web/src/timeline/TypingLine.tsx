import { useClient } from '../app/client';
import { userName } from '../app/names';
import { listOf, t } from '../i18n';
import type { Conversation } from '../links/narrow';
import styles from './MessageRow.module.css';

/** Who is writing here. Its line is there at all times, so that nothing moves. */
export function TypingLine({ conversation }: { readonly conversation: Conversation }) {
  const { store } = useClient();
  const typing = store.presence.typingIn(conversation).filter((id) => !store.lists.isMutedUser(id));
  const names = typing.map((id) => userName(store, id));
  return (
    <p class={styles.typing} dir="auto">
      {names.length > 0 && t.typing(names.length, listOf(names))}
    </p>
  );
}
