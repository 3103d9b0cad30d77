import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import type { Conversation } from '../links/narrow';
import styles from './Compose.module.css';
import { mentionedIn, warningsFor } from './warnings';

/** Says what the user should know before sending; nothing where there is nothing. */
export function Warnings({ conversation, text }: { readonly conversation: Conversation; readonly text: string }) {
  const { store } = useClient();
  const absent = useAbsent(conversation, text);
  const warnings = [
    ...warningsFor(store, conversation, text),
    ...absent.map((id) => t.warnAbsent(userName(store, id))),
  ];
  if (warnings.length === 0) return null;
  return (
    <div role="alert">
      {warnings.map((warning) => (
        <p key={warning} class={styles.warning}>
          {warning}
        </p>
      ))}
    </div>
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
