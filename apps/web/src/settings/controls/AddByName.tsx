import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Store } from '../../store/store';
import { groupName } from './group-members';
import { Candidate, labelled, lookUp, type Problem } from './name-lookup';
import styles from '../settings.module.css';
import { s } from '../words';

/** Ids of what was named. */
export interface Picked {
  readonly users: readonly number[];
  readonly groups: readonly number[];
}

interface Props {
  readonly label: string;
  /** Ids of the groups that may be named besides people; absent: people only. */
  readonly groups?: readonly number[];
  onAdd(picked: Picked): void;
}

/** So many names are suggested; typing on finds the others. */
const MAX_SUGGESTIONS = 50;

/** Adds people and groups by their names, one or many at once. Of two with the same name, the address decides. */
export function AddByName({ label, groups = [], onAdd }: Props) {
  const { store } = useClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const list = useId();
  const candidates = labelled(candidatesOf(store, groups));
  const words = text.trim().toLowerCase();
  const suggested = candidates.filter((one) => one.label.toLowerCase().includes(words)).slice(0, MAX_SUGGESTIONS);
  const add = (event: Event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const answer = lookUp(text, candidates);
    if ('problem' in answer) return setProblem(wordsOfProblem[answer.problem](answer.text));
    setProblem(null);
    setText('');
    const idsOf = (kind: string) => answer.found.filter((one) => one.kind === kind).map(({ id }) => id);
    onAdd({ users: idsOf('user'), groups: idsOf('group') });
  };
  return (
    <>
      <form class={styles.text} onSubmit={add}>
        <input
          aria-label={label}
          placeholder={label}
          list={list}
          dir="auto"
          value={text}
          aria-invalid={problem !== null}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
        />
        <datalist id={list}>
          {suggested.map((one) => (
            <option key={one.key} value={one.label} />
          ))}
        </datalist>
        <button class={styles.button}>{s.add}</button>
      </form>
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
}

const wordsOfProblem: Readonly<Record<Problem, (text: string) => string>> = {
  none: () => s.noneFound,
  several: (text) => s.severalFound(text),
  beginnings: (text) => s.manyBegin(text),
};

interface PersonOrGroup extends Candidate {
  readonly kind: 'user' | 'group';
  readonly id: number;
}

const candidatesOf = (store: Store, groups: readonly number[]): PersonOrGroup[] => [
  ...groups.map((id) => ({ kind: 'group' as const, id, key: `g${id}`, name: groupName(store, id) })),
  ...store.people.users
    .all()
    .filter(({ accountState }) => accountState === 'active')
    .map(({ user_id: id, full_name: name, delivery_email: real, email }) => ({
      ...{ kind: 'user' as const, id, key: `u${id}`, name },
      address: real ?? email,
    })),
];
