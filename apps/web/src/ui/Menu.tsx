import styles from '../actions/actions.module.css';
import { useClient } from '../app/client';
import { Popup } from './Popup';

export interface MenuItem {
  readonly name: string;
  /** Absent in the menu otherwise: another user or a setting forbids it, or there is nothing to do. */
  readonly isOffered: boolean;
  act(): void;
}

interface Props {
  readonly name: string;
  readonly items: readonly MenuItem[];
}

/** A menu beside what opened it. It closes with what is chosen, which may open a dialog in its place. */
export function Menu({ name, items }: Props) {
  const { dialogs } = useClient();
  const choose = ({ act }: MenuItem) => {
    const menu = dialogs.opened.peek();
    act();
    if (dialogs.opened.peek() === menu) dialogs.close();
  };
  return (
    <Popup role="menu" name={name} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      {items
        .filter(({ isOffered }) => isOffered)
        .map((item) => (
          <button
            key={item.name}
            type="button"
            role="menuitem"
            class={styles.item}
            tabIndex={-1}
            dir="auto"
            onClick={() => choose(item)}
          >
            {item.name}
          </button>
        ))}
    </Popup>
  );
}
