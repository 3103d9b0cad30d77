import type { ChannelId, OrganizationId, UserId } from '@app/kernel';
import {
  ChannelIdIsNoInteger,
  DeliveryTimeIsNotInFuture,
  NothingToChange,
  RecipientIsRequired,
  RecipientsAreNoList,
  TopicIsRequiredForChannel,
} from './scheduled.errors';
import { addressees, assertMakesSense, edited, ScheduledMessage } from './scheduled-message';

const NOW = 1_000_000;

const common = {
  id: 1,
  organizationId: 1 as OrganizationId,
  senderId: 7 as UserId,
  content: 'soup',
  html: '<p>soup</p>',
  deliverAt: 2_000,
  isReadBySender: true,
  client: 'test',
  failure: null,
  revision: 0,
  messageId: null,
};
const toChannel: ScheduledMessage = { ...common, channelId: 3 as ChannelId, topic: 'lunch', recipientIds: null };
const toPeople: ScheduledMessage = { ...common, channelId: null, topic: '', recipientIds: [8 as UserId] };
const toOneself: ScheduledMessage = { ...common, channelId: null, topic: '', recipientIds: [] };

describe('an edit of a scheduled message', () => {
  it.each([
    ['is something', {}, NothingToChange],
    ['says for whom, with the type', { kind: 'direct' as const }, RecipientIsRequired],
    ['says a topic, with the type', { kind: 'channel' as const, to: 3 }, TopicIsRequiredForChannel],
    ['lies in the future', { deliverAt: 1_000 }, DeliveryTimeIsNotInFuture],
  ])('%s', (_, change, error) => {
    expect(() => assertMakesSense(change, NOW, 'general chat')).toThrow(error);
  });

  it('may concern any single value', () => {
    for (const change of [{ to: 3 }, { topic: '' }, { content: '' }, { deliverAt: 1_001 }])
      expect(() => assertMakesSense(change, NOW, 'general chat')).not.toThrow();
  });

  it('keeps absent values', () => {
    expect(edited(toChannel, { topic: 'dinner' })).toEqual({
      place: { channel: 3, topic: 'dinner' },
      content: 'soup',
      isAnother: false,
    });
    expect(edited(toChannel, { content: 'salad' })).toEqual({
      place: { channel: 3, topic: 'lunch' },
      content: 'salad',
      isAnother: true,
    });
    expect(edited(toPeople, { to: [9] })).toMatchObject({ place: { recipients: [9] }, isAnother: true });
    expect(edited(toOneself, { content: 'x' })).toMatchObject({ place: { recipients: [7] } });
  });

  it('accepts ids of the kind that the message then has', () => {
    expect(() => edited(toChannel, { to: [3] })).toThrow(ChannelIdIsNoInteger);
    expect(() => edited(toPeople, { to: 8 })).toThrow(RecipientsAreNoList);
    expect(edited(toPeople, { kind: 'channel', to: 3, topic: 't' }).place).toEqual({ channel: 3, topic: 't' });
  });

  it('reactivates a failed message only with another time', () => {
    const failed = { ...toChannel, failure: 'no reason' };
    expect(() => edited(failed, { content: 'salad' })).toThrow(DeliveryTimeIsNotInFuture);
    expect(edited(failed, { deliverAt: 5_000 }).content).toBe('soup');
  });
});

it('a note is addressed to its author', () => {
  expect(addressees(toOneself)).toEqual([7]);
  expect(addressees(toPeople)).toEqual([8]);
});
