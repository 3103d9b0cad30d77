import styles from './Sidebar.module.css';

interface Props {
  readonly name: string;
  /** How keys find the field. */
  readonly of: 'sidebar' | 'people';
  readonly words: string;
  onWords(words: string): void;
}

/** Enter goes to the first link that is left; Escape shows all again. */
export function FilterField({ name, of, words, onWords }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onWords('');
      field.blur();
    } else if (event.key === 'Enter' && words.trim() !== '') {
      event.preventDefault();
      field.closest('[data-filtered]')?.querySelector<HTMLElement>('a[href]')?.click();
      onWords('');
      field.blur();
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
