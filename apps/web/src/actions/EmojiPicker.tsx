import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { glyphOf } from '../ui/emoji';
import { Popup } from '../ui/Popup';
import { remember, remembered } from '../ui/remembered';
import styles from './actions.module.css';
import { toggleReaction } from './actions';
import { Choice, choicesFor, withTone } from './emoji';
import type { MessageDialogProps } from './props';

/** Shown before the user opens the full list. */
const MAX_AT_FIRST = 160;
const COLUMNS = 8;
/** From none to dark. */
const TONES = [0, 1, 2, 3, 4, 5];
/** The tone that was chosen last is a setting of this browser. */
const TONE_SETTING = 'parley-skin-tone';
const HAND = { emoji_name: 'raised_hand', emoji_code: '270b', reaction_type: 'unicode_emoji', address: null } as const;

/** A field to search in, and the emoji that fit. Enter takes the first, arrows move between them. */
export function EmojiPicker({ message }: MessageDialogProps) {
  const client = useClient();
  const { store, dialogs, emojiNames } = client;
  const [query, setQuery] = useState('');
  const [tone, setTone] = useState(() => Number(remembered(TONE_SETTING)));
  const [showsAll, setShowsAll] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => void emojiNames.load(store.organization.get('server_emoji_data_url')), []);
  const found = choicesFor(query, emojiNames.all, store.lists.get('realm_emoji')).map((one) => withTone(one, tone));
  const shown = showsAll ? found : found.slice(0, MAX_AT_FIRST);
  const choose = (choice: Choice) => {
    const { address: _, ...emoji } = choice;
    dialogs.close();
    toggleReaction(client, message, emoji);
  };
  const chooseTone = (next: number) => {
    setTone(next);
    remember(TONE_SETTING, next === 0 ? null : String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') grid.current!.querySelector('button')?.focus();
    else if (found[0]) choose(found[0]);
  };
  return (
    <Popup role="dialog" name={t.addReaction} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      <div class={styles.wish}>
        <input
          class={styles.search}
          type="search"
          aria-label={t.searchEmoji}
          placeholder={t.searchEmoji}
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <select
          class={styles.tone}
          tabIndex={0}
          aria-label={t.skinTone}
          title={t.skinTone}
          value={tone}
          onChange={({ currentTarget }) => chooseTone(Number(currentTarget.value))}
        >
          {TONES.map((one) => (
            <option key={one} value={one}>
              {glyphOf(withTone(HAND, one).emoji_code, '')} {t.toneName(String(one))}
            </option>
          ))}
        </select>
      </div>
      <div ref={grid} class={styles.grid} role="group" aria-label={t.emoji} onKeyDown={moveInGrid}>
        {shown.map((choice, at) => (
          <button
            key={`${choice.reaction_type} ${choice.emoji_code}`}
            type="button"
            tabIndex={at === 0 ? 0 : -1} // the arrows lead to the others
            class={styles.emoji}
            aria-label={choice.emoji_name}
            title={choice.emoji_name}
            onClick={() => choose(choice)}
          >
            {choice.address ? (
              <img src={choice.address} alt="" width="22" height="22" />
            ) : (
              glyphOf(choice.emoji_code, choice.emoji_name)
            )}
          </button>
        ))}
      </div>
      {found.length === 0 && <p class={styles.hint}>{emojiNames.all.length === 0 ? t.loading : t.noEmoji}</p>}
      {shown.length < found.length && (
        <button type="button" class={styles.item} onClick={() => setShowsAll(true)}>
          {t.showAllEmoji}
        </button>
      )}
    </Popup>
  );
}

function moveInGrid(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key];
  const { currentTarget } = event;
  if (step === undefined || !(currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  const buttons = [...currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[at + step];
  if (next) next.focus();
  else if (step < 0) currentTarget.parentElement?.querySelector('input')?.focus();
}
