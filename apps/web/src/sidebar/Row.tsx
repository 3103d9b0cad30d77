import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { classes } from '../ui/classes';
import styles from './Sidebar.module.css';

interface Props {
  readonly href: string;
  readonly name: string;
  readonly symbol: ComponentChildren;
  readonly unread?: number;
  /** The count asks for an answer: mentions and direct messages. */
  readonly isUrgent?: boolean;
  readonly isCurrent: boolean;
  readonly isMuted?: boolean;
  /** What screen readers say after the name, and the mouse shows. */
  readonly description?: string;
  /** Behind the name. */
  readonly mark?: ComponentChildren;
}

/** A link of the sidebar; its name says how much is unread behind it. */
export function Row({ href, name, symbol, unread = 0, isUrgent, isCurrent, isMuted, ...more }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current!.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li>
      <a
        ref={link}
        class={classes(styles.row, unread > 0 && styles.unread, isMuted && styles.muted)}
        href={href}
        aria-label={t.withUnread(name, unread)}
        title={more.description}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span class={styles.symbol}>{symbol}</span>
        <span class={styles.name} dir="auto">
          {name}
        </span>
        {more.mark && <span aria-hidden="true">{more.mark}</span>}
        {' ' /* between the words for tools that read them */}
        {unread > 0 && <span class={classes(styles.count, isUrgent && styles.urgent)}>{unread}</span>}
      </a>
    </li>
  );
}
