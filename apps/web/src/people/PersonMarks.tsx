import { useClient } from '../app/client';
import { glyphOf } from '../ui/emoji';
import { classes } from '../ui/classes';
import styles from './people.module.css';
import { presenceOf } from './presence';

/** A dot for being there; words say the same where it stands. */
export function PresenceDot({ userId }: { readonly userId: number }) {
  const { store } = useClient();
  return <span class={classes(styles.dot, styles[presenceOf(store, userId)])} aria-hidden="true" />;
}

/** The emoji of a user's status, with its text. */
export function StatusEmoji({ userId }: { readonly userId: number }) {
  const { store } = useClient();
  const status = store.lists.get('user_status')[userId];
  if (!status?.emoji_name) return null;
  const custom = status.reaction_type === 'realm_emoji' && store.lists.get('realm_emoji')[status.emoji_code ?? ''];
  if (custom)
    return <img src={custom.source_url} alt={status.emoji_name} title={status.status_text} width="18" height="18" />;
  if (status.reaction_type !== 'unicode_emoji') return null;
  return (
    <span class={styles.status} role="img" aria-label={status.emoji_name} title={status.status_text}>
      {glyphOf(status.emoji_code ?? '', status.emoji_name)}
    </span>
  );
}
