import type { ChannelId, MessageId, UserGroupId, UserId } from '@app/kernel';

/** Whose notification it is: one phone may have accounts of several people on several servers. */
export interface Account {
  readonly organizationUrl: string;
  readonly organizationName: string;
  readonly userId: UserId;
}

/** Where a message is. */
export type NotifiedPlace =
  | { readonly kind: 'channel'; readonly channelId: ChannelId; readonly channelName: string; readonly topic: string }
  /** Everybody in the conversation, the reader too; ascending. */
  | { readonly kind: 'direct'; readonly userIds: readonly UserId[] };

/** A new message, as one of its readers is told of it. */
export interface MessageNotification {
  readonly type: 'message';
  /** Opaque, and the same at every attempt: of two with the same one a device shows one. */
  readonly collapseId: string;
  readonly messageId: MessageId;
  readonly sender: {
    readonly id: UserId;
    /** The address that everybody may know. */
    readonly email: string;
    readonly fullName: string;
    /** Absolute. */
    readonly avatarUrl: string;
  };
  /** UNIX seconds. */
  readonly sentAt: number;
  /** Plain text, shortened. */
  readonly text: string;
  readonly place: NotifiedPlace;
  /** The group that mentions the reader; null: another reason. */
  readonly mentionedGroup: { readonly id: UserGroupId; readonly name: string } | null;
}

/** Messages that are read, or out of reach: what is shown of them is to go. */
export interface RemovalNotification {
  readonly type: 'remove';
  readonly collapseId: string;
  /** Ascending, at most `MOST_REMOVED`. */
  readonly messageIds: readonly MessageId[];
}

export type Notification = MessageNotification | RemovalNotification;

/** So many messages one notification can take back; of more the newest. */
export const MOST_REMOVED = 200;

/** In code points; more does not fit beside the rest into the 4 kB that the services carry. */
export const MOST_TEXT = 200;

/** In bytes of JSON: sealed and in base64, it is just within the 4 kB that the services carry. */
const MOST_CONTENT = 2_900;

/**
 * What is sealed for a device, with so much of the text, or so many of the messages, as there is room for; null: even
 * without that it is too long, since a conversation has hundreds of people in it.
 */
export function fittingContent(account: Account, notification: Notification): object | null {
  const content = contentOf(account, notification);
  if (Buffer.byteLength(JSON.stringify(content)) <= MOST_CONTENT) return content;
  const shorter = shortened(notification);
  return shorter && fittingContent(account, shorter);
}

/** Half of what can be left out; null: nothing can. */
function shortened(notification: Notification): Notification | null {
  if (notification.type === 'remove') {
    const half = Math.floor(notification.messageIds.length / 2);
    return half === 0 ? null : { ...notification, messageIds: notification.messageIds.slice(-half) };
  }
  const points = Array.from(notification.text);
  if (points.length === 0) return null;
  return { ...notification, text: points.slice(0, Math.floor(points.length / 2)).join('') };
}

/** As clients read it (docs/protocol/notifications.md). */
function contentOf(account: Account, notification: Notification): object {
  const common = {
    realm_url: account.organizationUrl,
    realm_name: account.organizationName,
    user_id: account.userId,
  };
  if (notification.type === 'remove') return { type: 'remove', ...common, message_ids: notification.messageIds };
  const { sender, messageId, sentAt, text, place, mentionedGroup } = notification;
  return {
    type: 'message',
    ...common,
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_avatar_url: sender.avatarUrl,
    message_id: messageId,
    time: sentAt,
    content: text,
    ...placeFields(place),
    ...(mentionedGroup
      ? { mentioned_user_group_id: mentionedGroup.id, mentioned_user_group_name: mentionedGroup.name }
      : {}),
  };
}

const placeFields = (place: NotifiedPlace): object =>
  place.kind === 'channel'
    ? {
        recipient_type: 'channel',
        channel_id: place.channelId,
        channel_name: place.channelName,
        topic: place.topic,
      }
    : { recipient_type: 'direct', recipient_user_ids: place.userIds };
