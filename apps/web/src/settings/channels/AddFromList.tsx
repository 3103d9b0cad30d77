import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { Failure } from '../Failure';
import table from '../imports/imports.module.css';
import styles from '../settings.module.css';
import { s } from '../words';
import { entriesIn, peopleNamed } from './people-list';

interface Props {
  /** Ids of those who are subscribed. */
  readonly subscribed: readonly number[];
  /** @returns whether they were added */
  onAdd(userIds: readonly number[]): Promise<boolean>;
}

type Lines = ReturnType<typeof peopleNamed>;

/** So many lines are drawn; the counts are of all. */
const MAX_SHOWN = 200;

/** Adds people from a pasted list or a CSV file, after showing what each line would do. */
export function AddFromList({ subscribed, onAdd }: Props) {
  const { store } = useClient();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const lines = text === '' ? [] : peopleNamed(entriesIn(text), nameable(store.people.users.all()));
  const wrong = lines.filter(({ person }) => person === null);
  const known = new Set(subscribed);
  const news = lines.flatMap(({ person }) => (person && !known.has(person.id) ? [person.id] : []));
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFailure(null);
    await file.text().then(setText, () => setFailure(s.listUnreadable));
  };
  const add = async (event: Event) => {
    event.preventDefault();
    if (await onAdd(news)) setText('');
  };
  const reason =
    lines.length === 0
      ? s.listFirst
      : wrong.length > 0
        ? s.listRefused(wrong.length)
        : news.length === 0
          ? s.listNobodyNew
          : null;
  return (
    <details class={styles.more}>
      <summary>{s.addFromList}</summary>
      <form class={styles.form} onSubmit={(event) => void add(event)}>
        <p id="about-list">{s.listHelp}</p>
        <label>
          {s.listOfPeople}
          <textarea
            rows={6}
            dir="auto"
            value={text}
            aria-describedby="about-list"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <label>
          {s.importFile}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ currentTarget }) => {
              void read(currentTarget.files?.[0]);
              currentTarget.value = ''; // the same file can be chosen again after a correction
            }}
          />
        </label>
        <Failure text={failure} />
        <WrongEntries wrong={wrong} />
        {lines.length > wrong.length && (
          <>
            <p role="status">{s.listCount(news.length, lines.length - wrong.length - news.length)}</p>
            <Preview lines={lines.filter(({ person }) => person !== null)} subscribed={known} />
          </>
        )}
        {reason !== null && (
          <p class={styles.reason} id="why-list">
            {reason}
          </p>
        )}
        <div>
          <button
            class={styles.button}
            disabled={reason !== null}
            aria-describedby={reason === null ? undefined : 'why-list'}
          >
            {s.addListed}
          </button>
        </div>
      </form>
    </details>
  );
}

function WrongEntries({ wrong }: { readonly wrong: Lines }) {
  if (wrong.length === 0) return null;
  return (
    <div class={styles.failure} role="alert">
      <ul>
        {wrong.slice(0, MAX_SHOWN).map(({ line, text, isAmbiguous }, at) => (
          <li key={at}>
            {s.importLine(line)} <span dir="auto">{isAmbiguous ? s.severalFound(text) : s.listUnknown(text)}</span>
          </li>
        ))}
      </ul>
      {wrong.length > MAX_SHOWN && <p>{s.andMore(wrong.length - MAX_SHOWN)}</p>}
    </div>
  );
}

function Preview({ lines, subscribed }: { readonly lines: Lines; readonly subscribed: ReadonlySet<number> }) {
  return (
    <>
      <div class={table.scroll} role="group" aria-label={s.importPreview} tabIndex={0}>
        <table class={table.table}>
          <caption>{s.importPreview}</caption>
          <thead>
            <tr>
              <th scope="col">{s.importLineTitle}</th>
              <th scope="col">{s.person}</th>
              <th scope="col">{s.importEmail}</th>
              <th scope="col">{s.importAction}</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MAX_SHOWN).map(({ line, person }, at) => (
              <tr key={at}>
                <td>{line}</td>
                <td dir="auto">{person!.name}</td>
                <td dir="auto">{person!.address}</td>
                <td>{subscribed.has(person!.id) ? s.listAlready : s.add}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MAX_SHOWN && <p>{s.andMore(lines.length - MAX_SHOWN)}</p>}
    </>
  );
}

type User = ReturnType<ReturnType<typeof useClient>['store']['people']['users']['all']>[number];

const nameable = (users: readonly User[]) =>
  users
    .filter(({ accountState }) => accountState === 'active')
    .map(({ user_id: id, full_name: name, delivery_email: real, email }) => ({ id, name, address: real ?? email }));
