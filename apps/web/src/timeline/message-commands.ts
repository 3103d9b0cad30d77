import { ActionName, ACTIONS, isReactedBy, THUMBS_UP } from '../actions/actions';
import { selected } from '../actions/selected';
import { useClient } from '../app/client';
import { focusedMessageId } from '../app/navigation';
import { hrefOfNarrow } from '../app/router';
import { picturesIn } from '../pictures/pictures';
import { Narrow, narrowOf } from '../links/narrow';
import { useCommands } from '../keys/keys';
import { POLICY } from '../store/topics';
import { t } from '../i18n';
import { conversationOfMessage } from '../store/conversations';
import { mayMoveOut, mayRename, maySeeHistory } from '../store/rights';
import type { Emoji } from '../server/reactions';
import type { KnownMessage } from '../store/messages';
import type { Store } from '../store/store';

/** Those that do not always apply. */
const CONDITIONS: Partial<Record<ActionName, (store: Store, message: KnownMessage) => boolean>> = {
  move: (store, message) => [mayRename(store, message), mayMoveOut(store, message)].includes('allowed'),
  history: maySeeHistory,
  readers: (store) => store.organization.get('realm_enable_read_receipts'),
};

/** What is read out of deeds that are seen at once: the focus stays at the message. */
const SAID: Partial<Record<ActionName, (store: Store, message: KnownMessage) => string>> = {
  star: (_, { flags }) => (flags.includes('starred') ? t.saidUnstarred : t.saidStarred),
  collapse: (_, { flags }) => (flags.includes('collapsed') ? t.saidExpanded : t.collapsed),
  unreadFrom: () => t.saidUnread,
  thumbsUp: (store, message) => reacted(store, message, THUMBS_UP),
  firstReaction: (store, message) => (message.reactions[0] ? reacted(store, message, message.reactions[0]) : ''),
};

const reacted = (store: Store, message: KnownMessage, emoji: Emoji): string =>
  isReactedBy(store.me, message, emoji) ? t.saidUnreacted(emoji.emoji_name) : t.saidReacted(emoji.emoji_name);

/** The keys for the message that has the focus. @param ids of the messages that the view has, ascending */
export function useMessageCommands(ids: readonly number[], focusLastInSight: () => number | undefined): void {
  const client = useClient();
  const { store } = client;
  /** The one with the focus, else the last one in sight, which gets it: so the user sees what is meant. */
  const focused = (): KnownMessage | undefined => {
    const id = focusedMessageId() ?? focusLastInSight();
    return id === undefined ? undefined : store.messages.all.peek(id);
  };
  const focusedOrSelected = (): KnownMessage | undefined =>
    (focusedMessageId() === undefined && store.messages.all.peek(selected()?.messageId ?? 0)) || focused();
  const on =
    (action: ActionName, find = focused) =>
    (): void | false => {
      const message = find();
      if (!message || store.isSpectator || CONDITIONS[action]?.(store, message) === false) return false;
      const said = SAID[action]?.(store, message);
      ACTIONS[action](client, message, document.activeElement);
      if (said) client.notices.announce(said);
    };
  useCommands({
    reply: () => (focusedMessageId() === undefined ? false : on('reply')()),
    quote: on('quote', focusedOrSelected),
    forward: on('forward'),
    replyToSender: on('replyToSender'),
    mention: on('mention'),
    menu: on('menu'),
    edit: on('edit'),
    readers: on('readers'),
    move: on('move'),
    history: on('history'),
    star: on('star'),
    react: on('react'),
    firstReaction: on('firstReaction'),
    thumbsUp: on('thumbsUp'),
    unreadFrom: on('unreadFrom'),
    collapse: on('collapse'),
    userCard: () => {
      const message = focused();
      if (!message) return false;
      client.dialogs.open({ kind: 'user', userId: message.sender_id });
    },
    picture: () => {
      const row = focused() && document.activeElement?.closest('article');
      const [picture] = row ? picturesIn(row) : [];
      if (!picture) return false;
      client.dialogs.open({ kind: 'picture', link: picture.link }, document.activeElement);
    },
    muteTopic: () => {
      const message = focused();
      if (message?.type !== 'stream' || store.isSpectator) return false;
      const { stream_id: channelId, subject: topic } = message;
      const before = store.topics.policyOf(channelId, topic);
      const isMuted = before === POLICY.muted;
      const undo = () => void client.topics.setPolicyAtOnce(store, channelId, topic, before);
      void client.topics
        .setPolicyAtOnce(store, channelId, topic, isMuted ? POLICY.inherit : POLICY.muted)
        .then((refusal) => {
          if (refusal) return client.notices.say(refusal.message || t.notReached);
          client.notices.say(isMuted ? t.unmuted : t.muted, undo);
        });
    },
    inContext: () => {
      const message = focused();
      if (!message) return false;
      const conversation = narrowOf(conversationOfMessage(message, store.me));
      const narrow: Narrow = [...conversation, { operator: 'near', operand: message.id }];
      if (location.hash === hrefOfNarrow(narrow, store)) return;
      client.reading.holdNext();
      client.router.go({ view: 'messages', narrow }, store, client.router.entries.spot());
    },
    editLast: () => {
      const own = ids.findLast((id) => store.messages.all.peek(id)?.sender_id === store.me);
      const message = own === undefined ? undefined : store.messages.all.peek(own);
      if (!message) return false;
      ACTIONS.edit(client, message);
    },
  });
}
