import { useId } from 'preact/hooks';
import { useUnsentInput } from '../../actions/unsent-input';
import type { Refusal } from '../../server/refusal';
import { allClearedIfUnchanged } from '../../ui/cleared';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';

interface Field {
  readonly key: string;
  readonly label: string;
  readonly most: number;
  readonly isOptional?: boolean;
}

interface Props {
  readonly fields: readonly Field[];
  readonly button: string;
  /** Why the user may not; `null`: the user may. */
  readonly reason: string | null;
  create(values: Readonly<Record<string, string>>): Promise<Refusal | null>;
}

/** A small form for something new; it is empty again when the server has made it. */
export function CreationForm({ fields, button, reason, create }: Props) {
  const { failure, run } = useAction();
  const name = [button, ...fields.map(({ label }) => label)].join(); // the same button may stand below several forms
  const written = useUnsentInput<Readonly<Record<string, string>>>(name, {});
  const { value: values } = written;
  const why = useId();
  const describedBy = reason === null ? undefined : why;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(create(values)).then((isDone) => isDone && written.change(allClearedIfUnchanged(values, {})));
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      {fields.map(({ key, label, most, isOptional }) => (
        <label key={key}>
          {label}
          <input
            dir="auto"
            required={!isOptional}
            maxLength={most}
            value={values[key] ?? ''}
            readOnly={reason !== null}
            aria-describedby={describedBy}
            onInput={({ currentTarget }) => written.change((now) => ({ ...now, [key]: currentTarget.value }))}
          />
        </label>
      ))}
      {reason !== null && (
        <p class={styles.reason} id={why}>
          {reason}
        </p>
      )}
      <Failure text={failure} />
      <div>
        <button class={styles.button} disabled={reason !== null} aria-describedby={describedBy}>
          {button}
        </button>
      </div>
    </form>
  );
}
