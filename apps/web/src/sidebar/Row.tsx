import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Opened } from '../app/dialogs';
import { t } from '../i18n';
import { classes } from '../ui/classes';
import { OptionsButton } from './OptionsButton';
import styles from './Sidebar.module.css';

interface Props {
  readonly href: string;
  readonly name: string;
  readonly symbol: ComponentChildren;
  readonly unread?: number;
  /** Messages behind the link that ask for nothing, such as starred ones. */
  readonly kept?: number;
  /** The count is of messages to answer: mentions and direct messages. */
  readonly isUrgent?: boolean;
  readonly isCurrent: boolean;
  readonly isMuted?: boolean;
  /** What screen readers say after the name, and the mouse shows. */
  readonly description?: string;
  /** Behind the name. */
  readonly mark?: ComponentChildren;
  /** Below the name. */
  readonly line?: string;
  /** A control beside the link. */
  readonly tool?: ComponentChildren;
  /** The menu of the row, for those who have one. */
  readonly options?: Opened;
}

/** A link of the sidebar; its name says how much is unread behind it. */
export function Row({ href, name, symbol, unread = 0, kept = 0, isUrgent, isCurrent, isMuted, ...more }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const id = useId();
  useEffect(() => {
    if (isCurrent) link.current!.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li class={classes((more.tool !== undefined || more.options) && styles.withTool)}>
      <a
        ref={link}
        id={id}
        class={classes(styles.row, unread > 0 && styles.unread, isMuted && styles.muted)}
        href={href}
        aria-label={kept > 0 ? t.starredCount(name, kept) : t.withUnread(name, unread)}
        title={more.description}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <span class={styles.symbol}>{symbol}</span>
        <span class={styles.name} dir="auto" onPointerEnter={({ currentTarget }) => tellWhole(currentTarget, name)}>
          {name}
          {more.line && <span class={styles.line}>{more.line}</span>}
        </span>
        {more.mark && <span aria-hidden="true">{more.mark}</span>}
        {' ' /* between the words for tools that read them */}
        {kept > 0 && <span class={styles.kept}>{kept}</span>}
        {unread > 0 && <span class={classes(styles.count, isUrgent && styles.urgent)}>{unread}</span>}
      </a>
      {more.tool}
      {more.options && <OptionsButton opens={more.options} of={id} />}
    </li>
  );
}

/** Where the column cuts a name, the mouse shows all of it. */
function tellWhole(element: HTMLElement, name: string): void {
  element.title = element.scrollWidth > element.clientWidth ? name : '';
}
