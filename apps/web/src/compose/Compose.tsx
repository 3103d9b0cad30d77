import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { conversationName } from '../app/names';
import { t } from '../i18n';
import { failureWords } from '../server/refusal';
import { isWriting, useCommands } from '../keys/keys';
import { letterOf } from '../keys/table';
import { Conversation, Narrow, narrowKey, narrowOf } from '../links/narrow';
import { conversationKey } from '../store/conversations';
import { maySendTo } from '../store/rights';
import { leaveForm } from '../timeline/focus';
import { classes } from '../ui/classes';
import { Html } from '../ui/Html';
import { Icon } from '../ui/icons';
import { useKeptFocus } from '../ui/kept-focus';
import { wholeTimeOf } from '../ui/time';
import { usePlaceholders } from './placeholders';
import styles from './Compose.module.css';
import { useDroppedFiles } from './drops';
import { focusNext, insertAtCaret, replace } from './editing';
import { MessageField } from './MessageField';
import { usePreview } from './preview';
import { emptyFieldIn, RecipientFields } from './RecipientFields';
import { conversationFor, Recipients, recipientsFor, recipientsOf } from './recipients';
import { SendLater } from './SendLater';
import { Toolbar } from './Toolbar';
import { UploadList } from './UploadList';
import { sentWords, useUndoSend } from './undo-send';
import { useUploads } from './uploads';
import { Warnings } from './warnings/Warnings';

/** Where the user writes. It begins with the conversation of the view, and with what was written there before. */
export function Compose({ narrow }: { readonly narrow: Narrow }) {
  const { store, router, outbox, drafts, writing, composer, typing, notices } = useClient();
  const key = narrowKey(narrow);
  const [recipients, setRecipients] = useState(() => recipientsOf(store, narrow));
  const [text, setText] = useState('');
  const preview = usePreview();
  const [snippetsFrom, setSnippetsFrom] = useState<number | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const previewed = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const undoSend = useUndoSend(key);
  const [begins, setBegins] = useState(0);
  const [asked, setAsked] = useState(0);
  /** Gets the focus back from the form, until the answer is sent. */
  const repliedToId = useRef<number | null>(null);
  const conversation = conversationFor(store, recipients);
  const place = conversation && narrowKey(narrowOf(conversation));

  useKeptFocus(form, () => previewed.current ?? area.current);
  /** What has no recipient yet is in no draft, and goes along. */
  const unaddressed = useRef('');
  unaddressed.current = conversation === null ? text : '';
  const textIn = (target: Conversation, more = ''): string => {
    const before = drafts.textOf(store, target);
    const words = [before, unaddressed.current, more].filter((one) => one !== '').join('\n');
    if (words !== before) drafts.write(store, target, words);
    unaddressed.current = '';
    return words;
  };
  // Before anything can be typed: it would be lost.
  useLayoutEffect(() => {
    const next = recipientsOf(store, narrow);
    const target = conversationFor(store, next);
    setRecipients(next);
    setText(target ? textIn(target) : unaddressed.current);
    repliedToId.current = null;
    preview.close();
  }, [key]);
  const { channel } = recipientsOf(store, narrow);
  const named = useRef(channel);
  // The channel was renamed, or its event comes after the view.
  useLayoutEffect(() => {
    const old = named.current;
    named.current = channel;
    setRecipients((last) => (last.kind === 'topic' && last.channel === old ? { ...last, channel } : last));
  }, [channel]);
  const begin = (kind: Recipients['kind']) => {
    repliedToId.current = null;
    // People of the conversation that is shown are not meant.
    if (kind === 'direct' || kind !== recipients.kind) leaveFor({ ...recipients, kind, userIds: [] });
    setBegins(begins + 1);
  };
  // Before the next key: it is for the first field that is empty.
  useLayoutEffect(() => {
    if (begins > 0) (emptyFieldIn(form.current!, recipients) ?? previewed.current ?? area.current!).focus();
  }, [begins]);
  /** The text, also in place of its preview. */
  const focusText = () => {
    preview.close();
    setAsked((before) => before + 1);
  };
  // What is hidden takes no focus before it is shown.
  useLayoutEffect(() => {
    if (asked > 0) area.current!.focus();
  }, [asked]);
  useCommands({
    reply: focusText,
    newChannelMessage: () => begin('topic'),
    newDirectMessage: () => begin('direct'),
    leave: () => leaveForm(form.current!, repliedToId.current, router.entries.spot()),
    undo: () => (undoSend.isOffered && !isWriting() ? undoSend.undo() : false),
    composedTo: () => (conversation ? router.go({ view: 'messages', narrow: narrowOf(conversation) }, store) : false),
  });
  const begun = composer.begun.value;
  useEffect(() => {
    if (!begun) return;
    composer.begun.value = null;
    begin(begun);
  }, [begun]);
  const shown = useRef(conversation);
  shown.current = conversation;
  const changeIn = (of: Conversation | null, mark: string, link: string) => {
    const isThere = shown.current !== null && area.current !== null; // not after the user has left for another view
    const isHere = of !== null && isThere && conversationKey(of) === conversationKey(shown.current!);
    if (of === null || isHere) return replace(area.current!, mark, link);
    const kept = drafts.textOf(store, of).replace(mark, () => link);
    drafts.write(store, of, kept);
  };
  const placeholders = usePlaceholders(changeIn);
  const insertion = composer.insertion.value;
  // Before the next key: it is for the form.
  useLayoutEffect(() => {
    if (!insertion) return;
    composer.insertion.value = null;
    repliedToId.current = insertion.repliedToId ?? null;
    if (insertion.placeholder) placeholders.await(insertion.conversation, insertion.placeholder);
    setRecipients(recipientsFor(store, insertion.conversation));
    setText(textIn(insertion.conversation, insertion.text));
    focusText();
  }, [insertion]);

  /** The text goes along to where it is addressed now; without one, what was written there comes back. */
  const address = (next: Recipients) => {
    const target = conversationFor(store, next);
    setRecipients(next);
    if (text === '') return setText(target ? drafts.textOf(store, target) : '');
    if (conversation) drafts.write(store, conversation, '');
    if (target) drafts.write(store, target, text);
  };
  /** The text stays with its conversation as a draft. Without one, it goes along. */
  const leaveFor = (next: Recipients) => {
    const target = conversationFor(store, next);
    setRecipients(next);
    setText(target ? textIn(target) : unaddressed.current);
    preview.close();
  };
  const write = (words: string) => {
    setText(words);
    if (!conversation) return;
    drafts.write(store, conversation, words);
    if (words.trim() === '') typing.stop();
    else typing.note(store, conversation);
  };
  const insertMark = (mark: string) => insertAtCaret(area.current!, `${mark}\n`);
  const uploads = useUploads(conversation, insertMark, changeIn);
  const isUploading = uploads.running.some(({ failure }) => failure === null);

  const maySend = conversation !== null && maySendTo(store, conversation);
  const canSend = maySend && text.trim() !== '' && !isUploading && !placeholders.isAwaiting;
  const send = () => {
    if (!conversation || !canSend) return;
    outbox.send(conversation, text);
    repliedToId.current = null;
    write('');
    preview.close();
    undoSend.noteSent();
    if (place === key) return;
    if (store.lists.peek('user_settings').web_navigate_to_sent_message)
      router.go({ view: 'messages', narrow: narrowOf(conversation) }, store);
    else notices.say(sentWords(outbox, conversationName(store, conversation)));
  };
  const schedule = (at: number) => {
    setScheduling(false);
    if (!conversation) return;
    void writing.schedule(conversation, text, at).then(
      () => {
        write('');
        notices.say(t.scheduledFor(wholeTimeOf(at)));
      },
      async (error: unknown) => notices.say(`${t.notScheduled} ${await failureWords(error)}`),
    );
  };
  useDroppedFiles(uploads.start);
  /** Also where the field is hidden by the preview. Enter in a field of one line goes on to the next, and sends nothing. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { target } = event;
    const isLine = target instanceof HTMLInputElement && target.type === 'text';
    const isSend = (preview.html !== null || isLine) && event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isLine && event.key === 'Enter' && !isSend) {
      event.preventDefault();
      return focusNext(target);
    }
    const isPreview = event.altKey && !event.ctrlKey && letterOf(event) === 'p';
    if (!isSend && !isPreview) return;
    event.preventDefault();
    if (isSend) send();
    else preview.toggle(text);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    send();
  };
  return (
    <form ref={form} class={styles.compose} aria-label={t.compose} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <div class={styles.box}>
        <RecipientFields recipients={recipients} onChange={address} onBegin={begin} />
        {conversation && <Warnings conversation={conversation} text={text} />}
        <UploadList running={uploads.running} />
        <div class={styles.line}>
          {preview.html !== null && (
            <div ref={previewed} class={styles.preview} role="region" aria-label={t.previewOf} tabIndex={0}>
              <Html html={preview.html} />
            </div>
          )}
          <MessageField
            area={area}
            conversation={conversation}
            text={text}
            placeholder={conversation ? t.messageTo(conversationName(store, conversation)) : t.message}
            isHidden={preview.html !== null}
            snippetsFrom={snippetsFrom}
            onSnippets={setSnippetsFrom}
            onText={write}
            onSend={send}
            onFiles={uploads.start}
          />
          <button
            class={styles.send}
            type="submit"
            aria-label={t.send}
            disabled={!canSend}
            onPointerDown={(event) => event.preventDefault()} // the field keeps the focus, and a phone its keyboard
          >
            <Icon name="send" />
          </button>
        </div>
        <div class={styles.bottom}>
          <Toolbar
            area={area}
            isPreview={preview.html !== null}
            canSchedule={canSend}
            onPreview={() => preview.toggle(text)}
            onFiles={uploads.start}
            onSnippets={() => {
              area.current!.focus();
              setSnippetsFrom(area.current!.selectionStart);
            }}
            onSchedule={() => setScheduling(true)}
          />
          {undoSend.isOffered && (
            <button type="button" class={classes(styles.kind, styles.undo)} onClick={undoSend.undo}>
              {t.undo}
            </button>
          )}
        </div>
      </div>
      {isScheduling && <SendLater onChoose={schedule} onClose={() => setScheduling(false)} />}
    </form>
  );
}
