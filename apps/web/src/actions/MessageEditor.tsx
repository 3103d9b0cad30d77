import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { IS_ANOTHER_TEXT } from '../server/message-actions';
import styles from './actions.module.css';
import type { MessageDialogProps } from './props';

/** The source text of an own message in its place. A text that was changed meanwhile is not overwritten unseen. */
export function MessageEditor({ message }: MessageDialogProps) {
  const { store, dialogs, messageActions, typing } = useClient();
  const { id } = message;
  const [before, setBefore] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [newer, setNewer] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const load = (take: (source: string) => void) => {
    messageActions.sourceOf(id).then(take, () => setFailure(''));
  };
  useEffect(
    () =>
      load((source) => {
        setBefore(source);
        setText(source);
      }),
    [id],
  );
  // At once, so that Escape closes it while its text is on the way.
  useLayoutEffect(() => area.current!.focus(), []);
  useLayoutEffect(() => {
    area.current!.style.blockSize = 'auto';
    area.current!.style.blockSize = `${area.current!.scrollHeight}px`;
  }, [text]);
  useEffect(() => () => typing.stop(), []);
  const close = () => dialogs.endEdit();
  const save = async () => {
    if (before === null) return;
    if (text === before) return close();
    const refusal = await messageActions.edit(id, text, before);
    if (!refusal) return close();
    if (refusal.code !== IS_ANOTHER_TEXT) return setFailure(refusal.message);
    load((source) => {
      setNewer(source);
      setBefore(source);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      return close();
    }
    if (event.key !== 'Enter' || event.isComposing || event.shiftKey) return;
    const enterSends = store.lists.peek('user_settings').enter_sends === true;
    if ((event.ctrlKey || event.metaKey) === enterSends) return;
    event.preventDefault();
    void save();
  };
  const takeNewer = () => {
    setText(newer!);
    setNewer(null);
  };
  return (
    <form
      class={styles.editor}
      aria-label={t.editMessage}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={area}
        dir="auto"
        rows={2}
        aria-label={t.message}
        readOnly={before === null}
        maxLength={store.organization.get('max_message_length')}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          typing.noteEdit(store, message);
        }}
        onKeyDown={onKeyDown}
      />
      {newer !== null && (
        <div class={styles.conflict} role="alert">
          <p>{t.changedMeanwhile}</p>
          <pre class={styles.source}>{newer}</pre>
          <button type="button" onClick={takeNewer}>
            {t.takeNewer}
          </button>
        </div>
      )}
      {failure !== null && (
        <p class={styles.conflict} role="alert">
          {failure === '' ? t.notReached : failure}
        </p>
      )}
      <div class={styles.buttons}>
        <button type="submit" class={styles.save} disabled={before === null}>
          {t.save}
        </button>
        <button type="button" class={styles.cancel} onClick={close}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
