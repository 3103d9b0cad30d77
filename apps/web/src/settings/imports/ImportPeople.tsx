import { useRef, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { Refusal } from '../../server/refusal';
import type { ImportPreview, ImportProgress } from '../../server/settings/people-files';
import { inactive } from '../../ui/inactive';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { PreviewTable } from './PreviewTable';
import { WrongLines } from './WrongLines';

const HEADER = 'email,full_name,role,active,groups,channels';
const DIRECTORIES = ['users', 'groups', 'channels'] as const;

/** People from a file: what it would do, then doing it; and files of users, groups and channels. */
export function ImportPeople() {
  const { store, peopleFiles } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  return (
    <>
      {reason !== null && (
        <p class={styles.reason} id="why-import">
          {reason}
        </p>
      )}
      <ImportForm isDisabled={reason !== null} />
      <h2>{s.exportTitle}</h2>
      {reason === null && (
        <ul class={styles.chips} role="list">
          {DIRECTORIES.map((directory) => (
            <li key={directory}>
              <a class={styles.button} href={peopleFiles.addressOf(directory)} download={`${directory}.csv`}>
                {{ users: s.downloadUsers, groups: s.downloadGroups, channels: s.downloadChannels }[directory]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ImportForm({ isDisabled }: { readonly isDisabled: boolean }) {
  const { peopleFiles, notices } = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const describedBy = isDisabled ? 'why-import' : 'about-import';
  const refuse = ({ message }: Refusal) => setFailure(message === '' ? t.notReached : message);

  const check = async (file: File | undefined) => {
    setPreview(null);
    setProgress(null);
    setFailure(null);
    if (!file) return;
    setBusy(true);
    const outcome = await peopleFiles.preview(file);
    setBusy(false);
    if (outcome.refusal) refuse(outcome.refusal);
    else setPreview(outcome.answer);
  };
  const carryOut = async (event: Event) => {
    event.preventDefault();
    const file = input.current!.files?.[0];
    if (!file) return;
    setBusy(true);
    setFailure(null);
    const outcome = await peopleFiles.carryOut(file, setProgress);
    setBusy(false);
    if (outcome.refusal) return refuse(outcome.refusal);
    setProgress(outcome.answer);
    if (outcome.answer.failure !== null) return setFailure(outcome.answer.failure);
    setPreview(null);
    input.current!.value = '';
    notices.say(s.saved);
  };
  const reasonToWait = isBusy ? s.importBusy : reasonAgainstImport(preview);
  const isReady = reasonToWait === null;
  return (
    <form class={styles.form} onSubmit={(event) => void carryOut(event)}>
      <p id="about-import">
        {s.importHelp} <code>{HEADER}</code>
      </p>
      <p>{s.importPasswords}</p>
      <label>
        {s.importFile}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          disabled={isDisabled || isBusy}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) => void check(currentTarget.files?.[0])}
        />
      </label>
      <Failure text={failure} />
      {preview && <WrongLines errors={preview.errors} />}
      {preview && <PreviewTable preview={preview} />}
      {progress && <ImportedSoFar progress={progress} />}
      {!isDisabled && !isReady && (
        <p class={styles.reason} id="about-ready">
          {reasonToWait}
        </p>
      )}
      <div>
        <button
          class={styles.button}
          disabled={isDisabled}
          aria-describedby={isDisabled ? 'why-import' : isReady ? undefined : 'about-ready'}
          {...inactive(!isReady)}
        >
          {s.importButton}
        </button>
      </div>
    </form>
  );
}

/** Why the file cannot be imported as it is; `null`: it can. */
function reasonAgainstImport(preview: ImportPreview | null): string | null {
  if (preview === null) return s.importFirst;
  if (preview.errors.length > 0) return s.importRefused(preview.errors.length);
  return preview.total > 0 ? null : s.importNothing;
}

function ImportedSoFar({ progress: { done, total } }: { readonly progress: ImportProgress }) {
  return (
    <>
      <progress max={total} value={done} aria-label={s.importProgress} />
      <p role="status">{s.imported(done, total)}</p>
    </>
  );
}
