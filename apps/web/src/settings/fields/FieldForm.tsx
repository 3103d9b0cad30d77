import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { allClearedIfUnchanged } from '../../ui/cleared';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { CUSTOM_SITE, EXTERNAL_ACCOUNT, FIELD_KINDS, FieldKind, OF_OPTIONS, optionsOf } from './field-data';

const EMPTY = { name: '', hint: '', options: '', site: CUSTOM_SITE, pattern: '' };

/** A form for a new profile field. */
export function FieldForm({ reason }: { readonly reason: string | null }) {
  const { store, administration } = useClient();
  const { failure, run } = useAction();
  const [kind, setKind] = useState<FieldKind>(FIELD_KINDS[0]);
  const [values, setValues] = useState(EMPTY);
  const sites = Object.entries(store.organization.get('realm_default_external_accounts'));
  const known = sites.find(([site]) => site === values.site)?.[1];
  const isSite = kind === EXTERNAL_ACCOUNT;
  const describedBy = reason === null ? undefined : 'why-field';
  const put = (key: keyof typeof EMPTY) => ({
    value: values[key],
    readOnly: reason !== null,
    'aria-describedby': describedBy,
    dir: 'auto' as const,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValues((now) => ({ ...now, [key]: currentTarget.value })),
  });
  const data = () => {
    if (kind === OF_OPTIONS) return { field_data: optionsOf(values.options, '') };
    if (!isSite) return {};
    const pattern = values.site === CUSTOM_SITE ? { url_pattern: values.pattern } : {};
    return { field_data: { subtype: values.site, ...pattern } };
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const name = isSite && known && values.name === '' ? known.name : values.name;
    const field = { field_type: kind, name, hint: values.hint, ...data() };
    void run(administration.addProfileField(field)).then(
      (isDone) => isDone && setValues(allClearedIfUnchanged(values, EMPTY)),
    );
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      <label>
        {s.fieldKind}
        <select
          aria-label={s.fieldKind}
          value={String(kind)}
          disabled={reason !== null}
          aria-describedby={describedBy}
          onChange={({ currentTarget }) =>
            setKind(FIELD_KINDS.find((one) => String(one) === currentTarget.value) ?? FIELD_KINDS[0])
          }
        >
          {FIELD_KINDS.map((one) => (
            <option key={one} value={String(one)}>
              {wordsOf(`field_kind_${one}`)}
            </option>
          ))}
        </select>
      </label>
      {isSite && (
        <label>
          {s.site}
          <select
            aria-label={s.site}
            value={values.site}
            onChange={({ currentTarget }) => setValues((now) => ({ ...now, site: currentTarget.value }))}
          >
            {sites.map(([site, { text }]) => (
              <option key={site} value={site}>
                {text}
              </option>
            ))}
            <option value={CUSTOM_SITE}>{s.otherSite}</option>
          </select>
        </label>
      )}
      <label>
        {s.name}
        <input required={!known || !isSite} maxLength={40} {...put('name')} />
      </label>
      <label>
        {s.hint}
        <input maxLength={80} {...put('hint')} />
      </label>
      {kind === OF_OPTIONS && (
        <label>
          {s.options}
          <textarea required rows={4} {...put('options')} />
        </label>
      )}
      {isSite && values.site === CUSTOM_SITE && (
        <label>
          {s.urlPattern}
          <input required {...put('pattern')} />
        </label>
      )}
      {reason !== null && (
        <p class={styles.reason} id="why-field">
          {reason}
        </p>
      )}
      <Failure text={failure} />
      <div>
        <button class={styles.button} disabled={reason !== null} aria-describedby={describedBy}>
          {s.addField}
        </button>
      </div>
    </form>
  );
}
