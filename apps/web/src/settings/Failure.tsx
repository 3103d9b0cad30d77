import styles from './settings.module.css';

/** What the server said, read out at once. */
export function Failure({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p class={styles.failure} role="alert">
      {text}
    </p>
  );
}
