import { useClient } from '../../app/client';
import { userName } from '../../app/names';
import type { Invitations } from '../../server/settings/administration';
import { wholeTimeOf } from '../../ui/time';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';

/** Who joined by an invitation, whose it was, and when. */
export function AcceptedInvitations({ accepted }: Pick<Invitations, 'accepted'>) {
  const { store } = useClient();
  if (accepted.length === 0) return null;
  return (
    <>
      <h2>{s.acceptedInvitations}</h2>
      <ul class={styles.list} role="list" aria-label={s.acceptedInvitations}>
        {accepted.map((one) => (
          <li key={`${one.invite_id} ${one.user_id}`} class={styles.item}>
            <span class={styles.about} dir="auto">
              {userName(store, one.user_id)}
              <small>
                {[
                  wordsOf(`role_${one.invited_as}`),
                  s.invitedBy(userName(store, one.invited_by_user_id)),
                  one.is_multiuse && s.acceptedByLink,
                  s.acceptedAt(wholeTimeOf(one.accepted)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
