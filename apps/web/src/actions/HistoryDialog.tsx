import { useClient } from '../app/client';
import { channelName, topicName, userName } from '../app/names';
import { t } from '../i18n';
import type { HistoryEntry } from '../server/message-actions';
import { Dialog } from '../ui/Dialog';
import { Html } from '../ui/Html';
import { wholeTimeOf } from '../ui/time';
import styles from './actions.module.css';
import { Fetched, useFetched } from './fetched';
import type { MessageDialogProps } from './props';

/** What a message was before, the newest version first. */
export function HistoryDialog({ message }: MessageDialogProps) {
  const { dialogs, messageActions } = useClient();
  const answer = useFetched(() => messageActions.historyOf(message.id));
  return (
    <Dialog title={t.viewHistory} onClose={() => dialogs.close()}>
      <Fetched answer={answer}>
        {(entries) => (
          <ol class={styles.history} reversed>
            {entries.map((entry, at) => <Version key={at} entry={entry} isFirst={at === 0} />).reverse()}
          </ol>
        )}
      </Fetched>
    </Dialog>
  );
}

function Version({ entry, isFirst }: { readonly entry: HistoryEntry; readonly isFirst: boolean }) {
  const { store } = useClient();
  const { topic, prev_topic, stream, prev_stream, content_html_diff, rendered_content, prev_content } = entry;
  const name = entry.user_id === null ? t.unknownUser : userName(store, entry.user_id);
  const say = isFirst ? t.sentBy : prev_content === undefined ? t.movedBy : t.editedBy;
  const html = content_html_diff ?? (isFirst ? rendered_content : undefined);
  return (
    <li>
      <h3>{say(name, wholeTimeOf(entry.timestamp))}</h3>
      {prev_topic !== undefined && <p dir="auto">{t.fromTopic(topicName(prev_topic), topicName(topic))}</p>}
      {prev_stream !== undefined && stream !== undefined && (
        <p dir="auto">{t.fromChannel(channelName(store, prev_stream), channelName(store, stream))}</p>
      )}
      {html !== undefined && <Html html={html} />}
    </li>
  );
}
