import { useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { clearedIfUnchanged } from '../../ui/cleared';
import { useAction } from '../action';
import { Failure } from '../Failure';
import { reasonAgainst } from '../setting';
import styles from '../settings.module.css';
import { s } from '../words';

/** Address, password and the end of the account. */
export function AccountForms() {
  return (
    <>
      <EmailForm />
      <PasswordForm />
      <Deactivation />
    </>
  );
}

function EmailForm() {
  const { store, settings } = useClient();
  const { failure, run } = useAction();
  const [email, setEmail] = useState(store.organization.get('delivery_email'));
  const isFixed = store.organization.get('realm_email_changes_disabled');
  const reason = isFixed ? reasonAgainst(store.own?.role, false) : null;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(settings.changeOwn({ email }), s.mailSent);
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      <label>
        {s.email}
        <input
          type="email"
          required
          value={email}
          readOnly={reason !== null}
          aria-describedby="why-email"
          onInput={({ currentTarget }) => setEmail(currentTarget.value)}
        />
      </label>
      <p class={styles.reason} id="why-email">
        {reason ?? s.emailHelp}
      </p>
      <Failure text={failure} />
      {reason === null && (
        <div>
          <button class={styles.button}>{s.changeEmail}</button>
        </div>
      )}
    </form>
  );
}

function PasswordForm() {
  const { settings } = useClient();
  const { failure, run } = useAction();
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(settings.changeOwn({ old_password: before, new_password: after })).then((isDone) => {
      if (!isDone) return;
      setBefore(clearedIfUnchanged(before));
      setAfter(clearedIfUnchanged(after));
    });
  };
  return (
    <form class={styles.form} onSubmit={onSubmit}>
      <label>
        {s.oldPassword}
        <input
          type="password"
          autocomplete="current-password"
          required
          value={before}
          onInput={({ currentTarget }) => setBefore(currentTarget.value)}
        />
      </label>
      <label>
        {s.newPassword}
        <input
          type="password"
          autocomplete="new-password"
          required
          minLength={6}
          maxLength={100}
          value={after}
          onInput={({ currentTarget }) => setAfter(currentTarget.value)}
        />
      </label>
      <Failure text={failure} />
      <div>
        <button class={styles.button}>{s.changePassword}</button>
      </div>
    </form>
  );
}

function Deactivation() {
  const { settings, logOut } = useClient();
  const { failure, run } = useAction();
  const [isAsked, setAsked] = useState(false);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void run(settings.deactivateOwn()).then((isDone) => {
      if (isDone) logOut();
    });
  };
  return (
    <>
      <button class={styles.danger} onClick={() => setAsked(true)}>
        {s.deactivateOwn}
      </button>
      {isAsked && (
        <Dialog title={s.deactivateOwn} onClose={() => setAsked(false)}>
          <form class={styles.form} onSubmit={onSubmit}>
            <p>{s.deactivateOwnHelp}</p>
            <DialogButtons confirm={s.deactivate} isDangerous failure={failure} onCancel={() => setAsked(false)} />
          </form>
        </Dialog>
      )}
    </>
  );
}
