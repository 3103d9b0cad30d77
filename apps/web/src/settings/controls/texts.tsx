import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ControlProps } from './control-props';
import styles from '../settings.module.css';
import { s } from '../words';

/** A text that is saved by Enter, by the button, or when the user goes on. */
export function TextControl({ setting, shown, describedBy, change }: ControlProps) {
  const { control } = setting.row;
  const { most, isLong, whenEmpty } = control.kind === 'text' ? control : { most: 0 };
  const stored = typeof shown === 'string' ? shown : '';
  const [text, setText] = useState(stored);
  const before = useRef(stored);
  // Before the refusal is painted beside it.
  useLayoutEffect(() => {
    // What was typed since stays: only words that were shown as stored follow.
    setText((now) => (now === before.current ? stored : now));
    before.current = stored;
  }, [stored]);
  const save = () => {
    if (text === stored) return;
    change(text.trim() === '' && whenEmpty !== undefined ? whenEmpty : text);
  };
  const field = {
    id: setting.id,
    dir: 'auto' as const,
    value: text,
    maxLength: most,
    readOnly: setting.reason !== null,
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || text === stored) return;
      event.stopPropagation(); // it drops the words, and leaves the field when pressed again
      setText(stored);
    },
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    save();
  };
  return (
    <form class={styles.text} onSubmit={onSubmit}>
      {isLong ? <textarea rows={4} {...field} /> : <input {...field} />}
      {/* It goes when the text is saved, so the focus never comes to it. */}
      {text !== stored && (
        <button class={styles.button} tabIndex={-1} onPointerDown={(event) => event.preventDefault()}>
          {s.save}
        </button>
      )}
    </form>
  );
}

export function NumberControl({ setting, shown, describedBy, change }: ControlProps) {
  const { control } = setting.row;
  const { least, most } = control.kind === 'number' ? control : { least: 0, most: 0 };
  return (
    <input
      id={setting.id}
      type="number"
      class={styles.number}
      min={least}
      max={most}
      value={Number(shown)}
      disabled={setting.reason !== null}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === '' || !currentTarget.reportValidity()) return;
        change(currentTarget.valueAsNumber);
      }}
    />
  );
}

export function DateControl({ setting, shown, describedBy, change }: ControlProps) {
  return (
    <input
      id={setting.id}
      type="date"
      value={String(shown)}
      readOnly={setting.reason !== null}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
