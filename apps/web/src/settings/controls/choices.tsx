import { useClient } from '../../app/client';
import type { ControlProps } from './control-props';
import { s, wordsOf } from '../words';

interface SelectProps extends ControlProps {
  readonly options: readonly { readonly value: string | number; readonly words: string }[];
}

/** One of some values; a value that the client does not know stays as it is. */
function Select({ setting, shown, describedBy, change, options }: SelectProps) {
  const isKnown = options.some(({ value }) => value === shown);
  return (
    <select
      id={setting.id}
      value={String(shown)}
      disabled={setting.reason !== null}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) =>
        change(options.find(({ value }) => String(value) === currentTarget.value)?.value)
      }
    >
      {!isKnown && <option value={String(shown)}>{shown === '' ? s.notSet : String(shown)}</option>}
      {options.map(({ value, words }) => (
        <option key={value} value={String(value)}>
          {words}
        </option>
      ))}
    </select>
  );
}

export function ChoiceControl(props: ControlProps) {
  const { control } = props.setting.row;
  const values = control.kind === 'choice' ? control.values : [];
  const options = values.map((value) => ({
    value,
    words: wordsOf(`${props.setting.wordsOfChoices}_${value}`) ?? String(value),
  }));
  return <Select {...props} options={options} />;
}

/** Options that the organization has named; none may be chosen, too. */
export function OptionsControl(props: ControlProps) {
  const { control } = props.setting.row;
  const options = control.kind === 'options' ? control.options : [];
  return <Select {...props} options={[{ value: '', words: s.notSet }, ...options]} />;
}

/** The languages of the client, by their own names. */
const LANGUAGES = [
  { value: 'en', words: 'English' },
  { value: 'de', words: 'Deutsch' },
];

export const LanguageControl = (props: ControlProps) => <Select {...props} options={LANGUAGES} />;

export function ZoneControl(props: ControlProps) {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, words: zone.replaceAll('_', ' ') }));
  return <Select {...props} options={[{ value: 'UTC', words: 'UTC' }, ...zones]} />;
}

const NO_CHANNEL = -1;

export function ChannelControl(props: ControlProps) {
  const { store } = useClient();
  const { shown, setting } = props;
  const { control } = setting.row;
  const isPrivate = control.kind === 'channel' && control.isPrivate === true;
  const channels = store.channels.all
    .all()
    .filter((channel) => !channel.is_archived && (channel.invite_only || !isPrivate || channel.stream_id === shown))
    .map(({ stream_id: value, name: words }) => ({ value, words }))
    .sort((one, other) => one.words.localeCompare(other.words));
  const isUnknown = typeof shown === 'number' && shown > 0 && !channels.some(({ value }) => value === shown);
  const hidden = isUnknown ? [{ value: shown, words: s.unknownChannel }] : [];
  return <Select {...props} options={[{ value: NO_CHANNEL, words: s.noChannel }, ...hidden, ...channels]} />;
}

const NO_FOLDER = 0;

export function FolderControl(props: ControlProps) {
  const { store } = useClient();
  const folders = store.channels.folders
    .all()
    .filter(({ is_archived: isArchived, id }) => !isArchived || id === props.shown)
    .sort((one, other) => one.order - other.order)
    .map(({ id: value, name: words }) => ({ value, words }));
  return (
    <Select
      {...props}
      shown={props.shown ?? NO_FOLDER}
      change={(value) => props.change(value === NO_FOLDER ? null : value)}
      options={[{ value: NO_FOLDER, words: s.noFolder }, ...folders]}
    />
  );
}
