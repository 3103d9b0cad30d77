import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { userName } from '../../app/names';
import { t } from '../../i18n';
import type { Conversation } from '../../links/narrow';
import styles from '../Compose.module.css';
import { mentionedIn, warningsFor } from './warnings';

/** From so few characters on it is said how many more a message can have. */
const NEARLY_FULL = 500;

/** Says what the user should know before sending; nothing where there is nothing. */
export function Warnings({ conversation, text }: { readonly conversation: Conversation; readonly text: string }) {
  const { store } = useClient();
  const absent = useAbsent(conversation, text);
  const warnings = [
    ...warningsFor(store, conversation, text),
    ...absent.map((id) => t.warnAbsent(userName(store, id))),
  ];
  const left = store.organization.get('max_message_length') - text.length;
  return (
    <>
      {left <= NEARLY_FULL && <p class={styles.warning}>{t.charactersLeft(left)}</p>}
      {warnings.length > 0 && (
        <div class={styles.warnings} role="alert">
          {warnings.map((warning) => (
            <p key={warning} class={styles.warning}>
              {warning}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** Mentioned users who are not in the channel. */
function useAbsent(conversation: Conversation, text: string): readonly number[] {
  const { store, writing } = useClient();
  const [absent, setAbsent] = useState<readonly number[]>([]);
  const channelId = conversation.kind === 'topic' ? conversation.channelId : null;
  const mentioned = channelId === null ? [] : mentionedIn(store, text);
  useEffect(() => {
    let isOver = false;
    void Promise.all(mentioned.map((id) => writing.isSubscribed(id, channelId!))).then((answers) => {
      if (!isOver) setAbsent(mentioned.filter((_, at) => answers[at] === false));
    });
    return () => {
      isOver = true;
    };
  }, [channelId, mentioned.join()]);
  return absent;
}
