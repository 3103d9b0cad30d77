import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { IdentityProvider, NewProvider, ProviderKind } from '../../server/settings/identity-providers';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { addressesFor, changedIn, fieldsOf, FieldValues, ProviderField, slugOf, valuesOf } from './provider-fields';

interface Props {
  readonly kind: ProviderKind;
  /** Absent: a new one. */
  readonly provider?: IdentityProvider;
  onSaved(id: number): void;
  onCancel(): void;
}

/** The options of a provider, and what has to be told to it. */
export function ProviderForm({ kind, provider, onSaved, onCancel }: Props) {
  const { identityProviders, notices } = useClient();
  const [before] = useState(() => valuesOf(kind, provider));
  const [values, setValues] = useState<FieldValues>(before);
  const [ownSlug, setSlug] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const slug = provider?.slug ?? ownSlug ?? slugOf(String(values.name));
  const save = async () => {
    setFailure(null);
    if (provider) {
      const refusal = await identityProviders.change(provider.id, changedIn(before, values));
      if (refusal) return setFailure(refusal.message || t.notReached);
    }
    const made = provider
      ? { refusal: null, answer: provider }
      : await identityProviders.add({ ...given(values), kind, slug } as NewProvider);
    if (made.refusal) return setFailure(made.refusal.message || t.notReached);
    notices.say(s.saved, null);
    onSaved(made.answer.id);
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void save();
  };
  const words = wordsOf(`provider_${kind}`) ?? kind;
  return (
    <form
      class={styles.form}
      onSubmit={onSubmit}
      aria-label={provider ? s.change(provider.name) : s.addProviderOf(words)}
    >
      <h2>{provider ? provider.name : words}</h2>
      <p>{wordsOf(`provider_${kind}_help`)}</p>
      {fieldsOf(kind).map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          hasSecret={provider?.has_secret === true}
          onValue={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {!provider && (
        <label>
          {s.provider_slug}
          <input
            required
            maxLength={40}
            pattern="[a-z0-9]([a-z0-9-]*[a-z0-9])?"
            value={slug}
            aria-describedby="help-slug"
            onInput={({ currentTarget }) => setSlug(currentTarget.value)}
          />
          <small class={styles.reason} id="help-slug">
            {s.provider_slug_help}
          </small>
        </label>
      )}
      {slug !== '' && (
        <dl class={styles.factList} aria-label={s.tellTheProvider}>
          {addressesFor(kind, slug).map(({ key, url }) => (
            <div key={key}>
              <dt>{wordsOf(`provider_${key}`)}</dt>
              <dd>
                <code>{url}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Failure text={failure} />
      <div class={styles.text}>
        <button class={styles.button}>{provider ? s.save : s.saveAndTest}</button>
        <button type="button" class={styles.button} onClick={onCancel}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly field: ProviderField;
  readonly value: string | boolean;
  /** A secret is stored, and stays if none is given. */
  readonly hasSecret: boolean;
  onValue(value: string | boolean): void;
}

function Field({ field: { name, kind, isRequired = false }, value, hasSecret, onValue }: FieldProps) {
  const label = wordsOf(`provider_${name}`) ?? name;
  const help = kind === 'secret' && hasSecret ? s.secretStays : wordsOf(`provider_${name}_help`);
  const described = help === undefined ? {} : { 'aria-describedby': `help-${name}` };
  const note = help !== undefined && (
    <small class={styles.reason} id={`help-${name}`}>
      {help}
    </small>
  );
  if (kind === 'flag')
    return (
      <div>
        <label class={styles.switch}>
          <input
            type="checkbox"
            checked={value === true}
            {...described}
            onChange={({ currentTarget }) => onValue(currentTarget.checked)}
          />
          {label}
        </label>
        {note}
      </div>
    );
  const common = {
    id: `provider-${name}`,
    class: styles.wide,
    value: String(value),
    required: isRequired && !(kind === 'secret' && hasSecret),
    spellcheck: false,
    ...described,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onValue(currentTarget.value),
  };
  return (
    <div class={styles.row}>
      <label for={`provider-${name}`}>{label}</label>
      {kind === 'long' && <textarea {...common} rows={5} />}
      {kind === 'text' && <input {...common} autocomplete="off" />}
      {kind === 'secret' && <input {...common} type="password" autocomplete="new-password" />}
      {note}
    </div>
  );
}

/** What is empty is not sent: the server has its own beginning for it. */
const given = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
