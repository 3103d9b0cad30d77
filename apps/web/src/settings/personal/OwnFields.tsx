import { useClient } from '../../app/client';
import { valueSetting } from '../fields/value-setting';
import { reasonAgainst } from '../setting';
import { SettingRow } from '../SettingRow';

/** The user's values of the fields that the organization has defined. */
export function OwnFields() {
  const { store, settings } = useClient();
  const fields = [...store.lists.get('custom_profile_fields')].sort((one, other) => one.order - other.order);
  return (
    <>
      {fields.map((field) => (
        <SettingRow
          key={field.id}
          setting={valueSetting(field, {
            prefix: 'profile',
            reason: field.editable_by_user ? null : reasonAgainst(store.own?.role, false),
            person: () => store.own,
            save: (id, value) => settings.setProfileValue(id, value),
          })}
        />
      ))}
    </>
  );
}
