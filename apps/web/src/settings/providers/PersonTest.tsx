import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { IdentityProvider, ProviderTest } from '../../server/settings/identity-providers';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { refusalOf } from './findings';

type Person = NonNullable<ProviderTest['person']>;

/** Asks what a person of the provider would become. Directories are asked by a name, others by what they would say. */
export function PersonTest({ provider: { id, kind } }: { readonly provider: IdentityProvider }) {
  const { identityProviders } = useClient();
  const [typed, setTyped] = useState('');
  const [person, setPerson] = useState<Person | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isDirectory = kind === 'ldap';
  const ask = async () => {
    setFailure(null);
    setPerson(null);
    const claims = isDirectory ? null : claimsIn(typed);
    if (!isDirectory && claims === null) return setFailure(s.tryClaimsWrong);
    const { refusal, ...outcome } = await identityProviders.test(id, claims === null ? { login: typed } : { claims });
    if (refusal) return setFailure(refusal.message || t.notReached);
    if ('answer' in outcome) setPerson(outcome.answer.person);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void ask();
  };
  const shared = {
    class: styles.wide,
    required: true,
    spellcheck: false,
    value: typed,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => setTyped(currentTarget.value),
  };
  return (
    <form class={styles.form} onSubmit={onSubmit} aria-label={s.tryPerson}>
      <label>
        {kind === 'saml' ? s.tryAttributes : isDirectory ? s.tryLogin : s.tryClaims}
        {isDirectory ? <input {...shared} autocomplete="off" maxLength={256} /> : <textarea {...shared} rows={4} />}
      </label>
      <Failure text={failure} />
      <div class={styles.text}>
        <button class={styles.button}>{s.tryPerson}</button>
      </div>
      {person && <Becoming person={person} />}
    </form>
  );
}

function Becoming({ person }: { readonly person: Person }) {
  const reason = refusalOf(person);
  const listed = (names: readonly string[]) => names.join(', ') || s.tryNone;
  const facts: [string, string][] = [
    [
      s.tryAccount,
      person.is_new ? s.tryNew : person.user_id === null ? s.tryNone : `${person.full_name} (${person.user_id})`,
    ],
    [s.tryRole, wordsOf(`role_${person.role}`) ?? String(person.role)],
    [s.tryGroups, listed(person.user_groups)],
    [s.tryChannels, listed(person.channels)],
    ...Object.entries(person.profile_fields).map(([field, value]): [string, string] => [field, value ?? s.tryNone]),
  ];
  return (
    <div role="status">
      <strong>{reason === null ? s.tryIn : s.tryOut(reason)}</strong>
      <dl class={styles.factList}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** `null`: the text is no object in JSON. */
function claimsIn(text: string): Record<string, unknown> | null {
  try {
    const claims: unknown = JSON.parse(text);
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims)
      ? (claims as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
