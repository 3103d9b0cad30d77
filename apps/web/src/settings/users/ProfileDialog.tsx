import { useClient } from '../../app/client';
import type { Person } from '../../store/people';
import { Dialog } from '../../ui/Dialog';
import { valueSetting } from '../fields/value-setting';
import type { Setting } from '../setting';
import { SettingRow } from '../SettingRow';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly user: Person;
  onClose(): void;
}

/** The name and the profile fields of another user; for administrators. */
export function ProfileDialog({ user: { user_id: userId, full_name: title }, onClose }: Props) {
  const { store, administration } = useClient();
  const person = () => store.people.users.get(userId);
  const prefix = `user_${userId}`;
  const name: Setting = {
    ...{ id: `${prefix}_name`, row: { control: { kind: 'text', most: 100 } }, label: s.full_name, wordsOfChoices: '' },
    reason: null,
    read: () => person()?.full_name,
    save: (next) => administration.changeUser(userId, { full_name: String(next) }),
  };
  const fields = [...store.lists.get('custom_profile_fields')].sort((one, other) => one.order - other.order);
  const values = fields.map((field) =>
    valueSetting(field, {
      ...{ prefix, person, reason: null },
      save: (id, value) => administration.changeUser(userId, { profile_data: [{ id, value }] }),
    }),
  );
  return (
    <Dialog title={s.profileOf(title)} onClose={onClose}>
      <div class={styles.rows}>
        {[name, ...values].map((setting) => (
          <SettingRow key={setting.id} setting={setting} />
        ))}
      </div>
    </Dialog>
  );
}
