import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { Avatar } from '../../ui/Avatar';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import type { Row } from '../table';
import { s } from '../words';
import { CropDialog } from './CropDialog';
import { OwnFields } from './OwnFields';

const NAME: Row = { control: { kind: 'text', most: 100 }, section: 'account-and-privacy' };

/** What others see of the user. */
export function Profile() {
  const { store, settings } = useClient();
  const { failure, run } = useAction();
  const { own, organization } = store;
  const ofAdministrators = (isDisabled: boolean) => (isDisabled ? reasonAgainst(own?.role, false) : null);
  const pictureReason = ofAdministrators(organization.get('realm_avatar_changes_disabled'));
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const upload = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    // What the browser cannot read goes to the server as it is: it says why it refuses it.
    if (file) void createImageBitmap(file).then(setPicture, () => run(settings.setAvatar(file)));
  };
  const name = {
    ...{ id: 'full_name', row: NAME, label: s.full_name, wordsOfChoices: 'full_name' },
    read: () => store.own?.full_name,
    reason: ofAdministrators(organization.get('realm_name_changes_disabled')),
    save: (value: unknown) => settings.changeOwn({ full_name: String(value) }),
  };
  return (
    <div class={styles.rows}>
      <SettingRow setting={name} />
      <div class={styles.row}>
        <h2>{s.avatar}</h2>
        <div class={styles.picture}>
          <Avatar person={own} />
          <label>
            {s.uploadAvatar}{' '}
            <input
              type="file"
              accept="image/*"
              disabled={pictureReason !== null}
              aria-describedby={pictureReason === null ? undefined : 'why-avatar'}
              onChange={upload}
            />
          </label>
        </div>
        {organization.get('avatar_source') === 'U' && pictureReason === null && (
          <button class={styles.button} onClick={() => void run(settings.deleteAvatar())}>
            {s.deleteAvatar}
          </button>
        )}
        {pictureReason !== null && (
          <p class={styles.reason} id="why-avatar">
            {pictureReason}
          </p>
        )}
        <Failure text={failure} />
        {picture && <CropDialog picture={picture} onClose={() => setPicture(null)} />}
      </div>
      <OwnFields />
    </div>
  );
}
