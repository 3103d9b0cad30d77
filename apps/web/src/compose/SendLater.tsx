import { useEffect, useRef, useState } from 'preact/hooks';
import { locale, t } from '../i18n';
import { nowMs } from '../store/clock';
import styles from './Compose.module.css';
import { localOf, suggestedTimes } from './suggested-times';

interface Props {
  /** @param at UNIX seconds */
  onChoose(at: number): void;
  onClose(): void;
}

/** Asks when a message is to be sent. */
export function SendLater({ onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [own, setOwn] = useState('');
  useEffect(() => dialog.current!.showModal(), []);
  const isFuture = Date.parse(own) > nowMs();
  return (
    <dialog ref={dialog} class={styles.dialog} aria-label={t.sendLater} onClose={onClose}>
      <h2>{t.sendLater}</h2>
      <div class={styles.times}>
        {suggestedTimes('', new Date(nowMs()), locale).map(({ name, detail, at }) => (
          <button key={name} type="button" class={styles.time} onClick={() => onChoose(at)}>
            <span>{name}</span> <small>{detail}</small>
          </button>
        ))}
      </div>
      <label class={styles.own}>
        {t.dateAndTime}
        <input
          type="datetime-local"
          min={localOf(new Date(nowMs()))}
          value={own}
          onInput={({ currentTarget }) => setOwn(currentTarget.value)}
        />
      </label>
      <div class={styles.answers}>
        <button type="button" class={styles.kind} onClick={() => dialog.current!.close()}>
          {t.close}
        </button>
        <button
          type="button"
          class={styles.confirm}
          disabled={!isFuture}
          onClick={() => onChoose(Math.floor(Date.parse(own) / 1000))}
        >
          {t.schedule}
        </button>
      </div>
    </dialog>
  );
}
