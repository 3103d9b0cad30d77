import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import styles from '../settings.module.css';
import { s } from '../words';

/** Ends the other sessions first: without its own session this browser could not. */
export function SignOutEverywhere() {
  const { credentials, logOut } = useClient();
  const { failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(credentials.endOtherSessions()).then((isDone) => {
      if (isDone) logOut();
    });
  };
  return (
    <>
      <button class={styles.danger} onClick={() => setAsked(true)}>
        {s.signOutEverywhere}
      </button>
      {isAsked && (
        <Dialog title={s.signOutEverywhere} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.signOutEverywhereHelp}</p>
            <DialogButtons
              confirm={s.signOutEverywhere}
              isDangerous
              failure={failure}
              onCancel={() => setAsked(false)}
            />
          </form>
        </Dialog>
      )}
    </>
  );
}
