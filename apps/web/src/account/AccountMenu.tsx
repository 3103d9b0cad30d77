import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';
import { StatusEmoji } from '../people/PersonMarks';
import { StatusDialog } from '../people/StatusDialog';
import { Avatar } from '../ui/Avatar';
import { moveInMenu } from '../ui/popup/menu-keys';
import { onPressBeside } from '../ui/popup/press-beside';
import styles from './AccountMenu.module.css';

/** The user's own name, and what belongs to the account. */
export function AccountMenu() {
  const { store, dialogs, logOut } = useClient();
  const [isOpen, setOpen] = useState(false);
  const [isStatusOpen, setStatusOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { own } = store;
  const status = store.lists.get('user_status')[store.me]?.status_text;
  useEffect(() => {
    if (!isOpen) return;
    root.current!.querySelector<HTMLElement>('[role=menuitem]')!.focus();
    return onPressBeside(
      (part) => root.current!.contains(part),
      () => setOpen(false),
    );
  }, [isOpen]);
  /** The item that had the focus goes: what opens next gives the focus back to the button. */
  const leave = () => {
    button.current!.focus();
    setOpen(false);
  };
  const ask = async () => {
    await Notification.requestPermission();
    leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      leave();
    } else if (!moveInMenu(root.current!, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={styles.account} ref={root} onKeyDown={onKeyDown}>
      {isOpen && (
        <div class={styles.menu} role="menu" aria-label={own?.full_name}>
          <button
            role="menuitem"
            class={styles.item}
            onClick={() => {
              leave();
              setStatusOpen(true);
            }}
          >
            {t.setStatus}
          </button>
          <button
            role="menuitem"
            class={styles.item}
            onClick={() => {
              leave();
              dialogs.open({ kind: 'keys' }, button.current);
            }}
          >
            {t.keyboardShortcuts}
          </button>
          <a role="menuitem" class={styles.item} href="#settings/profile" onClick={() => setOpen(false)}>
            {t.settings}
          </a>
          {canAsk() && (
            <button role="menuitem" class={styles.item} onClick={() => void ask()}>
              {t.allowNotifications}
            </button>
          )}
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
        <StatusEmoji userId={store.me} />
        <span class={styles.words}>
          <span dir="auto">{own?.full_name}</span>
          {status && ' ' /* between the words for tools that read them */}
          {status && <small dir="auto">{status}</small>}
        </span>
      </button>
      {isStatusOpen && <StatusDialog onClose={() => setStatusOpen(false)} />}
    </div>
  );
}

/** Browsers ask once, and only after a click. */
const canAsk = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'default';
