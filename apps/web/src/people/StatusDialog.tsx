import { useEffect, useRef, useState } from 'preact/hooks';
import { useUnsentInput } from '../actions/unsent-input';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { failureWords } from '../server/refusal';
import { glyphOf } from '../ui/emoji';
import styles from './people.module.css';

const MAX_LETTERS = 60;
/** Names and codes of emoji that statuses mostly have. */
const EMOJI: readonly [string, string][] = [
  ['calendar', '1f4c5'],
  ['bus', '1f68c'],
  ['sick', '1f912'],
  ['palm_tree', '1f334'],
  ['house', '1f3e0'],
  ['headphones', '1f3a7'],
];

/** Where the user says what others should know now. */
export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const { store, statuses } = useClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const status = store.lists.peek('user_status')[store.me];
  const written = useUnsentInput('status', { text: status?.status_text ?? '', emoji: status?.emoji_name ?? '' });
  const { text, emoji } = written.value;
  const [failure, setFailure] = useState('');
  useEffect(() => dialog.current!.showModal(), []);
  const save = (words: string, name: string) => {
    statuses.set(words, name).then(
      () => {
        written.forget();
        dialog.current?.close();
      },
      async (error: unknown) => setFailure((await failureWords(error)) || t.notSaved),
    );
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    save(text.trim(), emoji);
  };
  const own = emoji !== '' && !EMOJI.some(([name]) => name === emoji) ? [[emoji, ''] as const] : [];
  return (
    <dialog ref={dialog} class={styles.form} aria-label={t.setStatus} onClose={onClose}>
      <form class={styles.fields} onSubmit={onSubmit}>
        <label>
          {t.statusText}
          <input
            maxLength={MAX_LETTERS}
            value={text}
            onInput={({ currentTarget: { value } }) => written.set({ text: value, emoji })}
          />
        </label>
        <label>
          {t.emoji}
          <select
            aria-label={t.emoji}
            value={emoji}
            onChange={({ currentTarget: { value } }) => written.set({ text, emoji: value })}
          >
            <option value="">{t.none}</option>
            {[...own, ...EMOJI].map(([name, code]) => (
              <option key={name} value={name}>
                {code === '' ? name : `${glyphOf(code, name)} ${name.replaceAll('_', ' ')}`}
              </option>
            ))}
          </select>
        </label>
        {failure !== '' && <p role="alert">{failure}</p>}
        <div class={styles.answers}>
          <button type="button" onClick={() => save('', '')}>
            {t.clearStatus}
          </button>
          <button type="button" onClick={() => dialog.current!.close()}>
            {t.close}
          </button>
          <button type="submit">{t.save}</button>
        </div>
      </form>
    </dialog>
  );
}
