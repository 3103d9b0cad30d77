import { useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { narrowName } from '../app/names';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import styles from '../inbox/Inbox.module.css';
import { Conversation, narrowOf } from '../links/narrow';
import { conversationKey, directWith } from '../store/conversations';
import type { RefusedDraft } from '../server/drafts';
import { copy } from '../ui/clipboard';
import { Html } from '../ui/Html';
import { useKeptFocus } from '../ui/kept-focus';
import { wholeTimeOf } from '../ui/time';
import { deleteDrafts, placeOfDraft } from './draft-actions';
import own from './Waiting.module.css';

/** What was begun and not sent, the newest first. */
export function DraftList() {
  const client = useClient();
  const { store, drafts, composer } = client;
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  const refused = drafts.refused.value;
  const known = store.lists
    .get('drafts')
    .filter(({ id }) => !refused.some((one) => one.id === id)) // which is newer
    .sort((one, other) => other.timestamp - one.timestamp);
  return (
    <div class={styles.page} tabIndex={0} role="group" aria-label={t.drafts} ref={page}>
      <div class={styles.column}>
        <h1 class={styles.title}>{t.drafts}</h1>
        {known.length + refused.length === 0 && <p class={styles.empty}>{t.noDrafts}</p>}
        <ul class={styles.list} role="list">
          {refused.map((draft) => (
            <RefusedRow key={conversationKey(draft.conversation)} draft={draft} />
          ))}
          {known.map((draft) => {
            const { id, content, timestamp } = draft;
            const place = placeOfDraft(draft, store.me);
            return (
              <li key={id} class={own.row}>
                <h2 dir="auto">{place ? narrowName(store, narrowOf(place)) : t.withoutPlace}</h2>
                <time>{wholeTimeOf(timestamp)}</time>
                <p class={own.text} dir="auto">
                  {content}
                </p>
                {place && (
                  <a
                    href={hrefOfNarrow(narrowOf(place), store)}
                    onClick={({ ctrlKey, metaKey, shiftKey }) => {
                      // The focus goes into the form; not for another tab.
                      if (!ctrlKey && !metaKey && !shiftKey) composer.insert(place, '');
                    }}
                  >
                    {t.continueDraft}
                  </a>
                )}
                <button onClick={() => void deleteDrafts(client, [draft])}>{t.deleteDraft}</button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

/** A draft that only this browser has, and why. */
function RefusedRow({ draft: { conversation, text, id, refusal } }: { readonly draft: RefusedDraft }) {
  const { store, drafts, waiting, notices } = useClient();
  const remove = async () => {
    const failed = id === null ? null : await waiting.removeDraft(id);
    if (failed) return notices.fail(failed.message || t.notReached);
    drafts.forget(conversation);
    notices.say(t.draftsDeleted(1), () => drafts.write(store, conversation, text));
  };
  return (
    <li class={own.row}>
      <h2 dir="auto">{narrowName(store, narrowOf(conversation))}</h2>
      <p>{t.draftRefused(refusal)}</p>
      <p class={own.text} dir="auto">
        {text}
      </p>
      <button onClick={() => void copy(text).then(() => notices.say(t.copied))}>{t.copyText}</button>
      <button onClick={() => void remove()}>{t.deleteDraft}</button>
    </li>
  );
}

/** What is sent later, the next one first. */
export function ScheduledList() {
  const { store, router, composer, waiting, writing, notices } = useClient();
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page);
  const known = [...store.lists.get('scheduled_messages')].sort(
    (one, other) => one.scheduled_delivery_timestamp - other.scheduled_delivery_timestamp,
  );
  return (
    <div class={styles.page} tabIndex={0} role="group" aria-label={t.scheduled} ref={page}>
      <div class={styles.column}>
        <h1 class={styles.title}>{t.scheduled}</h1>
        {known.length === 0 && <p class={styles.empty}>{t.noScheduled}</p>}
        <ul class={styles.list} role="list">
          {known.map((one) => {
            const { scheduled_message_id: id, content, rendered_content, scheduled_delivery_timestamp: at } = one;
            const place: Conversation =
              one.type === 'stream'
                ? { kind: 'topic', channelId: one.to, topic: one.topic }
                : directWith(one.to, store.me);
            const cancel = async (): Promise<boolean> => {
              const refusal = await waiting.cancel(id);
              if (refusal) notices.fail(refusal.message || t.notReached);
              return refusal === null;
            };
            const undo = () => void writing.schedule(place, content, at).catch(() => notices.fail(t.notScheduled));
            const remove = async () => {
              if (await cancel()) notices.say(t.scheduledDeleted, undo);
            };
            const edit = async () => {
              if (!(await cancel())) return;
              router.go({ view: 'messages', narrow: narrowOf(place) }, store);
              composer.insert(place, content);
            };
            return (
              <li key={id} class={own.row}>
                <h2 dir="auto">{narrowName(store, narrowOf(place))}</h2>
                <time>{wholeTimeOf(at)}</time>
                <Html html={rendered_content} />
                <button onClick={() => void edit()}>{t.editScheduled}</button>
                <button onClick={() => void remove()}>{t.cancelScheduled}</button>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
