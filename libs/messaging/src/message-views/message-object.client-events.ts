import { avatarUrl, Pictured, ROLE, Viewer } from '@app/identity';
import { type ChannelId, type ConversationId, type MessageId, NO_USER, type UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { BIT, isInHistory, Lists, Standing } from '../received/flag';
import type { Reaction } from '../records/reaction';
import type { Submessage } from '../records/submessage';

/** The fields of an account in a message, the same for all readers. */
export interface Person {
  readonly id: UserId;
  /** The address that all users may see. */
  readonly email: string;
  readonly fullName: string;
}

export interface Sender extends Person {
  readonly avatarUrl: string;
  /** `null`: clients that request this compute the address themselves. */
  readonly avatarUrlForGravatarClients: string | null;
}

/** The changes of a message since it was sent, as its reader may see them. Times are in UNIX seconds. */
export interface Edits {
  /** Absent: its text was never changed. */
  readonly lastEditedAt?: number;
  /** Absent: it was never moved. */
  readonly lastMovedAt?: number;
  /** Newest first, in the form of the protocol; absent: there is none, or it is not shown. */
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

/** The matches of a search, as HTML. */
export interface Matches {
  readonly content: string;
  readonly subject: string;
}

/** A message with all names, before it gets the form for a reader. Plain JSON, because the event log contains it. */
export interface MessageView {
  readonly id: MessageId;
  readonly sender: Sender;
  /** Name of the sending client. */
  readonly client: string;
  readonly content: string;
  readonly html: string;
  readonly topic: string;
  /** Addresses in the topic, and matches of linkifiers. */
  readonly topicLinks: readonly { readonly text: string; readonly url: string }[];
  readonly isMeMessage: boolean;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly channel: { readonly id: ChannelId; readonly name: string; readonly isPrivate: boolean } | null;
  readonly conversation: { readonly id: ConversationId; readonly participants: readonly Person[] } | null;
  /** In the order of creation; absent: none. */
  readonly reactions?: readonly Reaction[];
  /** In the order of creation; absent: none. */
  readonly submessages?: readonly Submessage[];
  /** Absent: the message is unchanged. */
  readonly edits?: Edits;
  /** Only in search results. */
  readonly matches?: Matches;
}

/** The form of messages that a client requests. */
export interface MessageFormat {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  /** Replaces the empty topic; `null`: the topic stays empty. */
  readonly emptyTopicName: string | null;
}

/** The message object of the protocol (docs/protocol/messages.md). In events, `flags` is a separate field. */
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
  { applyMarkdown, clientGravatar, emptyTopicName }: MessageFormat,
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
    // Last: Node takes half a microsecond for each property after a spread.
    ...(channel ? { stream_id: channel.id } : {}),
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

/**
 * Channels and conversations have separate ids. Doubling them and using the last bit for the kind makes them distinct.
 */
const recipientId = ({ channel, conversation }: MessageView): number =>
  channel ? channel.id * 2 : conversation!.id * 2 + 1;

const recipient = ({ id, email, fullName }: Person) => ({ id, email, full_name: fullName, is_mirror_dummy: false });

export const personOf = ({ id, email, fullName }: Person): Person => ({ id, email, fullName });

/** All readers see the same data of the sender: what the weakest role may see. */
const ANY_READER: Viewer = { userId: NO_USER, role: ROLE.guest };

type Account = Person & Pictured;

/** Written out, as each send comes here: a copy of the whole actor costs more. */
export const accountOf = (actor: Actor): Account => ({
  id: actor.userId,
  organizationId: actor.organizationId,
  isBot: actor.isBot,
  email: actor.email,
  fullName: actor.fullName,
  deliveryEmail: actor.deliveryEmail,
  emailAddressVisibility: actor.emailAddressVisibility,
  avatarVersion: actor.avatarVersion,
  avatarSource: actor.avatarSource,
  avatarKey: actor.avatarKey,
});

export const senderOf = (user: Account): Sender => ({
  avatarUrl: avatarUrl(user, ANY_READER, false)!,
  avatarUrlForGravatarClients: avatarUrl(user, ANY_READER, true),
  ...personOf(user),
});

/** The flags of a message as words of the protocol. */
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

/** The place of a message, with the flags of its recipients. */
export type Destination = Pick<MessageView, 'channel' | 'conversation' | 'topic'> & {
  readonly id: MessageId;
  readonly isReceivedBySender: boolean;
  /** Ascending; users who do not receive the message have no effect. */
  readonly mentionedIds: readonly UserId[];
  readonly alertedIds: readonly UserId[];
  readonly topicMentionedIds: readonly UserId[];
  /** What the message itself stores, without users who do not receive it. Default: their rows already contain the flags. */
  readonly lists?: Lists;
  /** Users for whom it is read from the start, besides its sender; their rows are already written. Default: none. */
  readonly readByIds?: readonly UserId[];
  /**
   * Users whose rows already mark it as unread; for all others it is read from the start. Default: `isReadBySender` and
   * `readByIds` decide.
   */
  readonly unreadForIds?: readonly UserId[];
};
