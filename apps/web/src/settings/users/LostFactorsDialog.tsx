import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import type { Proof } from '../../server/settings/second-factors';
import type { Person } from '../../store/people';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { useLoaded } from '../loading';
import { ProofFields } from '../personal/ProofFields';
import styles from '../settings.module.css';
import { s } from '../words';

interface Props {
  readonly user: Person;
  onClose(): void;
  onDone(): void;
}

/** Removes the second factors of a user who has lost them. */
export function LostFactorsDialog({ user, onClose, onDone }: Props) {
  const { secondFactors } = useClient();
  const { failure, run } = useAction();
  const [proof, setProof] = useState<Proof>({});
  const { value: own } = useLoaded(() => secondFactors.list(), '');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(secondFactors.removeOf(user.user_id, proof)).then((isDone) => isDone && onDone());
  };
  return (
    <Dialog title={s.removeFactorsOf(user.full_name)} onClose={onClose}>
      <form class={styles.form} onSubmit={onSubmit}>
        <p>{s.removeFactorsWhat(user.full_name)}</p>
        {own?.is_login_fresh === false && (
          <ProofFields asksCode={own.second_factors.length > 0} proof={proof} onProof={setProof} />
        )}
        <DialogButtons
          confirm={s.removeShort}
          isDangerous
          isDisabled={own === null}
          failure={failure}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
