import { ActionName, ACTIONS } from '../actions/actions';
import { useClient } from '../app/client';
import { t } from '../i18n';
import type { KnownMessage } from '../store/messages';
import { mayEdit } from '../store/rights';
import { classes } from '../ui/classes';
import styles from './MessageControls.module.css';

const POPUPS: Partial<Record<ActionName, 'menu' | 'dialog'>> = { menu: 'menu', react: 'dialog' };

/** What can be done with a message at once; the rest is in its menu. Icons are drawn by the style: rows are many. */
export function MessageControls({ message }: { readonly message: KnownMessage }) {
  const client = useClient();
  if (client.store.isSpectator) return null;
  const isStarred = message.flags.includes('starred');
  const button = (name: string, action: ActionName, icon: string | undefined) => (
    <button
      class={classes(styles.tool, icon)}
      aria-label={name}
      title={name}
      aria-haspopup={POPUPS[action]}
      aria-pressed={action === 'star' ? isStarred : undefined}
      onClick={({ currentTarget }) => ACTIONS[action](client, message, currentTarget)}
    />
  );
  return (
    <div class={styles.tools}>
      {button(t.addReaction, 'react', styles.react)}
      {mayEdit(client.store, message) === 'allowed' && button(t.editMessage, 'edit', styles.edit)}
      {button(t.starMessage, 'star', styles.star)}
      {button(t.messageActions, 'menu', styles.menu)}
    </div>
  );
}
