import type { Client } from '../app/client';
import type { Placeholder } from '../app/composer';
import type { MessageDialogKind } from '../app/dialogs';
import { userName } from '../app/names';
import { hrefOfNarrow } from '../app/router';
import { t } from '../i18n';
import { narrowKey, narrowOf } from '../links/narrow';
import { conversationOfMessage } from '../store/conversations';
import type { Emoji } from '../server/reactions';
import type { KnownMessage } from '../store/messages';
import { mayEdit } from '../store/rights';
import { copy } from '../ui/clipboard';
import { quotationOf } from './quoting';
import { selected } from './selected';

/** @param trigger what the user pressed, where a dialog stands beside it and gives the focus back */
type Action = (client: Client, message: KnownMessage, trigger?: Element | null) => void;

const opens =
  (kind: MessageDialogKind) =>
  ({ dialogs }: Client, { id }: KnownMessage, trigger?: Element | null): void =>
    dialogs.open({ kind, messageId: id }, trigger);

/** What can be done with a message, for buttons, menus and keys. Whether it is offered is decided where it is shown. */
export const ACTIONS = {
  menu: opens('menu'),
  react: opens('emoji'),
  move: opens('move'),
  delete: opens('delete'),
  readers: opens('readers'),
  remind: opens('remind'),
  report: opens('report'),
  source: opens('source'),
  history: opens('history'),
  forward: opens('forward'),
  edit: (client, message, trigger?: Element | null) => {
    if (mayEdit(client.store, message) === 'allowed') client.dialogs.edit(message.id);
    else ACTIONS.source(client, message, trigger);
  },
  reply: (client, message) => write(client, message, ''),
  mention: (client, message) => {
    const { sender_id: id } = message;
    if (isHiddenSender(client, message)) return client.notices.say(t.unknownUserHint);
    write(client, message, `@**${userName(client.store, id)}|${id}** `);
  },
  replyToSender: (client, message) => {
    const { dialogs, router, composer, store, notices } = client;
    const { sender_id: id } = message;
    if (isHiddenSender(client, message)) return notices.say(t.unknownUserHint);
    const conversation = { kind: 'direct' as const, userIds: [id] };
    dialogs.close();
    router.go({ view: 'messages', narrow: narrowOf(conversation) }, store);
    composer.insert(conversation, '');
  },
  quote: (client, message) => {
    // At once, so that what is typed next goes into the form.
    const mark = `[${t.quoting(client.store.people.users.peek(message.sender_id)?.full_name ?? t.unknownUser)}]()`;
    const part = selected();
    // Groups of the system are shown by their descriptions.
    const groupName = (id: number) => client.store.people.groups.peek(id)?.name;
    const said = part?.messageId === message.id ? part.markdown(groupName) : undefined;
    const text = quotation(client, message, said).catch(() => {
      failed(client)();
      return '';
    });
    write(client, message, mark, { mark, text });
  },
  star: (client, { id, flags }) =>
    void client.reading.flag(client.store, [id], 'starred', !flags.includes('starred')).catch(failed(client)),
  collapse: (client, { id, flags }) => {
    client.dialogs.close();
    void client.reading.flag(client.store, [id], 'collapsed', !flags.includes('collapsed')).catch(failed(client));
  },
  unreadFrom: (client, message) => {
    const { store, reading, dialogs } = client;
    dialogs.close();
    const narrow = narrowOf(conversationOfMessage(message, store.me));
    void reading.unreadFrom(store, narrow, message.id).catch(failed(client));
  },
  copyLink: ({ store, dialogs, notices }, message) => {
    dialogs.close();
    void copy(linkOf(store, message)).then(() => notices.say(t.copied));
  },
  thumbsUp: (client, message) => toggleReaction(client, message, THUMBS_UP),
  firstReaction: (client, message) => {
    const [first] = message.reactions;
    if (first) toggleReaction(client, message, first);
  },
} satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof ACTIONS;

export const THUMBS_UP = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' as const };

/** Adds the user's own reaction, or removes it. */
export function toggleReaction({ store, reactions, notices }: Client, message: KnownMessage, emoji: Emoji): void {
  const isSet = isReactedBy(store.me, message, emoji);
  void reactions
    .toggle(store, message.id, emoji, isSet)
    .then((refusal) => refusal && notices.fail(refusal.message || t.notReached));
}

export const isReactedBy = (userId: number, { reactions }: KnownMessage, emoji: Emoji): boolean =>
  reactions.some(({ emoji_code, user_id }) => emoji_code === emoji.emoji_code && user_id === userId);

/** The text goes into the form, addressed to the conversation of the message. */
function write(
  { store, router, composer, dialogs }: Client,
  message: KnownMessage,
  text: string,
  placeholder?: Placeholder,
): void {
  const conversation = conversationOfMessage(message, store.me);
  const narrow = narrowOf(conversation);
  const place = router.place.peek();
  dialogs.close();
  const isHere = place.view === 'messages' && narrowKey(place.narrow) === narrowKey(narrow);
  if (!isHere) router.go({ view: 'messages', narrow: [...narrow, { operator: 'near', operand: message.id }] }, store);
  composer.insert(conversation, text, { placeholder, repliedToId: message.id });
}

const isHiddenSender = ({ store }: Client, { sender_id: id }: KnownMessage): boolean => !store.people.users.peek(id);

const failed =
  ({ notices }: Client) =>
  (): void =>
    notices.say(t.notReached);

/** The address of a message, for other programs. */
export function linkOf(store: Client['store'], message: KnownMessage): string {
  const narrow = narrowOf(conversationOfMessage(message, store.me));
  const hash = hrefOfNarrow([...narrow, { operator: 'near', operand: message.id }], store);
  return new URL(hash, `${location.origin}/`).href;
}

/** @param part of the message; absent: all of it */
export async function quotation({ store, messageActions }: Client, message: KnownMessage, part?: Promise<string>) {
  const source = await (part ?? messageActions.sourceOf(message.id));
  const sender = store.people.users.peek(message.sender_id);
  const author = { sender: sender?.full_name ?? t.unknownUser, senderId: sender?.user_id ?? null };
  return quotationOf(source, { ...author, link: linkOf(store, message), said: t.said });
}
