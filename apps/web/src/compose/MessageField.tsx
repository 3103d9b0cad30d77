import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { perform } from '../keys/keys';
import { isLatinLetter, letterOf } from '../keys/table';
import type { Conversation } from '../links/narrow';
import { Candidate, candidatesFor, prepare, snippetsFor } from './candidates';
import { soughtAt } from './completion';
import styles from './Compose.module.css';
import { apply, insertAtCaret } from './editing';
import { continued, Format, formatted, isInBlock, linkedTo, Selection } from './formatting';
import { pastedText } from './pasting';
import { useSuggestions } from './Suggestions';

interface Props {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly conversation: Conversation | null;
  readonly text: string;
  readonly placeholder: string;
  readonly isHidden: boolean;
  /** Its text is not there yet. */
  readonly isReadOnly?: boolean;
  /** Among messages: suggestions take room of their own, and the empty field has no key for editing. */
  readonly isOfMessage?: boolean;
  /** Where the user asked for saved snippets; `null`: not. */
  readonly snippetsFrom: number | null;
  onSnippets(from: number | null): void;
  onText(text: string): void;
  onSend(): void;
  onFiles(files: readonly File[]): void;
}

/** Keys of formats; with Ctrl, and with Cmd on a Mac. */
const FORMAT_KEYS: Readonly<Record<string, Format>> = {
  b: 'bold',
  i: 'italic',
  'Shift l': 'link',
  'Shift c': 'code',
  'Shift x': 'strike',
};

/** Where the text is written, with suggestions for what is being written. */
export function MessageField(props: Props) {
  const { area, conversation, text, onText, snippetsFrom, onSnippets, isOfMessage = false } = props;
  const { store, topics, emojiNames } = useClient();
  const [caret, setCaret] = useState<number | null>(null);
  /** The keys for pasting without formats were pressed last; not all browsers leave the formats out then. */
  const wantsPlain = useRef(false);
  const enterSends = store.lists.get('user_settings').enter_sends;
  useLayoutEffect(() => grow(area.current!), [text, props.isHidden]);
  // What was typed before is no search for a snippet.
  useLayoutEffect(() => {
    if (snippetsFrom !== null) setCaret(null);
  }, [snippetsFrom]);

  const before = caret === null ? '' : text.slice(0, caret);
  const sought = caret === null || snippetsFrom !== null ? null : soughtAt(before);
  const knowledge = { store, topics, emojiNames, conversation };
  useEffect(() => {
    if (sought) prepare(sought, knowledge);
  }, [sought?.kind, sought?.kind === 'topic' && sought.channel]);
  const candidates =
    snippetsFrom !== null
      ? snippetsFor(text.slice(snippetsFrom, caret ?? snippetsFrom), { store })
      : sought
        ? candidatesFor(sought, knowledge)
        : [];

  const close = () => {
    setCaret(null);
    onSnippets(null);
  };
  const choose = ({ insert, back = 0 }: Candidate) => {
    const from = snippetsFrom ?? sought!.from;
    const end = from + insert.length - back;
    apply(area.current!, { from, to: caret ?? from, insert, select: [end, end] });
    close();
  };
  /** The topics of a channel are suggested next. */
  const beginTopic = (key: string, { topicsFrom }: Candidate): boolean => {
    if (key !== '>' || topicsFrom === undefined || text.slice(sought!.from, caret!) === '#') return false;
    const end = sought!.from + topicsFrom.length;
    apply(area.current!, { from: sought!.from, to: caret!, insert: topicsFrom, select: [end, end] });
    follow();
    return true;
  };
  const suggestions = useSuggestions(candidates, choose, close, { isWithin: isOfMessage, onOther: beginTopic });

  const follow = () => {
    const { selectionStart, selectionEnd } = area.current!;
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
  };
  const onInput = () => {
    onText(area.current!.value);
    follow();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    wantsPlain.current = isModified(event) && event.shiftKey && event.code === 'KeyV';
    if (suggestions.onKeyDown(event) || event.isComposing) return;
    const isBeforeAll = text === '' && !isOfMessage && event.key === 'ArrowLeft';
    const isPlain = !isModified(event) && !event.altKey && !event.shiftKey;
    if (isBeforeAll && isPlain && perform('editLast')) return event.preventDefault();
    const wantsSend = event.key === 'Enter' && !event.shiftKey && isModified(event) !== enterSends;
    const command = wantsSend ? props.onSend : (newLine(event) ?? commandOf(event));
    if (!command) return;
    event.preventDefault();
    command();
  };
  const selected = (): Selection => {
    const { value, selectionStart: start, selectionEnd: end } = area.current!;
    return { text: value, start, end };
  };
  const newLine = (event: KeyboardEvent): (() => void) | null => {
    const edit = event.key === 'Enter' && !isModified(event) && !event.altKey ? continued(selected()) : null;
    return edit && (() => apply(area.current!, edit));
  };
  const commandOf = (event: KeyboardEvent): (() => void) | null => {
    if (!isModified(event) || event.altKey) return null;
    if (isQuote(event)) return () => onSnippets(area.current!.selectionStart);
    const format = FORMAT_KEYS[`${event.shiftKey ? 'Shift ' : ''}${letterOf(event)}`];
    if (format === undefined) return null;
    return () => apply(area.current!, formatted(format, selected()));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    const isPlain = wantsPlain.current || isInBlock(selected());
    const html = isPlain ? '' : (event.clipboardData?.getData('text/html') ?? '');
    const link = files.length > 0 ? null : linkedTo(selected(), plain);
    if (files.length === 0 && !link && html === '') return;
    event.preventDefault();
    if (files.length > 0) props.onFiles(files);
    else if (link) apply(area.current!, link);
    else void pastedText(html, plain).then((pasted) => area.current && insertAtCaret(area.current, pasted));
  };
  return (
    <div class={styles.field} hidden={props.isHidden}>
      <textarea
        ref={area}
        class={styles.text}
        rows={1}
        dir="auto"
        aria-label={t.message}
        placeholder={props.placeholder}
        readOnly={props.isReadOnly}
        maxLength={store.organization.get('max_message_length')}
        value={text}
        onInput={onInput}
        onKeyDown={onKeyDown}
        onKeyUp={({ key }) => key.startsWith('Arrow') && !suggestions.isOpen && setCaret(null)}
        onClick={() => setCaret(null)}
        onBlur={close}
        onPaste={onPaste}
        {...suggestions.attributes}
      />
      {suggestions.list}
    </div>
  );
}

/** On keyboards that are not Latin a letter has its place. */
const isQuote = ({ key, code }: KeyboardEvent): boolean =>
  key === "'" || (code === 'Quote' && isLatinLetter(key) === false);

const isModified = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

/** Browsers that do so by the style lay the page out once for each letter, and not three times. */
const GROWS_BY_ITSELF = CSS.supports('field-sizing', 'content');

/** As high as its text, up to what the style allows. */
function grow(area: HTMLTextAreaElement): void {
  if (GROWS_BY_ITSELF) return;
  area.style.blockSize = 'auto';
  area.style.blockSize = `${area.scrollHeight}px`;
}
