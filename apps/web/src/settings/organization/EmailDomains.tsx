import { useClient } from '../../app/client';
import type { EmailDomain } from '../../server/settings/administration';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { useWatched } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { CreationForm } from './CreationForm';

/** The domains whose addresses may join where addresses are restricted. Administrators see them, owners change them. */
export function EmailDomains() {
  const { store, administration } = useClient();
  const isHidden = reasonAgainst(store.own?.role, false) !== null;
  const reason = reasonAgainst(store.own?.role, true);
  const { value: domains, reload } = useWatched(
    async () => (isHidden ? [] : administration.emailDomains()),
    String(isHidden),
  );
  if (isHidden) return null;
  return (
    <section aria-label={s.allowedDomains}>
      <p class={styles.label}>{s.allowedDomains}</p>
      {domains?.length === 0 && <p class={styles.reason}>{s.noDomains}</p>}
      <ul class={styles.list} role="list" aria-label={s.allowedDomains}>
        {domains?.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} isFixed={reason !== null} onChanged={reload} />
        ))}
      </ul>
      <CreationForm
        fields={[{ key: 'domain', label: s.allowedDomain, most: 253 }]}
        button={s.addDomain}
        reason={reason}
        create={async ({ domain = '' }) => {
          const refusal = await administration.addEmailDomain({ domain });
          reload();
          return refusal;
        }}
      />
    </section>
  );
}

interface RowProps {
  readonly domain: EmailDomain;
  readonly isFixed: boolean;
  onChanged(): void;
}

function DomainRow({ domain, isFixed, onChanged }: RowProps) {
  const { administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const { domain: name, allow_subdomains: takesSubdomains } = domain;
  const told = <T,>(work: Promise<T>): Promise<T> => work.finally(onChanged);
  const change = (allow_subdomains: boolean) =>
    told(administration.changeEmailDomain({ domain: name, allow_subdomains }));
  return (
    <li class={styles.item}>
      <span class={styles.about}>{name}</span>
      {isFixed ? (
        takesSubdomains && <span>{s.withSubdomains(name)}</span>
      ) : (
        <>
          <label class={styles.switch}>
            <input
              type="checkbox"
              checked={takesSubdomains}
              onChange={({ currentTarget: { checked } }) =>
                void runWithUndo(change(checked), () => change(takesSubdomains))
              }
            />
            {s.withSubdomains(name)}
          </label>
          <button
            class={styles.button}
            aria-label={s.remove(name)}
            onClick={() =>
              void runWithUndo(told(administration.removeEmailDomain(name)), () =>
                told(administration.addEmailDomain(domain)),
              )
            }
          >
            {s.removeShort}
          </button>
        </>
      )}
      <Failure text={failure} />
    </li>
  );
}
