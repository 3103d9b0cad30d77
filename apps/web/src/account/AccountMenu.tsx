import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { Avatar } from '../ui/Avatar';
import styles from './AccountMenu.module.css';

/** The user's own name, and what belongs to the account. */
export function AccountMenu() {
  const { store, logOut } = useClient();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { own } = store;
  useEffect(() => {
    if (!isOpen) return;
    root.current!.querySelector<HTMLElement>('[role=menuitem]')!.focus();
    const close = (event: Event) => {
      if (!root.current!.contains(event.target as Node)) setOpen(false);
    };
    addEventListener('pointerdown', close);
    return () => removeEventListener('pointerdown', close);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current!.focus();
  };
  return (
    <div class={styles.account} ref={root} onKeyDown={onKeyDown}>
      {isOpen && (
        <div class={styles.menu} role="menu" aria-label={own?.full_name}>
          <button role="menuitem" class={styles.item} onClick={() => logOut()}>
            {t.logOut}
          </button>
        </div>
      )}
      <button
        ref={button}
        class={styles.own}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar person={own} isSmall />
        <span dir="auto">{own?.full_name}</span>
      </button>
    </div>
  );
}
