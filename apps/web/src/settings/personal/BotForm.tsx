import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { emptiedOf } from '../../ui/sent';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';

interface Props {
  /** Kinds that the user may make. */
  readonly types: readonly number[];
  /** Why the user may not; `null`: the user may. */
  readonly reason: string | null;
  onMade(): void;
}

/** A new bot: its name, its address and its kind. */
export function BotForm({ types, reason, onMade }: Props) {
  const { bots } = useClient();
  const { failure, run } = useAction();
  const id = useId();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const type = chosen !== null && types.includes(chosen) ? chosen : types[0]!;
  const isFixed = reason !== null;
  const describedBy = isFixed ? 'why-bot' : undefined;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const bot = { full_name: name.trim(), short_name: address.trim(), bot_type: type };
    void run(bots.create(bot)).then((isDone) => {
      if (!isDone) return;
      setName(emptiedOf(name));
      setAddress(emptiedOf(address));
      onMade();
    });
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      <label>
        {s.name}
        <input
          dir="auto"
          required
          maxLength={100}
          value={name}
          readOnly={isFixed}
          aria-describedby={describedBy}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label>
        {s.botAddress}
        <input
          required
          maxLength={100}
          autocomplete="off"
          value={address}
          readOnly={isFixed}
          aria-describedby={describedBy}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
      </label>
      <div class={styles.row}>
        <label for={id}>{s.botType}</label>
        <select
          id={id}
          value={String(type)}
          disabled={isFixed}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        >
          {types.map((one) => (
            <option key={one} value={String(one)}>
              {wordsOf(`bot_type_${one}`)}
            </option>
          ))}
        </select>
      </div>
      {isFixed && (
        <p class={styles.reason} id="why-bot">
          {reason}
        </p>
      )}
      <Failure text={failure} />
      <div>
        <button class={styles.button} disabled={isFixed} aria-describedby={describedBy}>
          {s.createBot}
        </button>
      </div>
    </form>
  );
}
