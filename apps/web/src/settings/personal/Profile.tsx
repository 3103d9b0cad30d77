import { useClient } from '../../app/client';
import { Avatar } from '../../ui/Avatar';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import type { Row } from '../table';
import { s } from '../words';

const NAME: Row = { control: { kind: 'text', most: 100 }, section: 'account-and-privacy' };

/** What others see of the user. */
export function Profile() {
  const { store, settings } = useClient();
  const { failure, run } = useAction();
  const { own, organization } = store;
  const ofAdministrators = (isDisabled: boolean) => (isDisabled ? reasonAgainst(own?.role, false) : null);
  const pictureReason = ofAdministrators(organization.get('realm_avatar_changes_disabled'));
  const upload = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files?.[0];
    if (file) void run(settings.setAvatar(file));
  };
  const name = {
    ...{ id: 'full_name', row: NAME, label: s.full_name, wordsOfChoices: 'full_name', value: own?.full_name },
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
            {s.uploadAvatar} <input type="file" accept="image/*" disabled={pictureReason !== null} onChange={upload} />
          </label>
        </div>
        {organization.get('avatar_source') === 'U' && pictureReason === null && (
          <button class={styles.button} onClick={() => void run(settings.deleteAvatar())}>
            {s.deleteAvatar}
          </button>
        )}
        {pictureReason !== null && <p class={styles.reason}>{pictureReason}</p>}
        <Failure text={failure} />
      </div>
    </div>
  );
}
