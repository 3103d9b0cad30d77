import type { ChannelId, MessageId, UserGroupId, UserId } from '@app/kernel';

/** The account of a notification. A device may have several accounts on several servers. */
export interface Account {
  readonly organizationUrl: string;
  readonly organizationName: string;
  readonly userId: UserId;
}

/** Where a message is. */
export type NotifiedPlace =
  | { readonly kind: 'channel'; readonly channelId: ChannelId; readonly channelName: string; readonly topic: string }
  /** All participants of the conversation, including the reader; ascending. */
  | { readonly kind: 'direct'; readonly userIds: readonly UserId[] };

/** A new message, for one of its readers. */
export interface MessageNotification {
  readonly type: 'message';
  /** Opaque and the same at every attempt. A device shows only one notification with the same id. */
  readonly collapseId: string;
  readonly messageId: MessageId;
  readonly sender: {
    readonly id: UserId;
    /** The address that all users may see. */
    readonly email: string;
    readonly fullName: string;
    /** An absolute address. */
    readonly avatarUrl: string;
  };
  /** UNIX seconds. */
  readonly sentAt: number;
  /** Plain text, truncated. */
  readonly text: string;
  readonly place: NotifiedPlace;
  /** The group that mentions the reader; `null`: another reason. */
  readonly mentionedGroup: { readonly id: UserGroupId; readonly name: string } | null;
}

/** Messages that were read or became unreadable. Their notifications are to be removed. */
export interface RemovalNotification {
  readonly type: 'remove';
  readonly collapseId: string;
  /** Ascending, at most `MAX_REMOVED`. */
  readonly messageIds: readonly MessageId[];
}

export type Notification = MessageNotification | RemovalNotification;

/** The most messages that one notification can remove. Of more, the newest are taken. */
export const MAX_REMOVED = 200;

/** In code points. A longer text does not fit into the 4 kB limit of push services. */
export const MAX_TEXT = 200;

/** In bytes of JSON. Sealed and in base64 it just fits into the 4 kB limit of push services. */
const MAX_CONTENT = 2_900;

/**
 * The content to seal for a device, with as much text or as many message ids as fit. `null`: too long even without
 * those, because the conversation has hundreds of participants.
 */
export function fittingContent(account: Account, notification: Notification): object | null {
  const content = contentOf(account, notification);
  if (Buffer.byteLength(JSON.stringify(content)) <= MAX_CONTENT) return content;
  const shorter = shortened(notification);
  return shorter && fittingContent(account, shorter);
}

/** Without half of the removable part; `null`: nothing more can be removed. */
function shortened(notification: Notification): Notification | null {
  if (notification.type === 'remove') {
    const half = Math.floor(notification.messageIds.length / 2);
    return half === 0 ? null : { ...notification, messageIds: notification.messageIds.slice(-half) };
  }
  const points = Array.from(notification.text);
  if (points.length === 0) return null;
  return { ...notification, text: points.slice(0, Math.floor(points.length / 2)).join('') };
}

/** The content as clients read it (docs/protocol/notifications.md). */
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
