import { avatarUrl, Pictured, ROLE, Viewer } from '@app/identity';
import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { BIT, isInHistory, Standing } from '../received/flag';
import type { Reaction } from '../records/reaction';
import type { Submessage } from '../records/submessage';

/** What a message shows of an account; the same for every reader. */
export interface Person {
  readonly id: UserId;
  /** The address that everybody may know. */
  readonly email: string;
  readonly fullName: string;
}

export interface Sender extends Person {
  readonly avatarUrl: string;
  /** null: clients that said so make the address themselves. */
  readonly avatarUrlForGravatarClients: string | null;
}

/** What became of a message since it was sent, as far as its reader may know of it. Times in UNIX seconds. */
export interface Edits {
  /** Absent: its text was never changed. */
  readonly lastEditedAt?: number;
  /** Absent: it was never moved. */
  readonly lastMovedAt?: number;
  /** Newest first, in the words of the interface; absent: there is none, or it is not shown. */
  readonly history?: readonly EditHistoryEntry[];
}

/** One entry of `edit_history` (docs/protocol/messages.md). */
export interface EditHistoryEntry {
  readonly user_id: number | null;
  readonly timestamp: number;
  readonly prev_content?: string;
  readonly prev_rendered_content?: string;
  readonly prev_topic?: string;
  readonly topic?: string;
  readonly prev_stream?: number;
  readonly stream?: number;
}

/** Where a search has found its words: HTML. */
export interface Matches {
  readonly content: string;
  readonly subject: string;
}

/** A message with the names in it, before it takes a reader's form. Plain JSON: it travels in the event log. */
export interface MessageView {
  readonly id: MessageId;
  readonly sender: Sender;
  /** Name of the sending client. */
  readonly client: string;
  readonly content: string;
  readonly html: string;
  readonly topic: string;
  /** Addresses in the topic, and what linkifiers find there. */
  readonly topicLinks: readonly { readonly text: string; readonly url: string }[];
  readonly isMeMessage: boolean;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly channel: { readonly id: ChannelId; readonly name: string; readonly isPrivate: boolean } | null;
  readonly conversation: { readonly id: ConversationId; readonly participants: readonly Person[] } | null;
  /** In the order in which they were made; absent: none. */
  readonly reactions?: readonly Reaction[];
  /** In the order in which they were made; absent: none. */
  readonly submessages?: readonly Submessage[];
  /** Absent: the message is as it was sent. */
  readonly edits?: Edits;
  /** Only where it was found by words. */
  readonly matches?: Matches;
}

/** How a client wants its messages. */
export interface Form {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  /** In place of the empty topic; null: leave it empty. */
  readonly emptyTopicName: string | null;
}

/** The message object of the interface (docs/protocol/messages.md); `flags` stand beside it in events. */
export interface MessageObject {
  id: number;
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_realm_str: string;
  avatar_url: string | null;
  client: string;
  content: string;
  content_type: 'text/html' | 'text/x-markdown';
  type: 'stream' | 'private';
  stream_id?: number;
  display_recipient: string | { id: number; email: string; full_name: string; is_mirror_dummy: boolean }[];
  subject: string;
  recipient_id: number;
  topic_links: { text: string; url: string }[];
  timestamp: number;
  is_me_message: boolean;
  reactions: { emoji_name: string; emoji_code: string; reaction_type: Reaction['type']; user_id: number }[];
  submessages: { id: number; message_id: number; sender_id: number; msg_type: string; content: string }[];
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  edit_history?: EditHistoryEntry[];
  match_content?: string;
  match_subject?: string;
}

export function messageObject(
  view: MessageView,
  { applyMarkdown, clientGravatar, emptyTopicName }: Form,
): MessageObject {
  const { sender, channel, conversation, reactions = [], submessages = [], edits, matches } = view;
  const shown = (topic: string): string => (channel && topic === '' ? (emptyTopicName ?? '') : topic);
  return {
    id: view.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.fullName,
    sender_realm_str: '',
    avatar_url: clientGravatar ? sender.avatarUrlForGravatarClients : sender.avatarUrl,
    client: view.client,
    content: applyMarkdown ? view.html : view.content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    type: channel ? 'stream' : 'private',
    ...(channel ? { stream_id: channel.id } : {}),
    display_recipient: channel ? channel.name : conversation!.participants.map(recipient),
    subject: shown(view.topic),
    recipient_id: recipientId(view),
    topic_links: [...view.topicLinks],
    timestamp: view.sentAt,
    is_me_message: view.isMeMessage,
    reactions: reactions.map(({ name, code, type, userId }) => ({
      emoji_name: name,
      emoji_code: code,
      reaction_type: type,
      user_id: userId,
    })),
    submessages: submessages.map(({ id, senderId, type, content }) => ({
      id,
      message_id: view.id,
      sender_id: senderId,
      msg_type: type,
      content,
    })),
    ...(edits ? editFields(edits, shown) : {}),
    ...(matches ? { match_content: matches.content, match_subject: shown(matches.subject) } : {}),
  };
}

function editFields(
  { lastEditedAt, lastMovedAt, history }: Edits,
  shown: (topic: string) => string,
): Pick<MessageObject, 'last_edit_timestamp' | 'last_moved_timestamp' | 'edit_history'> {
  return {
    ...(lastEditedAt === undefined ? {} : { last_edit_timestamp: lastEditedAt }),
    ...(lastMovedAt === undefined ? {} : { last_moved_timestamp: lastMovedAt }),
    ...(history === undefined
      ? {}
      : {
          edit_history: history.map(({ prev_topic: before, topic: after, ...entry }) => ({
            ...entry,
            ...(before === undefined ? {} : { prev_topic: shown(before) }),
            ...(after === undefined ? {} : { topic: shown(after) }),
          })),
        }),
  };
}

/** Channels and conversations are counted apart; doubled, with the last bit telling which, no two are the same. */
const recipientId = ({ channel, conversation }: MessageView): number =>
  channel ? channel.id * 2 : conversation!.id * 2 + 1;

const recipient = ({ id, email, fullName }: Person) => ({ id, email, full_name: fullName, is_mirror_dummy: false });

export const personOf = ({ id, email, fullName }: Person): Person => ({ id, email, fullName });

/** Messages show the same of their sender to every reader: what the least of them may see. */
const ANY_READER: Viewer = { userId: 0 as UserId, role: ROLE.guest };

type Account = Person & Pictured;

export const senderOf = (user: Account): Sender => ({
  ...personOf(user),
  avatarUrl: avatarUrl(user, ANY_READER, false)!,
  avatarUrlForGravatarClients: avatarUrl(user, ANY_READER, true),
});

/** The flags of a message in the interface's words. */
export function flagWords(standing: Standing): string[] {
  const { bits, isReceived, isUnread, mentionsChannel } = standing;
  const has = (bit: number): boolean => (bits & bit) !== 0;
  const asOneOfChannel = isReceived && mentionsChannel;
  const words: [string, boolean][] = [
    ['read', !isUnread],
    ['starred', has(BIT.starred)],
    ['collapsed', has(BIT.collapsed)],
    ['mentioned', has(BIT.mentioned)],
    ['stream_wildcard_mentioned', asOneOfChannel],
    ['topic_wildcard_mentioned', has(BIT.topicWildcard)],
    ['wildcard_mentioned', asOneOfChannel || has(BIT.topicWildcard)],
    ['has_alert_word', has(BIT.alertWord)],
    ['historical', has(BIT.historical) || !isInHistory(standing)],
  ];
  return words.filter(([, isSet]) => isSet).map(([word]) => word);
}

/** Where a message goes, and what is to be known of those who receive it. */
export type Destination = Pick<MessageView, 'channel' | 'conversation' | 'topic'> & {
  readonly id: MessageId;
  readonly isReceivedBySender: boolean;
  /** Of those who receive the message, ascending. */
  readonly mentionedIds: readonly UserId[];
  readonly alertedIds: readonly UserId[];
  readonly topicMentionedIds: readonly UserId[];
  /** Those who are mentioned, where the message keeps them itself. Default: they are marked already. */
  readonly namedIds?: readonly UserId[] | null;
  /** Users who have read it from the start, besides its sender: marked as read already. Default: none. */
  readonly readByIds?: readonly UserId[];
  /** Marked as unread already: everybody else has read it from the start. Default: `isReadBySender` and `readByIds` say it. */
  readonly unreadForIds?: readonly UserId[];
};
