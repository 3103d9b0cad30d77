import type { ClearAccount } from './clear-payload';
import { clearPayload, clearTest, WITHHELD_TEXT } from './clear-payload';
import type { MessageNotification, NotifiedPlace } from './notification';

const account: ClearAccount = {
  organizationId: 3,
  organizationName: 'Crew',
  organizationUrl: 'https://chat.example.org:8443',
  userId: 12 as never,
  withholdsText: false,
};
const inChannel: NotifiedPlace = { kind: 'channel', channelId: 5 as never, channelName: 'deck', topic: 'ropes' };
const message = (place: NotifiedPlace, more: Partial<MessageNotification> = {}): MessageNotification => ({
  type: 'message',
  collapseId: 'abc',
  messageId: 77 as never,
  sender: { id: 11 as never, email: 'kim@example.org', fullName: 'Kim', avatarUrl: 'https://chat.example.org/a.png' },
  sentAt: 1_700_000_000,
  text: 'Haul away',
  place,
  mentionedGroup: null,
  ...more,
});
const among = (...ids: number[]): NotifiedPlace => ({ kind: 'direct', userIds: ids as never[] });
const zulipOf = (payload: Readonly<Record<string, unknown>>) => (payload.custom as { zulip: object }).zulip;

describe('clearPayload', () => {
  it('contains only texts for Android, with account and place of the message', () => {
    const { gcm_payload, gcm_options } = clearPayload(account, message(inChannel));
    expect(gcm_payload).toEqual({
      event: 'message',
      server: 'chat.example.org:8443',
      realm_id: '3',
      realm_url: 'https://chat.example.org:8443',
      realm_uri: 'https://chat.example.org:8443',
      realm_name: 'Crew',
      user_id: '12',
      sender_id: '11',
      sender_full_name: 'Kim',
      sender_avatar_url: 'https://chat.example.org/a.png',
      zulip_message_id: '77',
      time: '1700000000',
      content: 'Haul away',
      recipient_type: 'stream',
      stream_id: '5',
      stream: 'deck',
      topic: 'ropes',
    });
    expect(gcm_options).toEqual({ priority: 'high' });
  });

  it('contains an alert for Apple, and numbers as numbers', () => {
    const { apns_payload } = clearPayload(account, message(inChannel));
    expect(apns_payload).toMatchObject({
      alert: { title: '#deck > ropes', subtitle: 'Kim:', body: 'Haul away' },
      sound: 'default',
    });
    expect(zulipOf(apns_payload)).toMatchObject({ event: 'message', user_id: 12, stream_id: 5, message_ids: [77] });
  });

  it('lists all participants of a conversation of more than two', () => {
    expect(clearPayload(account, message(among(11, 12))).gcm_payload).not.toHaveProperty('pm_users');
    const { gcm_payload, apns_payload } = clearPayload(account, message(among(10, 11, 12, 13)));
    expect(gcm_payload).toMatchObject({ recipient_type: 'private', pm_users: '10,11,12,13' });
    expect(apns_payload.alert).toMatchObject({ title: 'Kim', subtitle: 'to you and 2 more' });
  });

  it('contains the group that mentions the reader', () => {
    const mentionedGroup = { id: 9 as never, name: 'watch' };
    const { gcm_payload } = clearPayload(account, message(inChannel, { mentionedGroup }));
    expect(gcm_payload).toMatchObject({ mentioned_user_group_id: '9', mentioned_user_group_name: 'watch' });
  });

  it('contains no e-mail address of a user', () => {
    expect(JSON.stringify(clearPayload(account, message(inChannel)))).not.toContain('kim@example.org');
  });

  it('contains no message text if the organization requires encryption', () => {
    const payload = clearPayload({ ...account, withholdsText: true }, message(inChannel));
    expect(JSON.stringify(payload)).not.toContain('Haul');
    expect(payload.gcm_payload.content).toBe(WITHHELD_TEXT);
    expect(payload.apns_payload.alert).toMatchObject({ body: WITHHELD_TEXT });
  });

  it('removes messages without a sound', () => {
    const ids = [5, 6, 7] as never[];
    const payload = clearPayload(account, { type: 'remove', collapseId: 'x', messageIds: ids });
    expect(payload.gcm_payload).toMatchObject({ event: 'remove', zulip_message_ids: '5,6,7', user_id: '12' });
    expect(payload.gcm_options).toEqual({ priority: 'normal' });
    expect(payload.apns_payload).not.toHaveProperty('alert');
    expect(zulipOf(payload.apns_payload)).toMatchObject({ event: 'remove', zulip_message_ids: '5,6,7' });
  });
});

describe('clearTest', () => {
  it('names the server', () => {
    const { gcm_payload, apns_payload } = clearTest(account);
    expect(gcm_payload).toMatchObject({ event: 'test', realm_name: 'Crew', user_id: '12' });
    expect(JSON.stringify(apns_payload.alert)).toContain('https://chat.example.org:8443');
  });
});
