import type { ChannelFolder } from '@parley/client';
import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { MoveButtons } from '../MoveButtons';
import { CreationForm } from '../organization/CreationForm';
import { reasonAgainst } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';

/** The folders of channels, in their order. */
export function Folders() {
  const { store, channelAdministration } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  const folders = store.channels.folders.all().sort((one, other) => one.order - other.order);
  const order = folders.map(({ id }) => id);
  return (
    <>
      <CreationForm
        fields={[
          { key: 'name', label: s.name, most: store.organization.get('max_channel_folder_name_length') },
          {
            ...{ key: 'description', label: s.description_field, isOptional: true },
            most: store.organization.get('max_channel_folder_description_length'),
          },
        ]}
        button={s.createFolder}
        reason={reason}
        create={({ name = '', description = '' }) => channelAdministration.createFolder({ name, description })}
      />
      {folders.length === 0 && <p>{s.noFolders}</p>}
      <ul class={styles.list} role="list">
        {folders.map((folder, at) => (
          <FolderRow key={folder.id} folder={folder} at={at} order={order} reason={reason} />
        ))}
      </ul>
    </>
  );
}

interface Props {
  readonly folder: ChannelFolder;
  readonly at: number;
  readonly order: readonly number[];
  /** Why the user may not change it; `null`: the user may. */
  readonly reason: string | null;
}

function FolderRow({ folder, at, order, reason }: Props) {
  const { store, channelAdministration } = useClient();
  const { failure, runWithUndo } = useAction();
  const { id, name, description, is_archived: isArchived } = folder;
  const count = store.channels.all.all().filter(({ folder_id }) => folder_id === id).length;
  const put = (isGone: boolean) => channelAdministration.changeFolder(id, { is_archived: isGone });
  const rowOf = (field: 'name' | 'description', label: string, most: number) => (
    <SettingRow
      setting={{
        ...{
          id: `folder_${field}_${id}`,
          row: { control: { kind: 'text', most } },
          label,
          wordsOfChoices: '',
          reason,
        },
        read: () => (store.channels.folders.get(id) ?? folder)[field],
        save: (next) => channelAdministration.changeFolder(id, { [field]: next }),
      }}
    />
  );
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{[s.channelCount(count), isArchived ? s.archived : '', description].filter(Boolean).join(' · ')}</small>
      </span>
      {reason === null && (
        <>
          <MoveButtons
            name={name}
            at={at}
            order={order}
            onMove={(wanted) =>
              void runWithUndo(channelAdministration.orderFolders(wanted), () =>
                channelAdministration.orderFolders(order),
              )
            }
          />
          <button
            class={styles.button}
            aria-label={isArchived ? s.unarchive(name) : s.archive(name)}
            onClick={() => void runWithUndo(put(!isArchived), () => put(isArchived))}
          >
            {isArchived ? s.unarchiveShort : s.archiveShort}
          </button>
        </>
      )}
      <details class={styles.more}>
        <summary>{s.settingsOf(name)}</summary>
        <div class={styles.rows}>
          {rowOf('name', s.nameOf(name), store.organization.get('max_channel_folder_name_length'))}
          {rowOf('description', s.descriptionOf(name), store.organization.get('max_channel_folder_description_length'))}
        </div>
      </details>
      <Failure text={failure} />
    </li>
  );
}
