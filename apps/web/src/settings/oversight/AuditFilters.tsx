import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { AuditFilter } from '../../server/settings/oversight';
import { AUDIT_ACTIONS, AUDIT_OBJECTS, actionWords, objectWords } from './audit-words';
import { labelled, lookUp } from '../controls/name-lookup';
import styles from '../settings.module.css';
import { s } from '../words';

const EMPTY = { actor: '', action: '', objectType: '', since: '', until: '' };

interface Props {
  /** Why the user may not see the log; `null`: the user may. */
  readonly reason: string | null;
  onChange(filter: AuditFilter): void;
}

/** Which entries of the audit log are shown. */
export function AuditFilters({ reason, onChange }: Props) {
  const { store } = useClient();
  const [values, setValues] = useState(EMPTY);
  const [isUnknown, setUnknown] = useState(false);
  const people = labelled(
    store.people.users.all().map(({ user_id: id, full_name: name, delivery_email: real, email }) => ({
      ...{ id, name, key: String(id), address: real ?? email },
    })),
  );
  const describedBy = reason === null ? undefined : 'why-audit';
  const fieldOf = (key: keyof typeof EMPTY) => ({
    value: values[key],
    readOnly: reason !== null,
    'aria-describedby': describedBy,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues({ ...values, [key]: currentTarget.value }),
  });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const { actor, action, objectType, since, until } = values;
    const found = actor === '' ? null : lookUp(actor, people);
    const isFound = found === null || 'found' in found;
    setUnknown(!isFound);
    if (!isFound) return;
    onChange({
      ...(found ? { actor_id: found.found[0]!.id } : {}),
      ...(action === '' ? {} : { action }),
      ...(objectType === '' ? {} : { object_type: objectType }),
      ...(since === '' ? {} : { since: beginOf(since) }),
      ...(until === '' ? {} : { until: beginOf(until) + DAY }),
    });
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      <label>
        {s.auditActor}
        <input list="audit-people" dir="auto" aria-invalid={isUnknown} {...fieldOf('actor')} />
      </label>
      <datalist id="audit-people">
        {people.slice(0, MAX_SUGGESTIONS).map(({ key, label }) => (
          <option key={key} value={label} />
        ))}
      </datalist>
      <label>
        {s.auditAction}
        <Choice names={AUDIT_ACTIONS} wordsFor={actionWords} {...fieldOf('action')} />
      </label>
      <label>
        {s.auditObject}
        <Choice names={AUDIT_OBJECTS} wordsFor={objectWords} {...fieldOf('objectType')} />
      </label>
      <label>
        {s.auditSince}
        <input type="date" {...fieldOf('since')} />
      </label>
      <label>
        {s.auditUntil}
        <input type="date" {...fieldOf('until')} />
      </label>
      {isUnknown && <p role="alert">{s.noneFound}</p>}
      {reason !== null && (
        <p class={styles.reason} id="why-audit">
          {reason}
        </p>
      )}
      <div>
        <button class={styles.button} disabled={reason !== null} aria-describedby={describedBy}>
          {s.filter}
        </button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly names: readonly string[];
  readonly value: string;
  readonly readOnly: boolean;
  wordsFor(name: string): string;
  onInput(event: { currentTarget: { value: string } }): void;
}

/** One of the names, by its words in alphabetical order, or all. */
function Choice({ names, wordsFor, readOnly, ...select }: ChoiceProps) {
  const sorted = names.map((name) => ({ name, words: wordsFor(name) }));
  sorted.sort((one, other) => one.words.localeCompare(other.words));
  return (
    <select {...select} disabled={readOnly}>
      <option value="">{s.auditAll}</option>
      {sorted.map(({ name, words }) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  );
}

const MAX_SUGGESTIONS = 200;
const DAY = 86_400;

/** The beginning of a day in the zone of the browser, in UNIX seconds. @param day such as 2026-11-23 */
const beginOf = (day: string): number => Math.floor(new Date(`${day}T00:00`).getTime() / 1_000);
