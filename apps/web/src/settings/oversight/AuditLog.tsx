import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { AuditEntry, AuditFilter } from '../../server/settings/oversight';
import { wholeTimeOf } from '../../ui/time';
import { download } from '../download';
import { useLoaded, useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { auditCsv } from './audit-csv';
import { actionWords, factsOf, groupName, objectWords } from './audit-words';
import { AuditFilters } from './AuditFilters';

/** The log of administrative changes, for owners. */
export function AuditLog() {
  const { store } = useClient();
  const reason = reasonAgainst(store.own?.role, true);
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <>
      <AuditFilters reason={reason} onChange={setFilter} />
      {reason === null && <Entries key={JSON.stringify(filter)} filter={filter} />}
    </>
  );
}

function Entries({ filter }: { readonly filter: AuditFilter }) {
  const { oversight } = useClient();
  const { value: latest } = useWatched(() => oversight.auditPage(filter), '');
  const [from, setFrom] = useState<readonly number[]>([]);
  const nameOf = useNames();
  const save = async (kind: 'csv' | 'json') => {
    const entries = await oversight.wholeAudit(filter);
    if (kind === 'json') return download('audit-log.json', JSON.stringify(entries, null, 2), 'application/json');
    download('audit-log.csv', auditCsv(entries, nameOf), 'text/csv');
  };
  return (
    <>
      <div class={styles.text}>
        <button class={styles.button} onClick={() => void save('csv').catch(() => undefined)}>
          {s.exportCsv}
        </button>
        <button class={styles.button} onClick={() => void save('json').catch(() => undefined)}>
          {s.exportJson}
        </button>
      </div>
      <p role="status">{latest?.entries.length === 0 && s.noEntries}</p>
      <ul class={styles.list} role="list" aria-label={s.section_audit_log}>
        <Rows entries={latest?.entries ?? []} />
        {from.map((before) => (
          <Older key={before} filter={filter} before={before} onShown={setFrom} from={from} />
        ))}
      </ul>
      {latest?.found_oldest === false && from.length === 0 && (
        <button class={styles.button} onClick={() => setFrom([latest.entries.at(-1)!.id])}>
          {s.showOlder}
        </button>
      )}
    </>
  );
}

interface OlderProps {
  readonly filter: AuditFilter;
  readonly before: number;
  /** Where the pages begin that are shown. */
  readonly from: readonly number[];
  onShown(from: readonly number[]): void;
}

function Older({ filter, before, from, onShown }: OlderProps) {
  const { oversight } = useClient();
  const { value } = useLoaded(() => oversight.auditPage(filter, before), String(before));
  const isLast = from.at(-1) === before;
  return (
    <>
      <Rows entries={value?.entries ?? []} />
      {isLast && value?.found_oldest === false && (
        <li>
          <button class={styles.button} onClick={() => onShown([...from, value.entries.at(-1)!.id])}>
            {s.showOlder}
          </button>
        </li>
      )}
    </>
  );
}

function Rows({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const { store } = useClient();
  const nameOf = useNames();
  const objectName = useObjectNames();
  return (
    <>
      {entries.map((entry) => (
        <li key={entry.id} class={styles.item}>
          <span class={styles.about} dir="auto">
            {`${actionWords(entry.action)}: ${[objectWords(entry.object_type), objectName(entry)].join(' ')}`}
            <small>
              {[nameOf(entry.actor_id), wholeTimeOf(entry.time), entry.client, entry.address]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {(entry.before ?? entry.after) && (
              <details class={styles.members}>
                <summary>{s.details}</summary>
                <ul class={styles.facts}>
                  {factsOf(entry, store).map((fact) => (
                    <li key={fact}>{fact}</li>
                  ))}
                </ul>
              </details>
            )}
          </span>
        </li>
      ))}
    </>
  );
}

function useNames(): (userId: number | null) => string {
  const { store } = useClient();
  return (userId) => (userId === null ? s.withoutLogin : (store.people.users.get(userId)?.full_name ?? String(userId)));
}

/** What the changed thing is called now, or was called; its number where no name is known; empty: there is only one. */
function useObjectNames(): (entry: AuditEntry) => string {
  const { store } = useClient();
  const knownName = (type: string, id: number): string | undefined => {
    if (type === 'user' || type === 'bot') return store.people.users.get(id)?.full_name;
    if (type === 'channel') return store.channels.all.get(id)?.name;
    return type === 'user_group' ? groupName(id, store) : undefined;
  };
  return ({ object_type: type, object_id: id, before, after }) => {
    if (type === 'organization' || id === null) return '';
    const { name } = { ...before, ...after };
    return knownName(type, id) ?? (typeof name === 'string' ? name : String(id));
  };
}
