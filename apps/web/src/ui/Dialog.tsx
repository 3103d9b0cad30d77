import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import styles from './Dialog.module.css';
import { Icon } from './icons';
import { inactive } from './inactive';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Also by Escape, and by a click beside it. */
  onClose(): void;
}

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], :disabled), select:not(:disabled), textarea';

/** A dialog in front of everything; the rest of the page waits. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    // Browsers would give the focus to "Close", and who writes wants the first field.
    if (opened.querySelector('[autofocus]') === null) opened.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => opened.close(); // which gives the focus back to where it was
  }, []);
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.current) onClose();
  };
  const onCancel = (event: Event) => {
    event.preventDefault(); // it goes when its owner takes it away
    onClose();
  };
  return (
    <dialog ref={dialog} class={styles.dialog} aria-labelledby={id} onClick={onClick} onCancel={onCancel}>
      <div class={styles.content}>
        <header class={styles.head}>
          <h2 id={id} dir="auto">
            {title}
          </h2>
          <button type="button" class={styles.close} aria-label={t.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface DialogButtonsProps {
  readonly confirm: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Enter confirms at once. */
  readonly isFirst?: boolean;
  /** What the server said; `null`: nothing yet. */
  readonly failure: string | null;
  onCancel(): void;
}

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function DialogButtons({ confirm, isDangerous, isDisabled, isFirst, failure, onCancel }: DialogButtonsProps) {
  return (
    <>
      {failure !== null && (
        <p class={styles.failure} role="alert">
          {failure === '' ? t.notReached : failure}
        </p>
      )}
      <div class={styles.answers}>
        <button type="button" class={styles.plain} onClick={onCancel}>
          {t.cancel}
        </button>
        <button
          type="submit"
          class={isDangerous ? styles.danger : styles.confirm}
          autofocus={isFirst}
          {...inactive(isDisabled)}
        >
          {confirm}
        </button>
      </div>
    </>
  );
}
