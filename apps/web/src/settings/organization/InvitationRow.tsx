import { useClient } from '../../app/client';
import { userName } from '../../app/names';
import { t } from '../../i18n';
import type { Invitation } from '../../server/settings/administration';
import type { Store } from '../../store/store';
import { copy } from '../../ui/clipboard';
import { wholeTimeOf } from '../../ui/time';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { mayInviteAs, OWNER } from '../users/roles';
import { s, wordsOf } from '../words';

interface Props {
  readonly invitation: Invitation;
  /** How many users have joined by it. */
  readonly joined: number;
  /** `false`: mails are kept on the server. */
  readonly isMailed: boolean;
  onChanged(): void;
}

/** An invitation that can still be accepted: a mail to one address, or a link for many. */
export function InvitationRow({ invitation, joined, isMailed, onChanged }: Props) {
  const { store, administration, notices } = useClient();
  const { failure, run } = useAction();
  const { id, email, is_multiuse: isLink, link_url: url, invited_as: role, invited_by_user_id: inviter } = invitation;
  const name = email ?? s.invitationLink;
  // What the server says to the one who could not send it: owners are invited by owners alone.
  const reason = mayInviteAs(store.own?.role, role) ? null : reasonAgainst(store.own?.role, role === OWNER);
  const whyId = `why-invitation-${id}`;
  const fixed = { disabled: true, 'aria-describedby': whyId };
  return (
    <li class={styles.item}>
      <span class={styles.about}>
        {name}
        <small>{aboutOf(store, invitation, joined)}</small>
        {reason !== null && <small id={whyId}>{reason}</small>}
        {url !== undefined && <input readOnly aria-label={s.invitationLink} value={url} />}
      </span>
      {url !== undefined && (
        <button
          class={styles.button}
          onClick={() =>
            void copy(url).then(
              () => notices.say(t.copied),
              () => undefined,
            )
          }
        >
          {s.copyInvitation}
        </button>
      )}
      {!isLink && (
        <button
          class={styles.button}
          aria-label={s.resend(name)}
          {...(reason !== null && fixed)}
          onClick={() => void run(administration.resend(id), isMailed ? s.sentAgain : s.renewedWithoutMail)}
        >
          {s.resendShort}
        </button>
      )}
      <button
        class={styles.button}
        aria-label={s.remove(name)}
        {...(reason !== null && inviter !== store.me && fixed)}
        onClick={() => void run(administration.revoke(invitation)).then((isDone) => isDone && onChanged())}
      >
        {s.removeShort}
      </button>
      <Failure text={failure} />
    </li>
  );
}

function aboutOf(store: Store, invitation: Invitation, joined: number): string {
  const { invited_as: role, invited_by_user_id: inviter, invited, expiry_date: end } = invitation;
  const { stream_ids: channels, group_ids: groups, include_realm_default_subscriptions: takesDefaults } = invitation;
  return [
    wordsOf(`role_${role}`),
    inviter !== store.me && s.invitedBy(userName(store, inviter)),
    s.invitedAt(wholeTimeOf(invited)),
    end === null ? s.inviteNever : s.inviteExpires(wholeTimeOf(end)),
    takesDefaults && s.defaultChannelsToo,
    channels.length > 0 && s.channelCount(channels.length),
    groups.length > 0 && s.groupCount(groups.length),
    joined > 0 && s.joinedCount(joined),
  ]
    .filter(Boolean)
    .join(' · ');
}
