import { useClient } from '../app/client';
import type { Opened } from '../app/dialogs';
import { t } from '../i18n';
import { Icon } from '../ui/icons';
import styles from './Sidebar.module.css';

interface Props {
  readonly opens: Opened;
  /** The id of the link whose name says what the options are for: as a part of the button's name it would be told twice. */
  readonly of: string;
}

/** Opens the menu of a row. */
export function OptionsButton({ opens, of }: Props) {
  const { dialogs } = useClient();
  const isOpen = JSON.stringify(dialogs.opened.value) === JSON.stringify(opens);
  return (
    <button
      class={styles.options}
      aria-label={t.options}
      aria-describedby={of}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      title={t.options}
      onClick={({ currentTarget }) => dialogs.open(opens, currentTarget)}
    >
      <Icon name="more" />
    </button>
  );
}
