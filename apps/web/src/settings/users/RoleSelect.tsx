import { useClient } from '../../app/client';
import type { Refusal } from '../../server/refusal';
import type { Person } from '../../store/people';
import { Failure } from '../Failure';
import { useSaving } from '../saving';
import { s, wordsOf } from '../words';
import { ROLES, rolesToGive } from './roles';

interface Props {
  readonly account: Person;
  readonly disabled: boolean;
  readonly 'aria-describedby': string | undefined;
  save(role: (typeof ROLES)[number] | undefined): Promise<Refusal | null>;
}

/** The role of a user or a bot, and those that the server lets the user give instead. */
export function RoleSelect({ account, save, ...state }: Props) {
  const { store } = useClient();
  const { user_id: id, full_name: name } = account;
  const offered = rolesToGive(store.own?.role, [account]);
  const { shown, failure, change } = useSaving(
    () => store.people.users.get(id)?.role,
    (next) => save(ROLES.find((one) => one === next)),
    undefined,
    s.roleOf(name),
  );
  return (
    <>
      <select
        aria-label={s.roleOf(name)}
        value={String(shown)}
        {...state}
        onChange={({ currentTarget }) => change(Number(currentTarget.value))}
      >
        {ROLES.filter((one) => one === shown || offered.includes(one)).map((one) => (
          <option key={one} value={String(one)}>
            {wordsOf(`role_${one}`)}
          </option>
        ))}
      </select>
      <Failure text={failure} />
    </>
  );
}
