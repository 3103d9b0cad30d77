import { t } from '../i18n';
import view from '../timeline/View.module.css';
import styles from './App.module.css';
import { useClient } from './client';
import { hrefOf } from './router';

/** For spectators: to the login page, and back to this place after it. */
export function LogInLink() {
  const { router, store } = useClient();
  const place = hrefOf(router.place.value, store);
  return (
    <a class={styles.logIn} href={`/login/?next=${encodeURIComponent(`/${place}`)}`}>
      {t.logIn}
    </a>
  );
}

/** For spectators, in place of a view that needs an account. */
export const AccountNeeded = () => (
  <div class={view.empty} role="alert">
    {t.accountNeeded}
    <LogInLink />
  </div>
);
