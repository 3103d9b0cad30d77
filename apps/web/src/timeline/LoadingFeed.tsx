import { useClient } from '../app/client';
import { t } from '../i18n';
import { conversationOf, Narrow } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import { PendingRows } from './PendingRows';
import styles from './Timeline.module.css';
import view from './View.module.css';

/** A narrow whose messages are on their way: what the user has just sent into it is shown at once. */
export function LoadingFeed({ narrow, name }: { readonly narrow: Narrow; readonly name: string }) {
  const { outbox } = useClient();
  const conversation = conversationOf(narrow);
  const key = conversation && conversationKey(conversation);
  const isSending = outbox.pending.value.some((one) => conversationKey(one.conversation) === key);
  if (!conversation || !isSending) return <div class={view.empty} aria-busy="true" aria-label={t.loading} />;
  return (
    <div class={styles.frame}>
      <div class={styles.feed} role="feed" aria-label={name} aria-busy="true" tabIndex={0}>
        <div class={styles.list}>
          <PendingRows conversation={conversation} isAlone />
        </div>
      </div>
    </div>
  );
}
