import { useRef } from 'preact/hooks';
import styles from './Sidebar.module.css';

interface Props {
  readonly name: string;
  /** How keys find the field. */
  readonly of: 'sidebar' | 'people' | 'recent' | 'inbox';
  readonly words: string;
  onWords(words: string): void;
}

/** Enter goes to the first row that is left; Escape shows all again, and leads back to where the user was. */
export function FilterField({ name, of, words, onWords }: Props) {
  const before = useRef<EventTarget | null>(null);
  const leave = () => {
    onWords('');
    const isThere = before.current instanceof HTMLElement && before.current.isConnected;
    (isThere ? (before.current as HTMLElement) : document.getElementById('main')!).focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === 'Escape') {
      event.preventDefault(); // a drawer around it closes
      leave();
    } else if (event.key === 'Enter' && words.trim() !== '') {
      event.preventDefault();
      const link = field.closest('[data-filtered]')?.querySelector<HTMLElement>('li a[href]');
      if (!link) return;
      before.current = null;
      link.click();
      leave();
    }
  };
  return (
    <input
      class={styles.filter}
      type="text"
      autocomplete="off"
      data-filter={of}
      aria-label={name}
      placeholder={name}
      value={words}
      onFocus={({ relatedTarget, currentTarget }) => {
        const isInSidebar = relatedTarget instanceof Element && relatedTarget.closest('[data-filtered]') !== null;
        if (!isInSidebar) before.current = relatedTarget;
        currentTarget.select();
        // What is found stands below it, where a phone has its keyboard.
        if (matchMedia('(pointer: coarse)').matches) currentTarget.scrollIntoView({ block: 'start' });
      }}
      onInput={({ currentTarget }) => onWords(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Whether a name has all of the words. */
export const fitsWords = (name: string, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));
