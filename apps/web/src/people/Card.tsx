import { useClient } from '../app/client';
import { t } from '../i18n';
import { hrefOf } from '../app/router';
import { directNarrow } from '../links/narrow';
import type { Opened } from '../app/dialogs';
import type { Person } from '../store/people';
import { Avatar } from '../ui/Avatar';
import { Popup } from '../ui/Popup';
import { timeThere } from '../ui/time';
import styles from './Card.module.css';
import { CardLists } from './CardLists';
import { Hidden } from './Hidden';
import { toggleMute } from './muting';
import { presenceWord } from './presence';
import { ProfileValues } from './ProfileValues';

type OpenedCard = Extract<Opened, { kind: 'user' | 'group' }>;

/** Who a user is, or who is in a group. */
export function Card({ opened }: { readonly opened: OpenedCard }) {
  return opened.kind === 'user' ? (
    <UserCard key={opened.userId} userId={opened.userId} />
  ) : (
    <GroupCard groupId={opened.groupId} />
  );
}

const roleName = (role: number): string =>
  ({ 100: t.owner, 200: t.administrator, 300: t.moderator, 600: t.guestRole })[role] ?? t.member;

function UserCard({ userId }: { readonly userId: number }) {
  const { store, dialogs, router } = useClient();
  const person = store.people.users.get(userId);
  if (!person) return <UnknownCard />;
  const owner = person.bot_owner_id ? store.people.users.get(person.bot_owner_id) : undefined;
  const presence = presenceWord(store, userId);
  const status = store.lists.get('user_status')[userId]?.status_text;
  const is24 = store.lists.get('user_settings').twenty_four_hour_time === true;
  const localTime = person.timezone === '' ? null : timeThere(person.timezone, is24);
  const write = () => {
    dialogs.close();
    router.go({ view: 'messages', narrow: directNarrow([userId]) }, store);
  };
  return (
    <Popup role="dialog" name={person.full_name} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      <div class={styles.card}>
        <Avatar person={person} />
        <h2 dir="auto">{person.full_name}</h2>
        {status && <p dir="auto">{status}</p>}
        <p>{person.accountState === 'inactive' ? t.deactivated : person.is_bot ? t.bot : roleName(person.role)}</p>
        {person.accountState === 'active' && !person.is_bot && presence && <p>{presence}</p>}
        {person.delivery_email && <p>{person.delivery_email}</p>}
        {localTime && <p>{t.localTime(localTime)}</p>}
        <ProfileValues person={person} />
        {!store.isSpectator && <button onClick={write}>{t.sendDirect}</button>}
        <a
          href={hrefOf({ view: 'messages', narrow: [{ operator: 'sender', operand: [userId] }] }, store)}
          onClick={() => dialogs.close()}
        >
          {t.viewSent}
        </a>
        {owner && (
          <button dir="auto" onClick={() => dialogs.open({ kind: 'user', userId: owner.user_id })}>
            {t.ownerOf(owner.full_name)}
          </button>
        )}
        {!store.isSpectator && userId !== store.me && <MuteButton person={person} />}
        {store.own?.is_admin === true && !person.is_bot && (
          <a
            href={hrefOf({ view: 'settings', section: `organization/users/${userId}` })}
            onClick={() => dialogs.close()}
          >
            {t.manageAccount}
          </a>
        )}
        {!store.isSpectator && person.accountState !== 'system' && <CardLists person={person} />}
      </div>
    </Popup>
  );
}

/** Of a user who is hidden from this one, or who does not exist. */
function UnknownCard() {
  const { dialogs } = useClient();
  return (
    <Popup role="dialog" name={t.unknownUser} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      <div class={styles.card} tabIndex={0}>
        <h2>{t.unknownUser}</h2>
        <p>{t.unknownUserHint}</p>
      </div>
    </Popup>
  );
}

function MuteButton({ person }: { readonly person: Person }) {
  const client = useClient();
  const { store, dialogs } = client;
  const toggle = () => {
    dialogs.close();
    toggleMute(client, person);
  };
  return <button onClick={toggle}>{store.lists.isMutedUser(person.user_id) ? t.unmuteUser : t.muteUser}</button>;
}

function GroupCard({ groupId }: { readonly groupId: number }) {
  const { store, dialogs } = useClient();
  const group = store.people.groups.get(groupId);
  if (!group) return null;
  const names = group.members.flatMap((id) => store.people.users.get(id)?.full_name ?? []);
  return (
    <Popup role="dialog" name={group.name} trigger={dialogs.trigger} onClose={() => dialogs.close()}>
      <div class={styles.card} tabIndex={0}>
        <h2 dir="auto">{group.name}</h2>
        <p dir="auto">{group.description}</p>
        <p>{t.members(group.members.length)}</p>
        <ul>
          {names.map((name) => (
            <li key={name} dir="auto">
              {name}
            </li>
          ))}
          <Hidden ids={group.members} />
        </ul>
      </div>
    </Popup>
  );
}
