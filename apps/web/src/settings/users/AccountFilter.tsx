import styles from '../settings.module.css';

interface Props {
  /** The labels of the search field and of the switch. */
  readonly words: { readonly search: string; readonly inactive: string };
  readonly wanted: string;
  readonly isInactive: boolean;
  /** Why the user may change none of the accounts, and the element that says so. */
  readonly reason: string | null;
  readonly reasonId: string;
  onWanted(wanted: string): void;
  onInactive(isInactive: boolean): void;
}

/** Which accounts a list shows, and why they cannot be changed. */
export function AccountFilter({ words, wanted, isInactive, reason, reasonId, onWanted, onInactive }: Props) {
  return (
    <div class={styles.form}>
      <label>
        {words.search}
        <input type="search" value={wanted} onInput={({ currentTarget }) => onWanted(currentTarget.value)} />
      </label>
      <label class={styles.switch}>
        <input
          type="checkbox"
          checked={isInactive}
          onChange={({ currentTarget }) => onInactive(currentTarget.checked)}
        />
        {words.inactive}
      </label>
      {reason !== null && (
        <p class={styles.reason} id={reasonId}>
          {reason}
        </p>
      )}
    </div>
  );
}
