import type { Client } from '../../app/client';
import { useClient } from '../../app/client';
import type { ProfileField } from '@parley/client';
import { reasonAgainst, Setting } from '../setting';
import { SettingRow } from '../SettingRow';
import type { Control } from '../table';

/** The user's values of the fields that the organization has defined. */
export function OwnFields() {
  const client = useClient();
  const fields = [...client.store.lists.get('custom_profile_fields')].sort((one, other) => one.order - other.order);
  return (
    <>
      {fields.map((field) => (
        <SettingRow key={field.id} setting={settingOf(client, field)} />
      ))}
    </>
  );
}

const SELECT = 3;
const USERS = 6;

function settingOf({ store, settings }: Client, field: ProfileField): Setting {
  const { id, name, hint, type, editable_by_user: isEditable } = field;
  return {
    ...{ id: `profile_field_${id}`, row: { control: controlOf(field) }, label: name, wordsOfChoices: '' },
    help: hint,
    reason: isEditable ? null : reasonAgainst(store.own?.role, false),
    read: () => {
      const stored = store.own?.profile_data?.[id]?.value ?? '';
      return type === USERS ? usersIn(stored) : stored;
    },
    save: (wish) => settings.setProfileValue(id, wish as string | number[]),
  };
}

function controlOf({ type, field_data: data }: ProfileField): Control {
  switch (type) {
    case 2:
      return { kind: 'text', most: 500, isLong: true };
    case SELECT:
      return { kind: 'options', options: optionsIn(data) };
    case 4:
      return { kind: 'date' };
    case 5:
      return { kind: 'text', most: 2_000 };
    case USERS:
      return { kind: 'people' };
    default:
      return { kind: 'text', most: 50 };
  }
}

/** @param stored ids as JSON */
const usersIn = (stored: string): readonly number[] => (stored === '' ? [] : (JSON.parse(stored) as number[]));

const optionsIn = (data: string): { value: string; words: string }[] =>
  Object.entries(JSON.parse(data) as Record<string, { text: string; order: string }>)
    .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
    .map(([value, { text: words }]) => ({ value, words }));
