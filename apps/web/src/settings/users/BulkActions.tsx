import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { listOf } from '../../i18n';
import type { Person } from '../../store/people';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { DeactivationDialog } from './DeactivationDialog';
import { OWNER, reasonAgainstNewRole, reasonOfOwners, ROLES, rolesToGive } from './roles';

interface Props {
  readonly users: readonly Person[];
  /** Nothing is chosen any more. */
  onDone(): void;
}

/** What is done to all chosen users at once. */
export function BulkActions({ users, onDone }: Props) {
  const { store, administration, channelAdministration } = useClient();
  const { failure, run, runWithUndo } = useAction();
  const [isAsked, setAsked] = useState(false);
  const ids = users.map(({ user_id: id }) => id);
  const after = (isDone: boolean) => isDone && onDone();
  const roles = new Map(users.map(({ user_id: id, role }) => [id, role]));
  const giveEach = (roleOf: (id: number) => number | undefined) =>
    administration.forEach(ids, (id) =>
      administration.changeUser(id, { role: ROLES.find((one) => one === roleOf(id)) }),
    );
  const give = (role: number) => {
    void runWithUndo(
      giveEach(() => role),
      () => giveEach((id) => roles.get(id)),
    ).then(after);
  };
  const toGroup = (groupId: number) => {
    const members = store.people.groups.peek(groupId)?.members ?? [];
    const add = ids.filter((id) => !members.includes(id)); // the server refuses those who are in it
    if (add.length === 0) return void run(Promise.resolve(null)).then(after);
    const back = () => administration.changeMembers(groupId, { delete: add });
    void runWithUndo(administration.changeMembers(groupId, { add }), back).then(after);
  };
  const toChannel = (channelId: number) => {
    const channel = store.channels.all.peek(channelId);
    if (channel) void run(channelAdministration.subscribe(channel.name, ids)).then(after);
  };
  const owners = users.filter(({ role }) => role === OWNER).map(({ full_name: name }) => name);
  const [ofRole, ofOwners] = [reasonAgainstNewRole(store, users), reasonOfOwners(store, users)];
  const groups = store.people.groups
    .all()
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(({ id, name }) => ({ value: id, name }));
  const channels = store.channels.all
    .all()
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }) => ({ value: stream_id, name }));
  return (
    <section class={styles.form} aria-label={s.chosenUsers(users.length)}>
      <p role="status">{s.chosenUsers(users.length)}</p>
      <div class={styles.text}>
        <Picker
          label={s.giveRole}
          options={rolesToGive(store.own?.role, users).map((role) => ({
            value: role,
            name: wordsOf(`role_${role}`) ?? '',
          }))}
          isDisabled={ofRole !== null}
          describedBy={ofRole === null ? undefined : 'why-chosen'}
          onPick={give}
        />
        <Picker label={s.addToGroup} options={byName(groups)} onPick={toGroup} />
        <Picker label={s.addToChannel} options={byName(channels)} onPick={toChannel} />
        <button
          class={styles.danger}
          disabled={ofOwners !== null}
          aria-describedby={ofOwners === null ? undefined : 'why-chosen'}
          onClick={() => setAsked(true)}
        >
          {s.deactivateChosen}
        </button>
      </div>
      {ofRole !== null && (
        <p class={styles.reason} id="why-chosen">
          {ofOwners === null ? ofRole : s.ownersChosen(listOf(owners))}
        </p>
      )}
      <Failure text={failure} />
      {isAsked && <DeactivationDialog users={users} onClose={() => setAsked(false)} onDone={onDone} />}
    </section>
  );
}

interface Option {
  readonly value: number;
  readonly name: string;
}

interface PickerProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly isDisabled?: boolean;
  /** The element that says why it is disabled. */
  readonly describedBy?: string;
  onPick(value: number): void;
}

/** A choice that is done at once, and then stands at its label again. */
function Picker({ label, options, isDisabled, describedBy, onPick }: PickerProps) {
  return (
    <select
      aria-label={label}
      value=""
      disabled={isDisabled}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        currentTarget.value = '';
        if (value !== '') onPick(Number(value));
      }}
    >
      <option value="">{label}</option>
      {options.map(({ value, name }) => (
        <option key={value} value={String(value)}>
          {name}
        </option>
      ))}
    </select>
  );
}

const byName = (options: readonly Option[]): Option[] =>
  [...options].sort((one, other) => one.name.localeCompare(other.name));
