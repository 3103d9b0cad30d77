import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Settled } from '../../server/settings/first-steps';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { inactive } from '../../ui/inactive';
import { useLoaded } from '../loading';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';
import { STEPS, type Step } from './steps';

/** What the owner of a new organization does first. Each step can be skipped, and opened again. */
export function FirstStepsGuide() {
  const { store, firstSteps } = useClient();
  const reason = reasonAgainst(store.own?.role, true);
  const { value: stored } = useLoaded(() => firstSteps.settled(), '');
  const [changed, setChanged] = useState<Settled | null>(null);
  const settled = changed ?? stored;
  if (reason !== null) return <p class={styles.reason}>{reason}</p>;
  if (!settled) return null;
  const open = STEPS.filter((step) => !settled.includes(step.name)).length;
  return (
    <>
      <p>{s.firstStepsHelp}</p>
      <p role="status">{open === 0 ? s.firstStepsDone : s.firstStepsLeft(open)}</p>
      <ol class={styles.list} role="list">
        {STEPS.map((step) => (
          <StepRow key={step.name} step={step} isSettled={settled.includes(step.name)} onChange={setChanged} />
        ))}
      </ol>
    </>
  );
}

interface RowProps {
  readonly step: Step;
  readonly isSettled: boolean;
  onChange(settled: Settled): void;
}

function StepRow({ step, isSettled, onChange }: RowProps) {
  const { firstSteps } = useClient();
  const { failure, run } = useAction();
  const { name } = step;
  const settle = (to: boolean) =>
    void run(
      firstSteps.settle(name, to).then((outcome) => {
        if (outcome.refusal) return outcome.refusal;
        onChange(outcome.answer);
        return null;
      }),
    );
  const title = step.title();
  return (
    <li class={styles.item} aria-label={title}>
      <span class={styles.about}>
        {isSettled ? s.stepSettled(title) : title}
        <small>{step.help()}</small>
        {step.command && <code>{step.command}</code>}
      </span>
      {step.place && (
        <a class={styles.button} href={`#organization/${step.place}`} aria-label={s.stepOpen(title)}>
          {s.stepOpenShort}
        </a>
      )}
      {name === 'people' && (
        <a class={styles.button} href="#organization/import" aria-label={s.stepImport(title)}>
          {s.importButton}
        </a>
      )}
      {name === 'mail' && <TestMail onSent={() => settle(true)} />}
      {isSettled ? (
        <button class={styles.button} aria-label={s.stepReopen(title)} onClick={() => settle(false)}>
          {s.stepReopenShort}
        </button>
      ) : (
        <>
          <button class={styles.button} aria-label={s.stepDone(title)} onClick={() => settle(true)}>
            {s.stepDoneShort}
          </button>
          <button class={styles.button} aria-label={s.stepSkip(title)} onClick={() => settle(true)}>
            {s.stepSkipShort}
          </button>
        </>
      )}
      <Failure text={failure} />
    </li>
  );
}

function TestMail({ onSent }: { onSent(): void }) {
  const { store, firstSteps } = useClient();
  const { failure, run } = useAction();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const isSent = await run(firstSteps.sendTestMail(), s.testMailSent(store.organization.get('delivery_email')));
    setBusy(false);
    if (isSent) onSent();
  };
  return (
    <>
      <button class={styles.button} onClick={() => void send()} {...inactive(isBusy)}>
        {s.testMail}
      </button>
      <Failure text={failure} />
    </>
  );
}
