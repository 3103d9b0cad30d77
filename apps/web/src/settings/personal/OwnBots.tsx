import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { OwnBot } from '../../server/settings/bots';
import type { Person } from '../../store/people';
import { useAction } from '../action';
import { type BotAsked, BotQuestion } from '../BotQuestion';
import { Failure } from '../Failure';
import { useLoaded } from '../loading';
import { reasonIn } from '../permission-reasons';
import styles from '../settings.module.css';
import { MEMBER } from '../users/roles';
import { s, wordsOf } from '../words';
import { downloadZuliprc } from '../zuliprc';
import { BotForm } from './BotForm';

const GENERIC = 1;
const INCOMING_WEBHOOK = 2;

/** The bots of the user, with their keys. */
export function OwnBots() {
  const { store, bots } = useClient();
  const mine = store.people.users.all().filter(({ is_bot, bot_owner_id }) => is_bot && bot_owner_id === store.me);
  const facts = mine.map(({ user_id, full_name, accountState }) => [user_id, full_name, accountState]);
  const { value, reload } = useLoaded(() => bots.own(), JSON.stringify(facts));
  const types = useTypes();
  const gone = mine.filter(({ accountState }) => accountState === 'inactive');
  return (
    <>
      <BotForm types={types.offered} reason={types.reason} onMade={reload} />
      {value?.length === 0 && <p>{s.noBots}</p>}
      <ul class={styles.list} role="list">
        {value?.map((bot) => (
          <BotRow key={bot.user_id} bot={bot} onChanged={reload} />
        ))}
        {gone.map((bot) => (
          <GoneBotRow key={bot.user_id} bot={bot} />
        ))}
      </ul>
    </>
  );
}

/** Which kinds the user may make. */
function useTypes(): { offered: number[]; reason: string | null } {
  const { store } = useClient();
  const isGuest = store.own?.is_guest === true;
  if (isGuest) return { offered: [INCOMING_WEBHOOK], reason: s.notForGuests };
  const reason = reasonIn(store, 'realm_can_create_bots_group');
  if (reason === null) return { offered: [GENERIC, INCOMING_WEBHOOK], reason };
  const isSome = reasonIn(store, 'realm_can_create_write_only_bots_group') === null;
  return { offered: [INCOMING_WEBHOOK], reason: isSome ? null : reason };
}

function BotRow({ bot, onChanged }: { readonly bot: OwnBot; onChanged(): void }) {
  const { bots, store } = useClient();
  const { failure, run, runWithUndo } = useAction();
  const [asked, setAsked] = useState<BotAsked | null>(null);
  const { user_id: id, full_name: name, username: email, bot_type: type, api_key: key } = bot;
  const role = store.people.users.get(id)?.role ?? MEMBER;
  const about = [email, wordsOf(`bot_type_${type}`), role === MEMBER ? '' : wordsOf(`role_${role}`)];
  const isKey = asked === 'key';
  const confirm = () => {
    const work = isKey ? run(bots.renewKey(id)) : runWithUndo(bots.deactivate(id), () => bots.reactivate(id));
    void work.then((isDone) => {
      if (!isDone) return;
      setAsked(null);
      onChanged();
    });
  };
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{about.filter(Boolean).join(' · ')}</small>
        <details class={styles.members}>
          <summary aria-label={s.showKey(name)}>{s.apiKey}</summary>
          <code>{key}</code>
        </details>
      </span>
      <button class={styles.button} aria-label={s.zuliprcOf(name)} onClick={() => downloadZuliprc({ email, key })}>
        {s.zuliprc}
      </button>
      <button class={styles.button} aria-label={s.newKeyOf(name)} onClick={() => setAsked('key')}>
        {s.newKey}
      </button>
      <button class={styles.danger} aria-label={s.deactivateNamed(name)} onClick={() => setAsked('deactivation')}>
        {s.deactivate}
      </button>
      {asked && (
        <BotQuestion name={name} asked={asked} failure={failure} onConfirm={confirm} onClose={() => setAsked(null)} />
      )}
    </li>
  );
}

function GoneBotRow({ bot: { user_id: id, full_name: name } }: { readonly bot: Person }) {
  const { bots } = useClient();
  const { failure, run } = useAction();
  return (
    <li class={styles.item}>
      <span class={styles.about} dir="auto">
        {name}
        <small>{s.isDeactivated}</small>
      </span>
      <button class={styles.button} aria-label={s.reactivateNamed(name)} onClick={() => void run(bots.reactivate(id))}>
        {s.reactivate}
      </button>
      <Failure text={failure} />
    </li>
  );
}
