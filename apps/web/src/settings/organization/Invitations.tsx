import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { emptiedOf } from '../../ui/sent';
import type { Uninvited } from '../../server/settings/administration';
import { useAction } from '../action';
import { useCandidates } from '../controls/candidates';
import { NamedInput } from '../controls/NamedInput';
import { lookUp } from '../controls/naming';
import { Failure } from '../Failure';
import { useWatched } from '../loading';
import { reasonIn } from '../permitted';
import styles from '../settings.module.css';
import { MEMBER, ROLES, rolesToInvite } from '../users/roles';
import { s, wordsOf } from '../words';
import { InvitationRow } from './InvitationRow';

const DAY_MINUTES = 1_440;
const PERIODS = [1, 7, 10, 30, 90] as const;
const USUAL_DAYS = 10;

/** Who was asked to join, by mail or by a link for many. */
export function Invitations() {
  const { store, administration } = useClient();
  const { channels } = useCandidates();
  const { failure, run } = useAction();
  const { value: open, reload: load } = useWatched(() => administration.invitations(), '');
  const [emails, setEmails] = useState('');
  const [role, setRole] = useState<number>(MEMBER);
  const [days, setDays] = useState(USUAL_DAYS);
  const [takesDefaults, setTakesDefaults] = useState(true);
  const [more, setMore] = useState('');
  const [unknown, setUnknown] = useState<string | null>(null);
  const [uninvited, setUninvited] = useState<readonly Uninvited[]>([]);
  const mailReason = reasonIn(store, 'realm_can_invite_users_group');
  const mayMail = mailReason === null;
  const linkReason = reasonIn(store, 'realm_create_multiuse_invite_group');
  const mayLink = linkReason === null;
  const lockedTerms = {
    disabled: !mayMail && !mayLink,
    'aria-describedby': mayMail || mayLink ? undefined : 'why-invite',
  };
  /** Of the channels that are named; `null`: one of them is not known. */
  const channelIds = (): number[] | null => {
    const answer = more.trim() === '' ? { found: [] } : lookUp(more, channels);
    setUnknown('problem' in answer ? answer.text : null);
    return 'problem' in answer ? null : answer.found.map(({ id }) => id);
  };
  const termsWith = (streamIds: number[]) => ({
    invite_as: ROLES.find((one) => one === role),
    invite_expires_in_minutes: days === 0 ? null : days * DAY_MINUTES,
    include_realm_default_subscriptions: takesDefaults,
    stream_ids: streamIds,
  });
  const after = (isDone: boolean) => {
    if (isDone) load();
    return isDone;
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const ids = channelIds();
    if (ids !== null) void invite(ids);
  };
  const invite = async (ids: number[]) => {
    setUninvited([]);
    const work = administration.invite({ invitee_emails: emails, ...termsWith(ids) });
    const isDone = await run(
      work.then(({ refusal }) => refusal),
      s.invited,
    );
    const { isSent, uninvited: others } = await work;
    setUninvited(others);
    after(isSent);
    if (isDone) setEmails(emptiedOf(emails));
    // Those that were invited need not be corrected.
    else if (isSent) setEmails((now) => (now === emails ? others.map(({ email }) => email).join(', ') : now));
  };
  const link = () => {
    setUninvited([]);
    const ids = channelIds();
    if (ids !== null) void run(administration.createLink(termsWith(ids))).then(after);
  };
  return (
    <>
      <form class={styles.form} onSubmit={onSubmit}>
        <label>
          {s.emails}
          <textarea
            rows={3}
            required
            maxLength={100_000}
            value={emails}
            readOnly={!mayMail}
            aria-describedby={mayMail ? undefined : 'why-invite'}
            onInput={({ currentTarget }) => setEmails(currentTarget.value)}
          />
        </label>
        <label>
          {s.role}
          <select
            aria-label={s.role}
            value={String(role)}
            {...lockedTerms}
            onChange={({ currentTarget }) => setRole(Number(currentTarget.value))}
          >
            {rolesToInvite(store.own?.role).map((one) => (
              <option key={one} value={String(one)}>
                {wordsOf(`role_${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {s.expiresIn}
          <select
            aria-label={s.expiresIn}
            value={String(days)}
            {...lockedTerms}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {PERIODS.map((period) => (
              <option key={period} value={String(period)}>
                {s.days(period)}
              </option>
            ))}
            <option value="0">{s.never}</option>
          </select>
        </label>
        <label class={styles.switch}>
          <input
            type="checkbox"
            checked={takesDefaults}
            {...lockedTerms}
            onChange={({ currentTarget }) => setTakesDefaults(currentTarget.checked)}
          />
          {s.inviteDefaults}
        </label>
        <NamedInput
          label={s.inviteChannels}
          value={more}
          candidates={channels}
          isOptional
          isDisabled={lockedTerms.disabled}
          describedBy={lockedTerms['aria-describedby']}
          onChange={setMore}
        />
        {unknown !== null && <Failure text={s.noChannelCalled(unknown)} />}
        {mailReason !== null && (
          <p class={styles.reason} id="why-invite">
            {mailReason}
          </p>
        )}
        {linkReason !== null && (
          <p class={styles.reason} id="why-link">
            {linkReason}
          </p>
        )}
        <Failure text={failure} />
        {uninvited.length > 0 && (
          <ul class={styles.failure} role="list" aria-label={s.uninvited}>
            {uninvited.map(({ email, reason }) => (
              <li key={email} dir="auto">
                {s.uninvitedBecause(email, reason)}
              </li>
            ))}
          </ul>
        )}
        <div class={styles.text}>
          <button class={styles.button} disabled={!mayMail} aria-describedby={mayMail ? undefined : 'why-invite'}>
            {s.invite}
          </button>
          <button
            type="button"
            class={styles.button}
            disabled={!mayLink}
            aria-describedby={mayLink ? undefined : 'why-link'}
            onClick={link}
          >
            {s.createLink}
          </button>
        </div>
      </form>
      {open?.length === 0 && <p>{s.noInvitations}</p>}
      <ul class={styles.list} role="list">
        {open?.map((invitation) => (
          <InvitationRow key={`${invitation.is_multiuse} ${invitation.id}`} invitation={invitation} onChanged={load} />
        ))}
      </ul>
    </>
  );
}
