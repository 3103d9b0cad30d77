import { useClient } from '../../app/client';
import { listOf } from '../../i18n';
import type { Person } from '../../store/people';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import styles from '../settings.module.css';
import { s } from '../words';
import { consequencesOf } from './consequences';
import { lastOwnersAmong, reasonOfLastOwners } from './roles';

interface Props {
  readonly users: readonly Person[];
  onClose(): void;
  onDone?(): void;
}

/** Says what goes with accounts before they are deactivated. */
export function DeactivationDialog({ users, onClose, onDone }: Props) {
  const { store, administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const names = users.map(({ full_name: name }) => name);
  const ids = users.map(({ user_id: id }) => id);
  const all = users.map((user) => consequencesOf(store, user));
  const lastOwners = lastOwnersAmong(store, users);
  const bots = all.flatMap((one) => one.bots);
  const channels = all.flatMap((one) => one.channels);
  const groups = all.flatMap((one) => one.groups);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const work = administration.forEach(ids, (id) => administration.deactivateUser(id));
    void runWithUndo(work, () => administration.forEach(ids, (id) => administration.reactivateUser(id))).then(
      (isDone) => {
        if (!isDone) return;
        onClose();
        onDone?.();
      },
    );
  };
  return (
    <Dialog title={s.deactivateQuestion(listOf(names))} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{s.deactivateWhat(listOf(names))}</p>
        <ul>
          <li>{s.endsScheduled}</li>
          {bots.length > 0 && <li>{s.endsBots(listOf(bots))}</li>}
          {channels.length > 0 && <li>{s.endsChannels(listOf(channels))}</li>}
          {groups.length > 0 && <li>{s.endsGroups(listOf(groups))}</li>}
        </ul>
        {lastOwners.length > 0 && (
          <p class={styles.failure} role="alert">
            {reasonOfLastOwners(lastOwners)}
          </p>
        )}
        <DialogButtons
          confirm={s.deactivate}
          isDangerous
          isDisabled={lastOwners.length > 0}
          failure={failure}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
