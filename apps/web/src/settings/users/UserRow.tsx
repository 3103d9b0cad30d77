import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Person } from '../../store/people';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s } from '../words';
import { CredentialsDialog } from './CredentialsDialog';
import { DeactivationDialog } from './DeactivationDialog';
import { LostFactorsDialog } from './LostFactorsDialog';
import { ProfileDialog } from './ProfileDialog';
import { RoleSelect } from './RoleSelect';
import { reasonAgainstNewRole, reasonOfOwners } from './roles';

interface Props {
  readonly user: Person;
  readonly reason: string | null;
  /** The number of second factors. */
  readonly factors: number;
  readonly isChosen: boolean;
  /** They are gone. */
  onFactors(): void;
  onChoose(isChosen: boolean): void;
}

export function UserRow({ user, reason, factors, isChosen, onFactors, onChoose }: Props) {
  const { store, administration } = useClient();
  const { failure, runWithUndo } = useAction();
  const [isAsked, setAsked] = useState(false);
  const [isLost, setLost] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const { user_id: id, full_name: name, accountState } = user;
  const isDisabled = reason !== null;
  const ofOwners = isDisabled ? null : reasonOfOwners(store, [user]);
  const ofRole = isDisabled ? null : reasonAgainstNewRole(store, [user]);
  const whyId = `why-user-${id}`;
  const fixedBy = (why: string | null) => ({
    disabled: isDisabled || why !== null,
    'aria-describedby': isDisabled ? 'why-users' : why === null ? undefined : whyId,
  });
  return (
    <li class={styles.item}>
      {!isDisabled && accountState === 'active' && (
        <input
          type="checkbox"
          class={styles.check}
          aria-label={s.select(name)}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <span class={styles.about} dir="auto">
        {isDisabled ? (
          name
        ) : (
          <button class={styles.name} aria-label={s.profileOf(name)} onClick={() => setOpened(true)}>
            {name}
          </button>
        )}
        <small>{factors > 0 ? `${addressOf(user)} · ${s.section_second_factors}` : addressOf(user)}</small>
        {ofRole !== null && <small id={whyId}>{ofRole}</small>}
      </span>
      {accountState === 'active' && (
        <RoleSelect account={user} {...fixedBy(ofRole)} save={(role) => administration.changeUser(id, { role })} />
      )}
      {accountState === 'active' ? (
        <button class={styles.button} {...fixedBy(ofOwners)} onClick={() => setAsked(true)}>
          {s.deactivate}
        </button>
      ) : (
        <button
          class={styles.button}
          {...fixedBy(ofOwners)}
          onClick={() => void runWithUndo(administration.reactivateUser(id), () => administration.deactivateUser(id))}
        >
          {s.reactivate}
        </button>
      )}
      {!isDisabled && accountState === 'active' && (
        <button
          class={styles.button}
          aria-label={s.credentialsOf(name)}
          {...fixedBy(ofOwners)}
          onClick={() => setShown(true)}
        >
          {s.section_sessions}
        </button>
      )}
      {factors > 0 && (
        <button
          class={styles.button}
          aria-label={s.removeFactorsOf(name)}
          {...fixedBy(ofOwners)}
          onClick={() => setLost(true)}
        >
          {s.removeFactors}
        </button>
      )}
      {!isAsked && <Failure text={failure} />}
      {isAsked && <DeactivationDialog users={[user]} onClose={() => setAsked(false)} />}
      {isOpened && <ProfileDialog user={user} onClose={() => setOpened(false)} />}
      {isShown && <CredentialsDialog user={user} onClose={() => setShown(false)} />}
      {isLost && (
        <LostFactorsDialog
          user={user}
          onClose={() => setLost(false)}
          onDone={() => {
            setLost(false);
            onFactors();
          }}
        />
      )}
    </li>
  );
}

export const addressOf = ({ delivery_email: real, email }: Person): string => real ?? email;
