import type { ActiveDevice } from './push-device';

/** The priority: `alert` shows a notification, `background` removes one. */
export type Urgency = 'alert' | 'background';

/** The text that Apple shows if the device cannot decrypt the notification. */
const TITLE = 'New notification';

const APNS_PRIORITY: Record<Urgency, number> = { alert: 10, background: 5 };
const FCM_PRIORITY: Record<Urgency, string> = { alert: 'high', background: 'normal' };

/**
 * One of the relay's `push_requests` (docs/protocol/notifications.md). The notification is only in `encryptedData`.
 * `collapseId`: opaque, the same at each attempt; `null`: the request is sent only once.
 */
export function pushRequest(
  { deviceId, tokenKind, pushAccountId }: ActiveDevice,
  encryptedData: string,
  urgency: Urgency,
  collapseId: string | null,
): Record<string, unknown> {
  const payload = { push_account_id: pushAccountId, encrypted_data: encryptedData };
  const common = { device_id: deviceId, ...(collapseId === null ? {} : { collapse_id: collapseId }) };
  if (tokenKind === 'fcm') return { ...common, fcm_priority: FCM_PRIORITY[urgency], payload };
  return {
    ...common,
    http_headers: {
      apns_priority: APNS_PRIORITY[urgency],
      apns_push_type: urgency,
      ...(collapseId === null ? {} : { 'apns-collapse-id': collapseId }),
    },
    payload: {
      ...payload,
      aps: urgency === 'alert' ? { 'mutable-content': 1, alert: { title: TITLE } } : { 'content-available': 1 },
    },
  };
}
