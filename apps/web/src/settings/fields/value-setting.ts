import type { ProfileField } from '@parley/client';
import type { Refusal } from '../../server/refusal';
import type { Person } from '../../store/people';
import type { Setting } from '../setting';
import type { Control } from '../table';

type Value = string | number[];

interface Of {
  /** Names the person among all that a page shows. */
  readonly prefix: string;
  /** Why the user may not change it; `null`: the user may. */
  readonly reason: string | null;
  person(): Person | undefined;
  save(fieldId: number, value: Value): Promise<Refusal | null>;
}

/** A person's value of a field that the organization has defined. */
export function valueSetting(field: ProfileField, of: Of): Setting {
  const { id, name, hint: help, type } = field;
  return {
    ...{ id: `${of.prefix}_field_${id}`, row: { control: controlOf(field) }, label: name, wordsOfChoices: '' },
    ...{ help, reason: of.reason },
    read: () => {
      const stored = of.person()?.profile_data?.[id]?.value ?? '';
      return type === USERS ? usersIn(stored) : stored;
    },
    save: (next) => of.save(id, next as Value),
  };
}

const SELECT = 3;
const USERS = 6;

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
