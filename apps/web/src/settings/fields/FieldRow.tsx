import type { ProfileField } from '@parley/client';
import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { MoveButtons } from '../MoveButtons';
import { Setting } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import type { Control } from '../table';
import { s, wordsOf } from '../words';
import { EXTERNAL_ACCOUNT, OF_OPTIONS, optionsIn, optionsOf } from './field-data';

interface Props {
  readonly field: ProfileField;
  readonly at: number;
  readonly order: readonly number[];
  /** Why the user may not change it; `null`: the user may. */
  readonly reason: string | null;
}

/** A profile field: its place, its facts, and its end. */
export function FieldRow({ field, at, order, reason }: Props) {
  const { administration } = useClient();
  const { failure, run, runWithUndo } = useAction();
  const [isAsked, setAsked] = useState(false);
  const { id, name, hint, type } = field;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(administration.removeProfileField(id));
  };
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{[wordsOf(`field_kind_${type}`), hint].filter(Boolean).join(' · ')}</small>
      </span>
      {reason === null && (
        <>
          <MoveButtons
            name={name}
            at={at}
            order={order}
            onMove={(wanted) =>
              void runWithUndo(administration.orderProfileFields(wanted), () =>
                administration.orderProfileFields(order),
              )
            }
          />
          <button class={styles.button} aria-label={s.remove(name)} onClick={() => setAsked(true)}>
            {s.removeShort}
          </button>
        </>
      )}
      <details class={styles.more}>
        <summary>{s.settingsOf(name)}</summary>
        <div class={styles.rows}>
          {useSettings(field, reason).map((setting) => (
            <SettingRow key={setting.id} setting={setting} />
          ))}
        </div>
      </details>
      {!isAsked && <Failure text={failure} />}
      {isAsked && (
        <Dialog title={s.removeQuestion(name)} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.removeFieldWhat}</p>
            <DialogButtons confirm={s.removeShort} isDangerous failure={failure} onCancel={() => setAsked(false)} />
          </form>
        </Dialog>
      )}
    </li>
  );
}

const SWITCH: Control = { kind: 'switch' };

function useSettings(field: ProfileField, reason: string | null): Setting[] {
  const { store, administration } = useClient();
  const { id, name, type, field_data: data } = field;
  type News = Parameters<typeof administration.changeProfileField>[1];
  type Read = (now: ProfileField) => unknown;
  const row = (key: string, label: string, control: Control, read: Read, newsOf: (next: unknown) => News) => ({
    ...{ id: `field_${key}_${id}`, row: { control }, label, wordsOfChoices: '', reason },
    read: () => read(store.lists.get('custom_profile_fields').find((one) => one.id === id) ?? field),
    save: (next: unknown) => administration.changeProfileField(id, newsOf(next)),
  });
  const { subtype, url_pattern: pattern } = siteIn(data);
  const options = () =>
    row(
      'options',
      s.optionsOf(name),
      { kind: 'text', most: 100_000, isLong: true },
      (now) => optionsIn(now.field_data),
      (next) => ({
        field_data: optionsOf(String(next), data),
      }),
    );
  const site = () =>
    row(
      'pattern',
      s.urlPatternOf(name),
      { kind: 'text', most: 1_000 },
      (now) => siteIn(now.field_data).url_pattern,
      (next) => ({
        field_data: { subtype, url_pattern: next },
      }),
    );
  return [
    row(
      'name',
      s.nameOf(name),
      { kind: 'text', most: 40 },
      (now) => now.name,
      (next) => ({ name: String(next) }),
    ),
    row(
      'hint',
      s.hintOf(name),
      { kind: 'text', most: 80 },
      (now) => now.hint,
      (next) => ({ hint: String(next) }),
    ),
    ...(type === OF_OPTIONS ? [options()] : []),
    ...(type === EXTERNAL_ACCOUNT && pattern !== undefined ? [site()] : []),
    row(
      'summary',
      s.inSummary,
      SWITCH,
      (now) => now.display_in_profile_summary === true,
      (next) => ({
        display_in_profile_summary: next === true,
      }),
    ),
    row(
      'required',
      s.isRequired,
      SWITCH,
      (now) => now.required,
      (next) => ({ required: next === true }),
    ),
    row(
      'editable',
      s.isEditable,
      SWITCH,
      (now) => now.editable_by_user,
      (next) => ({ editable_by_user: next === true }),
    ),
  ];
}

/** The site of an external account. */
const siteIn = (data: string): Partial<Record<'subtype' | 'url_pattern', string>> =>
  data === '' ? {} : (JSON.parse(data) as Partial<Record<'subtype' | 'url_pattern', string>>);
