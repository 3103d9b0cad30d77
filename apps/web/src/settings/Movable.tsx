import styles from './settings.module.css';
import { s } from './words';

interface Props {
  /** Of what is moved. */
  readonly name: string;
  /** The place of it, from 0. */
  readonly at: number;
  /** Ids of all, in their order. */
  readonly order: readonly number[];
  onMove(order: readonly number[]): void;
}

/** Buttons that put something one place up or down in its list. */
export function Movable({ name, at, order, onMove }: Props) {
  const swapped = (other: number) =>
    order.map((id, place) => order[place === at ? other : place === other ? at : place] ?? id);
  return (
    <>
      <button
        class={styles.button}
        aria-label={s.moveUp(name)}
        disabled={at === 0}
        onClick={() => onMove(swapped(at - 1))}
      >
        ↑
      </button>
      <button
        class={styles.button}
        aria-label={s.moveDown(name)}
        disabled={at === order.length - 1}
        onClick={() => onMove(swapped(at + 1))}
      >
        ↓
      </button>
    </>
  );
}
