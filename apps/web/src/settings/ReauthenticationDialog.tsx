import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import type { Proof } from '../server/settings/second-factors';
import { pathOfAnotherLogin } from '../server/session';
import { DialogButtons, Dialog } from '../ui/Dialog';
import { useLoaded } from './loading';
import { ProofFields } from './personal/ProofFields';
import styles from './settings.module.css';
import { s } from './words';

/** Shows the form while an action waits for a proof of who the user is. */
export function Reauthentication() {
  const { reauthentication } = useClient();
  useEffect(() => {
    reauthentication.isShown = true;
    return () => {
      reauthentication.isShown = false;
      reauthentication.question.peek()?.(false);
    };
  }, []);
  const question = reauthentication.question.value;
  return question && <ReauthenticationDialog onDone={question} />;
}

function ReauthenticationDialog({ onDone }: { onDone(hasProved: boolean): void }) {
  const { credentials, secondFactors } = useClient();
  const [proof, setProof] = useState<Proof>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { value: own } = useLoaded(() => secondFactors.list(), '');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    setFailure(null);
    void credentials.proveAgain(proof).then((refusal) => (refusal ? setFailure(refusal.message) : onDone(true)));
  };
  return (
    <Dialog title={s.proveAgain} onClose={() => onDone(false)}>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{s.proveAgainWhat}</p>
        <ProofFields asksCode={own !== null && own.second_factors.length > 0} proof={proof} onProof={setProof} />
        <p>
          <a href={pathOfAnotherLogin()}>{s.proveOtherwise}</a>
        </p>
        <DialogButtons confirm={s.goOn} isDisabled={own === null} failure={failure} onCancel={() => onDone(false)} />
      </form>
    </Dialog>
  );
}
