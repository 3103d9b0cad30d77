import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationName } from '../app/names';
import { t } from '../i18n';
import { useKeys } from '../keys/keys';
import { Narrow, narrowKey, narrowOf } from '../links/narrow';
import { Icon } from '../ui/icons';
import styles from './Compose.module.css';
import { RecipientFields } from './RecipientFields';
import { conversationFor, Recipients, recipientsOf } from './recipients';

/** Where the user writes. It begins with the conversation of the view, and with what was written there before. */
export function Compose({ narrow }: { readonly narrow: Narrow }) {
  const { store, router, outbox, drafts } = useClient();
  const key = narrowKey(narrow);
  const [recipients, setRecipients] = useState(() => recipientsOf(store, narrow));
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  const conversation = conversationFor(store, recipients);
  const place = conversation && narrowKey(narrowOf(conversation));

  useEffect(() => {
    const next = recipientsOf(store, narrow);
    const target = conversationFor(store, next);
    setRecipients(next);
    setText(target ? drafts.textOf(store, target) : '');
  }, [store, key]);
  useLayoutEffect(() => grow(area.current!), [text]);
  useKeys({
    r: () => area.current!.focus(),
    c: () => address({ ...recipients, kind: 'topic' }),
    x: () => address({ ...recipients, kind: 'direct' }),
    Escape: () => (document.activeElement as HTMLElement | null)?.blur(),
  });

  /** The text goes along to where it is addressed now; without one, what was written there comes back. */
  const address = (next: Recipients) => {
    const target = conversationFor(store, next);
    setRecipients(next);
    if (text === '') return setText(target ? drafts.textOf(store, target) : '');
    if (conversation) drafts.write(store, conversation, '');
    if (target) drafts.write(store, target, text);
  };
  const write = (words: string) => {
    setText(words);
    if (conversation) drafts.write(store, conversation, words);
  };
  const canSend = conversation !== null && text.trim() !== '';
  const send = () => {
    if (!conversation || !canSend) return;
    outbox.send(conversation, text);
    write('');
    if (place !== key) router.go({ view: 'messages', narrow: narrowOf(conversation) }, store);
  };
  const enterSends = store.lists.get('user_settings').enter_sends === true;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
    const wantsSend = event.ctrlKey || event.metaKey ? !enterSends : enterSends;
    if (!wantsSend) return;
    event.preventDefault();
    send();
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    send();
  };
  return (
    <form class={styles.compose} aria-label={t.compose} onSubmit={onSubmit}>
      <div class={styles.box}>
        <RecipientFields recipients={recipients} onChange={address} />
        <div class={styles.line}>
          <textarea
            ref={area}
            class={styles.text}
            rows={1}
            dir="auto"
            aria-label={t.message}
            placeholder={conversation ? t.messageTo(conversationName(store, conversation)) : t.message}
            maxLength={store.organization.get('max_message_length')}
            value={text}
            onInput={({ currentTarget }) => write(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <button class={styles.send} type="submit" aria-label={t.send} disabled={!canSend}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </form>
  );
}

/** As high as its text, up to what the style allows. */
function grow(area: HTMLTextAreaElement): void {
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}
