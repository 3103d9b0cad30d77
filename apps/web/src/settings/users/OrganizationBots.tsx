import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Person } from '../../store/people';
import { useAction } from '../action';
import { type BotAsked, BotQuestion } from '../BotQuestion';
import { AddByName } from '../controls/AddByName';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { AccountFilter } from './AccountFilter';
import { useListed } from './listed';
import { RoleSelect } from './RoleSelect';
import { reasonOfOwners } from './roles';

/** All bots of the organization, with owners and keys. */
export function OrganizationBots() {
  const { store } = useClient();
  const [wanted, setWanted] = useState('');
  const [isInactive, setInactive] = useState(false);
  const reason = reasonAgainst(store.own?.role, false);
  const isListed = useListed(isInactive);
  const words = wanted.trim().toLowerCase();
  const found = store.people.users
    .all()
    .filter((bot) => bot.is_bot && isListed(bot))
    .filter(({ full_name }) => full_name.toLowerCase().includes(words))
    .sort((one, other) => one.full_name.localeCompare(other.full_name));
  return (
    <>
      <AccountFilter
        words={{ search: s.searchBots, inactive: s.deactivatedBots }}
        wanted={wanted}
        isInactive={isInactive}
        reason={reason}
        reasonId="why-bots"
        onWanted={setWanted}
        onInactive={setInactive}
      />
      {found.length === 0 && <p>{s.noSuchBots}</p>}
      <ul class={styles.list} role="list" aria-label={s.section_bots}>
        {found.map((bot) => (
          <BotRow key={bot.user_id} bot={bot} reason={reason} />
        ))}
      </ul>
    </>
  );
}

function BotRow({ bot, reason }: { readonly bot: Person; readonly reason: string | null }) {
  const { store, bots } = useClient();
  const { failure, run, runWithUndo } = useAction();
  const [key, setKey] = useState<string | null>(null);
  const [asked, setAsked] = useState<BotAsked | null>(null);
  const { user_id: id, full_name: name, bot_owner_id: owner, bot_type: type, accountState } = bot;
  const ownerName = owner === null || owner === undefined ? '' : (store.people.users.get(owner)?.full_name ?? '');
  const isStronger = owner !== store.me && bot.role < (store.own?.role ?? bot.role);
  const isLocked = reason !== null || isStronger;
  const ofOwners = reason === null ? reasonOfOwners(store, [bot]) : null;
  const whyId = reason !== null ? 'why-bots' : `why-bot-${id}`;
  const lockedIf = (isSo: boolean) => ({ disabled: isSo, 'aria-describedby': isSo ? whyId : undefined });
  const locked = lockedIf(isLocked);
  const isKey = asked === 'key';
  const confirm = () => {
    const work = isKey ? run(bots.renewKey(id)) : runWithUndo(bots.deactivate(id), () => bots.reactivate(id));
    void work.then((isDone) => {
      if (!isDone) return;
      setAsked(null);
      setKey(null);
    });
  };
  const giveTo = (user: number) => {
    const work = bots.giveTo(id, user);
    void (typeof owner === 'number' ? runWithUndo(work, () => bots.giveTo(id, owner)) : run(work));
  };
  const about = [wordsOf(`bot_type_${type}`), ownerName && s.ownedBy(ownerName), bot.delivery_email ?? bot.email];
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{about.filter(Boolean).join(' · ')}</small>
        {ofOwners !== null && <small id={whyId}>{ofOwners}</small>}
        {key !== null && <code>{key}</code>}
      </span>
      {accountState === 'active' ? (
        <>
          <RoleSelect
            account={bot}
            {...lockedIf(isLocked || ofOwners !== null)}
            save={(role) => bots.setRole(id, role)}
          />
          <button
            class={styles.button}
            aria-label={s.showKey(name)}
            {...locked}
            onClick={() => void bots.keyOf(id).then(setKey, () => undefined)}
          >
            {s.apiKey}
          </button>
          <button class={styles.button} aria-label={s.newKeyOf(name)} {...locked} onClick={() => setAsked('key')}>
            {s.newKey}
          </button>
          <button
            class={styles.danger}
            aria-label={s.deactivateNamed(name)}
            {...locked}
            onClick={() => setAsked('deactivation')}
          >
            {s.deactivate}
          </button>
        </>
      ) : (
        <button
          class={styles.button}
          aria-label={s.reactivateNamed(name)}
          {...locked}
          onClick={() => void run(bots.reactivate(id))}
        >
          {s.reactivate}
        </button>
      )}
      {!isLocked && accountState === 'active' && (
        <AddByName label={s.newOwnerOf(name)} onAdd={({ users: [user] }) => user !== undefined && giveTo(user)} />
      )}
      {!asked && <Failure text={failure} />}
      {asked && (
        <BotQuestion name={name} asked={asked} failure={failure} onConfirm={confirm} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}
