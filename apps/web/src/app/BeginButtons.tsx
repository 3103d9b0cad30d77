import { t } from '../i18n';
import { perform } from '../keys/keys';
import styles from './App.module.css';

/** Below views without a form: the ways to one. */
export const BeginButtons = () => (
  <div class={styles.begin}>
    <button onClick={() => perform('newChannelMessage')}>{t.newMessage}</button>
    <button onClick={() => perform('newDirectMessage')}>{t.newDirect}</button>
  </div>
);
