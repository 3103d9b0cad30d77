import { useClient } from '../../app/client';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { FieldForm } from './FieldForm';
import { FieldRow } from './FieldRow';

/** What profiles ask besides the name, in its order. */
export function ProfileFields() {
  const { store } = useClient();
  const reason = reasonAgainst(store.own?.role, false);
  const fields = [...store.lists.get('custom_profile_fields')].sort((one, other) => one.order - other.order);
  const order = fields.map(({ id }) => id);
  return (
    <>
      <FieldForm reason={reason} />
      {fields.length === 0 && <p>{s.noFields}</p>}
      <ul class={styles.list} role="list">
        {fields.map((field, at) => (
          <FieldRow key={field.id} field={field} at={at} order={order} reason={reason} />
        ))}
      </ul>
    </>
  );
}
