import type { Device } from '../devices/device';
import type { OutgoingNotification } from './notification';
import type { PushRequest } from './notify-request';

/** What the services of Google and Apple get to see (docs/protocol/notifications.md): this and nothing else. */
export function payloadFor({ kind, account }: Device, request: PushRequest): OutgoingNotification['payload'] {
  const { encryptedData: encrypted_data } = request;
  if (kind === 'fcm') return { push_account_id: account!, encrypted_data };
  const push_account_id = BigInt(account!);
  return kind === 'apns'
    ? { push_account_id, encrypted_data, aps: apsOf(request) }
    : { push_account_id, encrypted_data };
}

/** Mutable, so that the app may replace it by what it has decrypted. */
function apsOf({ pushType, title, hasSound }: PushRequest): object {
  if (pushType === 'background') return { 'content-available': 1 };
  return { 'mutable-content': 1, alert: { title }, ...(hasSound ? { sound: 'default' } : {}) };
}
