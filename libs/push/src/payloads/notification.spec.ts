import type { ChannelId, MessageId, UserGroupId, UserId } from '@app/kernel';
import * as fc from 'fast-check';
import { Account, fittingContent, MessageNotification, MAX_REMOVED, NotifiedPlace } from './notification';

const ACCOUNT: Account = { organizationUrl: 'https://chat.example.org', organizationName: 'Acme', userId: 7 as UserId };
const COMMON = { realm_url: 'https://chat.example.org', realm_name: 'Acme', user_id: 7 };
const PLANS: NotifiedPlace = {
  kind: 'channel',
  channelId: 3 as ChannelId,
  channelName: 'plans',
  topic: 'lunch',
};

const message = (more: Partial<MessageNotification> = {}): MessageNotification => ({
  type: 'message',
  collapseId: 'opaque',
  messageId: 99 as MessageId,
  sender: { id: 8 as UserId, email: 'user8@example.org', fullName: 'Bo', avatarUrl: 'https://chat.example.org/a/8' },
  sentAt: 1_700_000_000,
  text: 'Soup?',
  place: PLANS,
  mentionedGroup: null,
  ...more,
});
const MESSAGE = {
  type: 'message',
  ...COMMON,
  sender_id: 8,
  sender_full_name: 'Bo',
  sender_avatar_url: 'https://chat.example.org/a/8',
  message_id: 99,
  time: 1_700_000_000,
  content: 'Soup?',
};

describe('the content that is sealed for a device', () => {
  it('names channel and topic of a channel message', () => {
    expect(fittingContent(ACCOUNT, message())).toEqual({
      ...MESSAGE,
      recipient_type: 'channel',
      channel_id: 3,
      channel_name: 'plans',
      topic: 'lunch',
    });
  });

  it('lists the participants of a direct message', () => {
    const place: NotifiedPlace = { kind: 'direct', userIds: [7, 8, 9] as UserId[] };
    expect(fittingContent(ACCOUNT, message({ place }))).toEqual({
      ...MESSAGE,
      recipient_type: 'direct',
      recipient_user_ids: [7, 8, 9],
    });
  });

  it('names the mentioned group, if any', () => {
    const mentionedGroup = { id: 5 as UserGroupId, name: 'cooks' };
    expect(fittingContent(ACCOUNT, message({ mentionedGroup }))).toMatchObject({
      mentioned_user_group_id: 5,
      mentioned_user_group_name: 'cooks',
    });
  });

  it('removes messages', () => {
    const messageIds = [1, 2] as MessageId[];
    expect(fittingContent(ACCOUNT, { type: 'remove', collapseId: 'opaque', messageIds })).toEqual({
      type: 'remove',
      ...COMMON,
      message_ids: [1, 2],
    });
  });

  it('fits into the limit of push services, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 4_000, unit: 'binary' }), (text) => {
        const content = fittingContent(ACCOUNT, message({ text }));
        const bytes = Buffer.byteLength(JSON.stringify(content));
        expect(Math.ceil((bytes + 48) / 3) * 4).toBeLessThanOrEqual(4_000);
      }),
    );
    const messageIds = Array.from({ length: MAX_REMOVED }, (_, at) => (9e15 + at) as MessageId);
    const removal = fittingContent(ACCOUNT, { type: 'remove', collapseId: 'opaque', messageIds });
    expect((removal as { message_ids: number[] }).message_ids.at(-1)).toBe(9e15 + MAX_REMOVED - 1);
  });

  it('is null if the participants alone are too long', () => {
    const userIds = Array.from({ length: 900 }, (_, at) => (1_000 + at) as UserId);
    expect(fittingContent(ACCOUNT, message({ place: { kind: 'direct', userIds } }))).toBeNull();
  });
});
