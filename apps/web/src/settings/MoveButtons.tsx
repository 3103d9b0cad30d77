import { useId } from 'preact/hooks';
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
export function MoveButtons({ name, at, order, onMove }: Props) {
  const swapped = (other: number) =>
    order.map((id, place) => order[place === at ? other : place === other ? at : place] ?? id);
  return (
    <>
      <Move label={s.moveUp(name)} reason={at === 0 ? s.isFirst : null} onMove={() => onMove(swapped(at - 1))}>
        ↑
      </Move>
      <Move
        label={s.moveDown(name)}
        reason={at === order.length - 1 ? s.isLast : null}
        onMove={() => onMove(swapped(at + 1))}
      >
        ↓
      </Move>
    </>
  );
}

interface MoveProps {
  readonly label: string;
  readonly children: string;
  /** Why it cannot go there; `null`: it can. */
  readonly reason: string | null;
  onMove(): void;
}

/** Keeps the focus where it can do no more: a disabled button would lose it. */
function Move({ label, children, reason, onMove }: MoveProps) {
  const why = useId();
  return (
    <>
      <button
        class={styles.button}
        aria-label={label}
        aria-disabled={reason !== null}
        aria-describedby={reason === null ? undefined : why}
        title={reason ?? undefined}
        onClick={() => reason === null && onMove()}
      >
        {children}
      </button>
      {reason !== null && (
        <span id={why} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
