import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { Action, Explanation } from '../../server/settings/administration';
import { useCandidates } from '../controls/candidates';
import { NamedInput } from '../controls/NamedInput';
import { lookUp } from '../controls/naming';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';

type Kind = 'channel' | 'group' | 'organization';

/** What can be asked, by what it is done with. */
const ACTIONS: Readonly<Record<Kind, readonly Action[]>> = {
  channel: [
    ...(['see', 'read', 'subscribe', 'post', 'create-topics', 'mention-all'] as const),
    ...(['edit-own', 'delete-own', 'delete-any', 'move-topics', 'move-out', 'resolve-topics'] as const),
    ...(['add-subscribers', 'remove-subscribers', 'administer', 'change-access'] as const),
  ],
  group: ['mention', 'join', 'leave', 'add-members', 'remove-members', 'manage'],
  organization: [
    ...(['create-public-channels', 'create-private-channels', 'invite', 'create-invitation-links'] as const),
    ...(['create-groups', 'manage-all-groups', 'create-bots', 'create-webhook-bots', 'add-emoji'] as const),
    'administer-organization',
  ],
};
const KINDS = Object.keys(ACTIONS) as Kind[];

interface Answer extends Explanation {
  /** What was asked, as a sentence. */
  readonly about: string;
}

/** Why a person may or may not do something, for administrators. */
export function Explain() {
  const { store, administration } = useClient();
  const { people, channels, groups } = useCandidates();
  const id = useId();
  const [person, setPerson] = useState('');
  const [object, setObject] = useState('');
  const [action, setAction] = useState<Action>('see');
  const [failure, setFailure] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const reason = reasonAgainst(store.own?.role, false);
  const kind = KINDS.find((one) => ACTIONS[one].includes(action))!;
  const objects = kind === 'group' ? groups : channels;
  const ask = async (): Promise<void> => {
    setAnswer(null);
    const asked = lookUp(person, people);
    if ('problem' in asked) return setFailure(s.noSuchPerson);
    const aim = kind === 'organization' ? null : lookUp(object, objects);
    if (aim && 'problem' in aim) return setFailure(kind === 'group' ? s.noSuchGroup : s.noSuchChannel);
    setFailure(null);
    const [{ id: userId, label: name }] = asked.found as [(typeof people)[number]];
    const what = aim?.found[0];
    const outcome = await administration.explain({
      ...{ user_id: userId, action },
      ...(what && kind === 'channel' ? { channel_id: what.id } : {}),
      ...(what && kind === 'group' ? { group_id: what.id } : {}),
    });
    if (outcome.refusal) return setFailure(outcome.refusal.message || t.notReached);
    const about = [name, titleOf(action), what?.label].filter(Boolean).join(' · ');
    setAnswer({ ...outcome.answer, about });
  };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void ask();
  };
  const isDisabled = reason !== null;
  const describedBy = isDisabled ? 'why-explain' : undefined;
  const common = { isDisabled, describedBy };
  return (
    <>
      <p>{s.explainHelp}</p>
      <form class={styles.form} onSubmit={onSubmit}>
        <NamedInput label={s.person} value={person} candidates={people} {...common} onChange={setPerson} />
        <div class={styles.row}>
          <label for={id}>{s.action}</label>
          <select
            id={id}
            value={action}
            disabled={isDisabled}
            aria-describedby={describedBy}
            onChange={({ currentTarget }) => setAction(currentTarget.value as Action)}
          >
            {KINDS.map((one) => (
              <optgroup key={one} label={wordsOf(`actionsOf_${one}`) ?? one}>
                {ACTIONS[one].map((name) => (
                  <option key={name} value={name}>
                    {titleOf(name)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </div>
        {kind !== 'organization' && (
          <NamedInput
            label={kind === 'group' ? s.group : s.channel}
            value={object}
            candidates={objects}
            {...common}
            onChange={setObject}
          />
        )}
        {isDisabled && (
          <p class={styles.reason} id="why-explain">
            {reason}
          </p>
        )}
        <Failure text={failure} />
        <div>
          <button class={styles.button} disabled={isDisabled} aria-describedby={describedBy}>
            {s.why}
          </button>
        </div>
      </form>
      <div role="status">{answer && <Shown answer={answer} />}</div>
    </>
  );
}

function Shown({ answer: { allowed, reasons, about } }: { readonly answer: Answer }) {
  return (
    <>
      <h2 dir="auto">{allowed ? s.isAllowed : s.isRefused}</h2>
      <p dir="auto">{about}</p>
      <ul>
        {reasons.map((one) => (
          <li key={one} dir="auto">
            {one}
          </li>
        ))}
      </ul>
    </>
  );
}

const titleOf = (action: Action): string => wordsOf(`do_${action.replaceAll('-', '_')}`) ?? action;
