/** The place and text of a notification: what the mobile app makes of Android's unencrypted data. */
export type Shown =
  | { is: 'message'; account: string; messageId: number; sender: string; text: string; place: Place }
  | { is: 'removal'; account: string; messageIds: number[] }
  | { is: 'nothing' };
type Place = { channelId: number; channel: string; topic: string } | { userIds: number[] };

type Data = Record<string, unknown>;

/**
 * Parses a notification as strictly as the app does: every value is a text, numbers are decimal, and missing values are
 * errors (docs/protocol/notifications.md).
 */
export function readAndroidData(data: Data): Shown {
  const notText = Object.entries(data).find(([, value]) => typeof value !== 'string');
  if (notText) throw new Error(`Not a text: ${notText[0]}`);
  const account = `${new URL(text(data, 'realm_url')).href} ${integer(data, 'user_id')}`;
  if (data.event === 'remove') return { is: 'removal', account, messageIds: integers(data, 'zulip_message_ids') };
  if (data.event !== 'message') return { is: 'nothing' };
  integer(data, 'time');
  if (!URL.canParse(text(data, 'sender_avatar_url'))) throw new Error('The picture has no address.');
  return {
    is: 'message',
    account,
    messageId: integer(data, 'zulip_message_id'),
    sender: text(data, 'sender_full_name'),
    text: text(data, 'content'),
    place: placeIn(data),
  };
}

function placeIn(data: Data): Place {
  if ('stream_id' in data)
    return { channelId: integer(data, 'stream_id'), channel: text(data, 'stream'), topic: text(data, 'topic') };
  if ('pm_users' in data) return { userIds: integers(data, 'pm_users') };
  const pair = new Set([integer(data, 'sender_id'), integer(data, 'user_id')]);
  return { userIds: [...pair].sort((one, other) => one - other) };
}

function text(data: Data, name: string): string {
  if (!(name in data)) throw new Error(`Missing: ${name}`);
  return data[name] as string;
}

const integers = (data: Data, name: string): number[] => text(data, name).split(',').map(decimal);
const integer = (data: Data, name: string): number => decimal(text(data, name));

function decimal(digits: string): number {
  if (!/^-?\d+$/.test(digits)) throw new Error(`No number: ${digits}`);
  return Number(digits);
}
