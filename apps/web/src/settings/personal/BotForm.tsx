import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { Refusal } from '../../server/refusal';
import { clearedIfUnchanged } from '../../ui/cleared';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { reasonAgainst } from '../setting';
import { MEMBER, rolesToGive } from '../users/roles';
import { s, wordsOf } from '../words';

interface Props {
  /** Kinds that the user may make. */
  readonly types: readonly number[];
  /** Why the user may not; `null`: the user may. */
  readonly reason: string | null;
  onMade(): void;
}

/** A new bot: its name, its address, its kind, and its role where the user decides about roles. */
export function BotForm({ types, reason, onMade }: Props) {
  const { bots, store } = useClient();
  const { failure, run } = useAction();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  const type = chosen !== null && types.includes(chosen) ? chosen : types[0]!;
  const [role, setRole] = useState<number>(MEMBER);
  const roles = reasonAgainst(store.own?.role, false) === null ? rolesToGive(store.own?.role, []) : [];
  const isFixed = reason !== null;
  const describedBy = isFixed ? 'why-bot' : undefined;
  const create = async (): Promise<Refusal | null> => {
    const bot = { full_name: name.trim(), short_name: address.trim(), bot_type: type };
    const made = await bots.create(bot);
    if (made.refusal) return made.refusal;
    setName(clearedIfUnchanged(name));
    setAddress(clearedIfUnchanged(address));
    setRole(MEMBER);
    onMade();
    const given = roles.find((one) => one === role && one !== MEMBER);
    const against = given === undefined ? null : await bots.setRole(made.answer.user_id, given);
    return against && { ...against, message: `${s.botIsMember} ${against.message || t.notReached}` };
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(create());
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
      <Choice
        {...{ label: s.botType, words: 'bot_type', values: types, value: type, disabled: isFixed, describedBy }}
        onChoose={setChosen}
      />
      {roles.length > 0 && (
        <Choice
          {...{ label: s.role, words: 'role', values: roles, value: role, disabled: isFixed, describedBy }}
          onChoose={setRole}
        />
      )}
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

interface ChoiceProps {
  readonly label: string;
  /** Beginning of the names of the words. */
  readonly words: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
  onChoose(value: number): void;
}

function Choice({ label, words, values, value, disabled, describedBy, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div class={styles.row}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={String(value)}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {values.map((one) => (
          <option key={one} value={String(one)}>
            {wordsOf(`${words}_${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
