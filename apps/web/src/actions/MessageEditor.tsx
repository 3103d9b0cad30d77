import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { insertAtCaret, replace } from '../compose/editing';
import { MessageField } from '../compose/MessageField';
import { usePreview } from '../compose/preview';
import { Toolbar } from '../compose/Toolbar';
import { UploadList } from '../compose/UploadList';
import { useUploads } from '../compose/uploads';
import { t } from '../i18n';
import { IS_ANOTHER_TEXT } from '../server/message-actions';
import { conversationOfMessage } from '../store/conversations';
import { Html } from '../ui/Html';
import styles from './actions.module.css';
import type { MessageDialogProps } from './props';

/** The source text of an own message in its place. A text that was changed meanwhile is not overwritten unseen. */
export function MessageEditor({ message }: MessageDialogProps) {
  const { store, dialogs, messageActions, typing, notices } = useClient();
  const { id } = message;
  const [before, setBefore] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [newer, setNewer] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const preview = usePreview();
  const [snippetsFrom, setSnippetsFrom] = useState<number | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const uploads = useUploads(
    null,
    (mark) => insertAtCaret(area.current!, `${mark}\n`),
    (_, mark, link) => area.current && replace(area.current, mark, link),
    { endWithForm: true },
  );
  const load = (take: (source: string) => void) => {
    messageActions.sourceOf(id).then(take, () => setFailure(''));
  };
  useEffect(
    () =>
      load((source) => {
        setBefore(source);
        setText(dialogs.changedText ?? source);
      }),
    [id],
  );
  // At once, so that Escape closes it while its text is on the way.
  useLayoutEffect(() => area.current!.focus(), []);
  useEffect(() => () => typing.stop(), []);
  const close = () => dialogs.endEdit();
  const drop = () => {
    close();
    const dropped = uploads.withoutMarks(text);
    if (before !== null && dropped !== before) notices.say(t.editDropped, () => dialogs.edit(id, dropped));
  };
  const isUploading = uploads.running.some((one) => one.failure === null);
  const save = async () => {
    if (before === null || isUploading) return;
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
    if (event.key !== 'Escape' || event.defaultPrevented) return; // It was for the suggestions.
    event.preventDefault();
    drop();
  };
  const takeNewer = () => {
    setText(newer!);
    setNewer(null);
  };
  return (
    <form
      class={styles.editor}
      aria-label={t.editMessage}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UploadList running={uploads.running} />
      {preview.html !== null && (
        <div class={styles.excerpt} role="region" aria-label={t.previewOf} tabIndex={0}>
          <Html html={preview.html} />
        </div>
      )}
      <MessageField
        area={area}
        conversation={conversationOfMessage(message, store.me)}
        text={text}
        placeholder={t.message}
        isHidden={preview.html !== null}
        isReadOnly={before === null}
        isOfMessage
        snippetsFrom={snippetsFrom}
        onSnippets={setSnippetsFrom}
        onText={(next) => {
          setText(next);
          typing.noteEdit(store, message);
        }}
        onSend={() => void save()}
        onFiles={uploads.start}
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
        <button type="submit" class={styles.save} disabled={before === null || isUploading}>
          {t.save}
        </button>
        <button type="button" class={styles.cancel} onClick={drop}>
          {t.cancel}
        </button>
        <Toolbar
          area={area}
          isPreview={preview.html !== null}
          onPreview={() => preview.toggle(text)}
          onFiles={uploads.start}
          onSnippets={() => {
            area.current!.focus();
            setSnippetsFrom(area.current!.selectionStart);
          }}
        />
      </div>
    </form>
  );
}
