import { useId, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { Action, Explanation } from '../../server/settings/administration';
import type { Store } from '../../store/store';
import { useCandidates } from '../controls/candidates';
import { NamedInput } from '../controls/NamedInput';
import { lookUp } from '../controls/name-lookup';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { ACTIONS, kindOf, KINDS } from './explained-actions';
import { sentenceOf } from './explained';
import { s, wordsOf } from '../words';

interface ShownExplanation extends Explanation {
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
  const [answer, setAnswer] = useState<ShownExplanation | null>(null);
  const reason = reasonAgainst(store.own?.role, false);
  const kind = kindOf(action);
  const objects = { channel: channels, group: groups, person: people, organization: [] }[kind];
  const ask = async (): Promise<void> => {
    setAnswer(null);
    const asked = lookUp(person, people);
    if ('problem' in asked) return setFailure(s.noSuchPerson);
    const aim = kind === 'organization' ? null : lookUp(object, objects);
    if (aim && 'problem' in aim) return setFailure(UNKNOWN()[kind]);
    setFailure(null);
    const [{ id: userId, label: name }] = asked.found as [(typeof people)[number]];
    const what = aim?.found[0];
    const outcome = await administration.explain({
      ...{ user_id: userId, action },
      ...(what && kind === 'channel' ? { channel_id: what.id } : {}),
      ...(what && kind === 'group' ? { group_id: what.id } : {}),
      ...(what && kind === 'person' ? { other_user_id: what.id } : {}),
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
            label={{ channel: s.channel, group: s.group, person: s.otherPerson }[kind]}
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
      <div role="status">{answer && <Shown store={store} answer={answer} />}</div>
    </>
  );
}

interface ShownProps {
  readonly store: Store;
  readonly answer: ShownExplanation;
}

function Shown({ store, answer: { allowed, reasons, details, about } }: ShownProps) {
  return (
    <>
      <h2 dir="auto">{allowed ? s.isAllowed : s.isRefused}</h2>
      <p dir="auto">{about}</p>
      <ul>
        {details.map((one, at) => (
          <li key={reasons[at]} dir="auto">
            {sentenceOf(store, one, reasons[at] ?? one.code)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is said of a name that nothing has; the words come with the language. */
const UNKNOWN = () => ({
  ...{ channel: s.noSuchChannel, group: s.noSuchGroup, person: s.noSuchPerson, organization: '' },
});

const titleOf = (action: Action): string => wordsOf(`do_${action.replaceAll('-', '_')}`) ?? action;
