import type { UserGroup } from '@parley/client';
import { useClient } from '../../app/client';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonOf } from '../permission-reasons';
import styles from '../settings.module.css';
import { s } from '../words';
import { mayManage } from './group-setting';

/** A deactivated group, which can come back. */
export function GoneGroupRow({ group }: { readonly group: UserGroup }) {
  const { store, administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const { id, name, description } = group;
  const reason = mayManage(store, group) ? null : reasonOf(store, s.usergroup_can_manage_group, group.can_manage_group);
  const why = `why-gone-${id}`;
  const reactivate = () =>
    runWithUndo(administration.changeGroup(id, { deactivated: false }), () => administration.deactivateGroup(id));
  return (
    <li class={styles.item} aria-label={name}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{description}</small>
      </span>
      <button
        class={styles.button}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : why}
        onClick={() => void reactivate()}
      >
        {s.reactivate}
      </button>
      {reason !== null && (
        <p class={styles.reason} id={why}>
          {reason}
        </p>
      )}
      <Failure text={failure} />
    </li>
  );
}
