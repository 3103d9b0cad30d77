import type { Account, MessageNotification, NotifiedPlace, Notification, RemovalNotification } from './notification';

/** The data about the device's owner that the payload needs. */
export interface ClearAccount extends Account {
  readonly organizationId: number;
  /** Replaces the message text, because relays and push services can read such a payload. */
  readonly withholdsText: boolean;
}

/** An unencrypted notification for both push services, in the relay's form. */
export interface ClearPayload {
  readonly gcm_payload: Readonly<Record<string, string>>;
  readonly gcm_options: { readonly priority: 'high' | 'normal' };
  readonly apns_payload: Readonly<Record<string, unknown>>;
}

/** In place of the text where the organization requires encryption. */
export const WITHHELD_TEXT = 'New message';

/** The payload that older apps read. For Android it contains only texts (docs/protocol/notifications.md). */
export function clearPayload(account: ClearAccount, notification: Notification): ClearPayload {
  return notification.type === 'message'
    ? messagePayload(account, notification)
    : removalPayload(account, notification);
}

/** The content of a test notification. */
export function clearTest(account: ClearAccount): ClearPayload {
  const fields = { event: 'test', ...accountFields(account) };
  const body = `This is a test notification from ${account.organizationName} (${account.organizationUrl}).`;
  return {
    gcm_payload: texts(fields),
    gcm_options: { priority: 'high' },
    apns_payload: { alert: { title: 'Test notification', body }, sound: 'default', custom: { zulip: fields } },
  };
}

function messagePayload(account: ClearAccount, notification: MessageNotification): ClearPayload {
  const { sender, messageId, sentAt, place, mentionedGroup } = notification;
  const text = account.withholdsText ? WITHHELD_TEXT : notification.text;
  const common = {
    event: 'message',
    ...accountFields(account),
    sender_id: sender.id,
    time: sentAt,
    ...placeFields(place),
    ...(mentionedGroup
      ? { mentioned_user_group_id: mentionedGroup.id, mentioned_user_group_name: mentionedGroup.name }
      : {}),
  };
  const shown = { sender_full_name: sender.fullName, sender_avatar_url: sender.avatarUrl, content: text };
  return {
    gcm_payload: texts({ ...common, ...shown, zulip_message_id: messageId }),
    gcm_options: { priority: 'high' },
    apns_payload: {
      alert: { ...headings(sender.fullName, place), body: text },
      sound: 'default',
      badge: 0,
      custom: { zulip: { ...common, message_ids: [messageId] } },
    },
  };
}

function removalPayload(account: ClearAccount, { messageIds }: RemovalNotification): ClearPayload {
  const fields = { event: 'remove', ...accountFields(account), zulip_message_ids: messageIds.join(',') };
  return {
    // Very old apps read only this id.
    gcm_payload: texts({ ...fields, zulip_message_id: messageIds[0]! }),
    gcm_options: { priority: 'normal' },
    apns_payload: { badge: 0, custom: { zulip: fields } },
  };
}

const accountFields = ({ organizationId, organizationName, organizationUrl, userId }: ClearAccount) => ({
  server: new URL(organizationUrl).host,
  realm_id: organizationId,
  realm_url: organizationUrl,
  realm_uri: organizationUrl,
  realm_name: organizationName,
  user_id: userId,
});

/** In a conversation of two, the sender is enough. */
function placeFields(place: NotifiedPlace): Record<string, string | number> {
  if (place.kind === 'channel')
    return { recipient_type: 'stream', stream_id: place.channelId, stream: place.channelName, topic: place.topic };
  return { recipient_type: 'private', ...(place.userIds.length > 2 ? { pm_users: place.userIds.join(',') } : {}) };
}

function headings(sender: string, place: NotifiedPlace): Record<string, string> {
  if (place.kind === 'channel') return { title: `#${place.channelName} > ${place.topic}`, subtitle: `${sender}:` };
  const others = place.userIds.length - 2;
  return others > 0 ? { title: sender, subtitle: `to you and ${others} more` } : { title: sender };
}

const texts = (fields: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
