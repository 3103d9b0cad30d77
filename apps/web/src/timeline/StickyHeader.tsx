import type { Signal } from '@preact/signals';
import { useClient } from '../app/client';
import styles from './MessageRow.module.css';
import { Place } from './MessageRow';

/** Says of which conversation the uppermost message is, where the line that says so is out of sight. */
export function StickyHeader({ top }: { readonly top: Signal<number | null> }) {
  const { store } = useClient();
  const message = top.value === null ? undefined : store.messages.all.get(top.value);
  if (!message) return null;
  return (
    <div class={styles.overhead} aria-hidden="true">
      <Place message={message} isCopy />
    </div>
  );
}
