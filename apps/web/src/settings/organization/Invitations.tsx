import type { UserGroup } from '@parley/client';
import { useState } from 'preact/hooks';
import { useUnsentInput } from '../../actions/unsent-input';
import { useClient } from '../../app/client';
import type { Uninvited } from '../../server/settings/administration';
import { useAction } from '../action';
import { type Entry, useCandidates } from '../controls/candidates';
import { NamedInput } from '../controls/NamedInput';
import { lookUp } from '../controls/name-lookup';
import { Failure } from '../Failure';
import { mayAddMembers } from '../groups/group-setting';
import { useWatched } from '../loading';
import { reasonIn } from '../permission-reasons';
import styles from '../settings.module.css';
import { MEMBER, ROLES, rolesToInvite } from '../users/roles';
import { s, wordsOf } from '../words';
import { AcceptedInvitations } from './AcceptedInvitations';
import { InvitationRow } from './InvitationRow';

const DAY_MINUTES = 1_440;
const PERIODS = [1, 7, 10, 30, 90] as const;
const USUAL_DAYS = 10;
/** The form before anything is written: addresses, terms, and the names of channels and groups. */
const EMPTY = { emails: '', role: MEMBER as number, days: USUAL_DAYS, takesDefaults: true, more: '', into: '' };

/** Who was asked to join, by mail or by a link for many. */
export function Invitations() {
  const { store, administration } = useClient();
  const { channels, groups } = useInvitable();
  const { failure, run } = useAction();
  const { value: answer, reload: load } = useWatched(() => administration.invitations(), '');
  const written = useUnsentInput('invitation', EMPTY);
  const { emails, role, days, takesDefaults, more, into } = written.value;
  const change = (part: Partial<typeof EMPTY>) => written.change((now) => ({ ...now, ...part }));
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
  const isMailed = answer?.mails_are_sent !== false;
  const named = idsOf(more, channels);
  const namedGroups = idsOf(into, groups);
  /** `null`: a channel or a group is not known. */
  const terms = () => {
    const isUnknown = 'text' in named ? s.noChannelCalled(named.text) : null;
    setUnknown(isUnknown ?? ('text' in namedGroups ? s.noGroupCalled(namedGroups.text) : null));
    if ('text' in named || 'text' in namedGroups) return null;
    return {
      invite_as: ROLES.find((one) => one === role),
      invite_expires_in_minutes: days === 0 ? null : days * DAY_MINUTES,
      include_realm_default_subscriptions: takesDefaults,
      stream_ids: named.ids,
      group_ids: namedGroups.ids,
    };
  };
  const places = [
    { label: s.inviteChannels, value: more, candidates: channels, onChange: (text: string) => change({ more: text }) },
    { label: s.inviteGroups, value: into, candidates: groups, onChange: (text: string) => change({ into: text }) },
  ];
  const counts = [
    s.addressCount(addressesIn(emails).length),
    'ids' in named && named.ids.length > 0 && s.channelCount(named.ids.length),
    'ids' in namedGroups && namedGroups.ids.length > 0 && s.groupCount(namedGroups.ids.length),
  ];
  const after = (isDone: boolean) => {
    if (isDone) load();
    return isDone;
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const wanted = terms();
    if (wanted !== null) void invite(wanted);
  };
  const invite = async (wanted: NonNullable<ReturnType<typeof terms>>) => {
    setUninvited([]);
    const work = administration.invite({ invitee_emails: emails, ...wanted });
    const isDone = await run(
      work.then(({ refusal }) => refusal),
      isMailed ? s.invited : s.invitedWithoutMail,
    );
    const { isSent, uninvited: others } = await work;
    setUninvited(others);
    after(isSent);
    // Those that were invited need not be corrected.
    const left = isDone ? '' : others.map(({ email }) => email).join(', ');
    if (isSent) written.change((now) => (now.emails === emails ? { ...now, emails: left } : now));
    if (isDone) written.forget();
  };
  const link = () => {
    setUninvited([]);
    const wanted = terms();
    if (wanted !== null) void run(administration.createLink(wanted)).then(after);
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
            aria-describedby={mayMail ? (isMailed ? undefined : 'no-mail-server') : 'why-invite'}
            onInput={({ currentTarget }) => change({ emails: currentTarget.value })}
          />
        </label>
        {mayMail && !isMailed && (
          <p class={styles.reason} id="no-mail-server">
            {s.noMailServer}
          </p>
        )}
        <label>
          {s.role}
          <select
            aria-label={s.role}
            value={String(role)}
            {...lockedTerms}
            onChange={({ currentTarget }) => change({ role: Number(currentTarget.value) })}
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
            onChange={({ currentTarget }) => change({ days: Number(currentTarget.value) })}
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
            onChange={({ currentTarget }) => change({ takesDefaults: currentTarget.checked })}
          />
          {s.inviteDefaults}
        </label>
        {places.map((place) => (
          <NamedInput
            key={place.label}
            {...place}
            isOptional
            isDisabled={lockedTerms.disabled}
            describedBy={lockedTerms['aria-describedby']}
          />
        ))}
        <Failure text={unknown} />
        {emails.trim() !== '' && <p class={styles.reason}>{counts.filter(Boolean).join(' · ')}</p>}
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
      {answer?.invites.length === 0 && <p>{s.noInvitations}</p>}
      <ul class={styles.list} role="list">
        {answer?.invites.map((invitation) => (
          <InvitationRow
            key={`${invitation.is_multiuse} ${invitation.id}`}
            invitation={invitation}
            joined={answer.accepted.filter(({ invite_id: id }) => id === invitation.id).length}
            isMailed={isMailed}
            onChanged={load}
          />
        ))}
      </ul>
      <AcceptedInvitations accepted={answer?.accepted ?? []} />
    </>
  );
}

/** What an invitation can lead to: channels that are open, and groups to which the user may add members. */
function useInvitable() {
  const { store } = useClient();
  const { channels, groups } = useCandidates();
  const mayAddTo = (group: UserGroup | undefined) =>
    group && !group.is_system_group && !group.deactivated && mayAddMembers(store, group);
  return {
    channels: channels.filter(({ id }) => store.channels.all.get(id)?.is_archived === false),
    groups: groups.filter(({ id }) => mayAddTo(store.people.groups.get(id))),
  };
}

/** Of what is named in a field; `text`: the name that is not known. */
function idsOf(text: string, candidates: readonly Entry[]): { readonly ids: number[] } | { readonly text: string } {
  if (text.trim() === '') return { ids: [] };
  const answer = lookUp(text, candidates);
  return 'problem' in answer ? { text: answer.text } : { ids: answer.found.map(({ id }) => id) };
}

/** As the server parts them. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\r\n]+/)
      .map((part) => part.trim().toLowerCase())
      .filter(Boolean),
  ),
];
