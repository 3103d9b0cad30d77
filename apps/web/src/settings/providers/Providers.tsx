import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { IdentityProvider, ProviderKind } from '../../server/settings/identity-providers';
import { useLoaded } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { PROVIDER_KINDS } from './provider-fields';
import { ProviderForm } from './ProviderForm';
import { ProviderRow } from './ProviderRow';

/** What is being added or changed. */
type Task = { readonly kind: ProviderKind; readonly provider?: IdentityProvider };

/** The providers at which people of the organization log in. */
export function Providers() {
  const { store, identityProviders } = useClient();
  const reason = reasonAgainst(store.own?.role, true);
  const { value, reload } = useLoaded(async () => (reason === null ? identityProviders.list() : []), String(reason));
  const [task, setTask] = useState<Task | null>(null);
  /** The provider that was made last: it is tested at once. */
  const [made, setMade] = useState<number | null>(null);
  const onSaved = (id: number) => {
    setMade(id);
    setTask(null);
    reload();
  };
  if (task)
    return (
      <ProviderForm
        kind={task.kind}
        {...(task.provider && { provider: task.provider })}
        onSaved={onSaved}
        onCancel={() => setTask(null)}
      />
    );
  return (
    <>
      <p>{s.providersHelp}</p>
      {reason !== null && (
        <p class={styles.reason} id="why-providers">
          {reason}
        </p>
      )}
      <div class={styles.text} role="group" aria-label={s.addProvider}>
        {PROVIDER_KINDS.map((kind) => (
          <button
            key={kind}
            class={styles.button}
            disabled={reason !== null}
            aria-describedby={reason === null ? undefined : 'why-providers'}
            onClick={() => setTask({ kind })}
          >
            {s.addProviderOf(wordsOf(`provider_${kind}`) ?? kind)}
          </button>
        ))}
      </div>
      {reason === null && value?.length === 0 && <p>{s.noProviders}</p>}
      <ul class={styles.list} role="list" aria-label={s.section_company_login}>
        {value?.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            isNew={provider.id === made}
            onChange={() => setTask({ kind: provider.kind, provider })}
            onDone={reload}
          />
        ))}
      </ul>
    </>
  );
}
