import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { locale } from '../../i18n';
import type { Attachment } from '../../server/settings/attachments';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { useLoaded } from '../loading';
import styles from '../settings.module.css';
import { s } from '../words';

/** The files of the user, with the space that they need. */
export function Uploads() {
  const { store, attachments } = useClient();
  const { value: own, reload } = useLoaded(() => attachments.own(), String(store.organization.get('max_message_id')));
  if (!own) return null;
  const files = [...own.attachments].sort((one, other) => other.create_time - one.create_time);
  const quota = store.organization.get('realm_upload_quota_mib');
  const used = sizeOf(own.upload_space_used);
  return (
    <>
      <p role="status">{quota === null ? s.spaceUsed(used) : s.spaceUsedOf(used, sizeOf(quota * MIB))}</p>
      {files.length === 0 && <p>{s.noUploads}</p>}
      <ul class={styles.list} role="list">
        {files.map((file) => (
          <UploadRow key={file.id} file={file} onGone={reload} />
        ))}
      </ul>
    </>
  );
}

function UploadRow({ file, onGone }: { readonly file: Attachment; onGone(): void }) {
  const { attachments } = useClient();
  const { failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const { id, name, path_id: path, size, create_time: made, messages } = file;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(attachments.remove(id)).then((isDone) => isDone && onGone());
  };
  return (
    <li class={styles.item}>
      <span class={styles.about}>
        <a href={`/user_uploads/${path}`} target="_blank" rel="noopener noreferrer" dir="auto">
          {name}
        </a>
        <small>{[sizeOf(size), wholeTimeOf(made / 1_000), s.inMessages(messages.length)].join(' · ')}</small>
      </span>
      <button class={styles.button} aria-label={s.deleteNamed(name)} onClick={() => setAsked(true)}>
        {s.deleteShort}
      </button>
      {isAsked && (
        <Dialog title={s.deleteQuestion(name)} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.deleteUploadWhat}</p>
            <DialogButtons confirm={s.deleteShort} isDangerous failure={failure} onCancel={() => setAsked(false)} />
          </form>
        </Dialog>
      )}
    </li>
  );
}

const MIB = 1_024 * 1_024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** @param bytes as the server counts them: 1,024 make the next unit */
function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const format = {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / 1_024 ** power);
}
