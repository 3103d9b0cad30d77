import type { Refusal } from '../../server/refusal';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly name: string;
  readonly about: string;
  /** The address of a picture of it. */
  readonly picture?: string;
  /** `null`: the user may not. */
  readonly remove: (() => Promise<Refusal | null>) | null;
  /** Brings it back. */
  readonly undo?: () => Promise<Refusal | null>;
}

/** Something that a list of the settings has. */
export function RemovableRow({ name, about, picture, remove, undo }: Props) {
  const { failure, run, runWithUndo } = useAction();
  const onRemove = remove && (() => void (undo ? runWithUndo(remove(), undo) : run(remove())));
  return (
    <li class={styles.item}>
      {picture !== undefined && <img src={picture} alt="" width={32} height={32} />}
      <span class={styles.about} dir="auto">
        {name}
        <small>{about}</small>
      </span>
      {onRemove && (
        <button class={styles.button} aria-label={s.remove(name)} onClick={onRemove}>
          {s.removeShort}
        </button>
      )}
      <Failure text={failure} />
    </li>
  );
}
