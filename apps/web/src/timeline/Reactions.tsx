import { toggleReaction } from '../actions/actions';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import type { KnownMessage } from '../store/messages';
import { glyphOf } from '../ui/emoji';
import styles from './MessageRow.module.css';

/** Names stand in place of the number up to so many reactions to a message. */
const MAX_NAMED = 3;

type Reaction = KnownMessage['reactions'][number];

export function Reactions({ message }: { readonly message: KnownMessage }) {
  const client = useClient();
  const { store } = client;
  if (message.reactions.length === 0) return null;
  const { display_emoji_reaction_users: wantsNames, emojiset } = store.lists.get('user_settings');
  const showsNames = wantsNames && message.reactions.length <= MAX_NAMED;
  const kinds = new Map<string, Reaction[]>();
  for (const one of message.reactions) {
    const key = `${one.reaction_type} ${one.emoji_code}`;
    kinds.set(key, [...(kinds.get(key) ?? []), one]);
  }
  return (
    <div class={styles.reactions}>
      {[...kinds].map(([key, same]) => {
        const { emoji_name, emoji_code, reaction_type } = same[0]!;
        const isOwn = same.some(({ user_id }) => user_id === store.me);
        const names = same.map(({ user_id }) => (user_id === store.me ? t.you : userName(store, user_id)));
        const custom = reaction_type === 'realm_emoji' ? store.lists.get('realm_emoji')[emoji_code] : undefined;
        return (
          <button
            key={key}
            class={styles.reaction}
            aria-pressed={isOwn}
            disabled={store.isSpectator}
            aria-label={t.reactionOf(emoji_name, same.length) + (showsNames ? `: ${names.join(', ')}` : '')}
            title={names.join(', ')}
            onClick={() => toggleReaction(client, message, same[0]!)}
          >
            {emojiset === 'text' ? (
              `:${emoji_name}:`
            ) : custom ? (
              <img src={custom.source_url} alt="" width="18" height="18" />
            ) : (
              glyphOf(emoji_code, emoji_name)
            )}
            <span dir="auto">{showsNames ? names.join(', ') : same.length}</span>
          </button>
        );
      })}
    </div>
  );
}
