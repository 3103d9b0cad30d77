import { useClient } from '../../app/client';
import type { Refusal } from '../../server/refusal';
import type { Export } from '../../server/settings/oversight';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useLoaded, useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

const KINDS = [1, 2] as const;

/** Copies of the organization's data. */
export function Exports() {
  const { store, oversight } = useClient();
  const { failure, run } = useAction();
  const reason = reasonAgainst(store.own?.role, false);
  const { value, reload } = useWatched(async () => (reason === null ? oversight.exports() : []), String(reason));
  const { value: consents } = useLoaded(async () => (reason === null ? oversight.consents() : []), String(reason));
  const reloading = async (work: Promise<Refusal | null>) => {
    const refusal = await work;
    reload();
    return refusal;
  };
  const agreed = consents?.filter(({ consented }) => consented).length ?? 0;
  return (
    <>
      <p>{s.exportsHelp}</p>
      {reason === null && consents && <p>{s.consentCount(agreed, consents.length)}</p>}
      <div class={styles.text}>
        {KINDS.map((kind) => (
          <button
            key={kind}
            class={styles.button}
            disabled={reason !== null}
            aria-describedby={reason === null ? undefined : 'why-export'}
            onClick={() => void run(reloading(oversight.requestExport(kind)))}
          >
            {kind === 1 ? s.exportPublic : s.exportConsented}
          </button>
        ))}
      </div>
      {reason !== null && (
        <p class={styles.reason} id="why-export">
          {reason}
        </p>
      )}
      <Failure text={failure} />
      {reason === null && value?.length === 0 && <p>{s.noExports}</p>}
      <ul class={styles.list} role="list" aria-label={s.section_data_exports_admin}>
        {[...(value ?? [])].reverse().map((one) => (
          <ExportRow key={one.id} one={one} remove={() => reloading(oversight.deleteExport(one.id))} />
        ))}
      </ul>
    </>
  );
}

function ExportRow({ one, remove }: { readonly one: Export; remove(): Promise<Refusal | null> }) {
  const { store } = useClient();
  const { failure, run } = useAction();
  const { acting_user_id: actor, export_url: url } = one;
  const time = wholeTimeOf(one.export_time);
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {one.export_type === 1 ? s.publicData : s.consentedData}
        <small>{[time, store.people.users.get(actor)?.full_name, stateOf(one)].filter(Boolean).join(' · ')}</small>
      </span>
      {url !== null && (
        <a class={styles.button} href={url} download>
          {s.download}
        </a>
      )}
      {url !== null && one.deleted_timestamp === null && (
        <button class={styles.danger} aria-label={s.remove(time)} onClick={() => void run(remove())}>
          {s.removeShort}
        </button>
      )}
      <Failure text={failure} />
    </li>
  );
}

function stateOf({ pending, deleted_timestamp: deleted, failed_timestamp: failed }: Export): string {
  if (pending) return s.exportPending;
  if (failed !== null) return s.exportFailed;
  return deleted === null ? s.exportReady : s.exportDeleted;
}
