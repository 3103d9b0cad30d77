import { NarrowTermIsInvalid } from '../errors';
import { parseNarrow } from './narrow';
import { DeliveredMessage, queueFilter } from './queue-filter';

const standing = { bits: 0, isReceived: true, isUnread: true, mentionsChannel: false };
const ana = { id: 5, email: 'user5@host' };
const ben = { id: 6, email: 'user6@host' };
const cleo = { id: 7, email: 'user7@host' };

const inChannel: DeliveredMessage = {
  channel: { id: 1, name: 'Plans' },
  topic: 'Roof',
  emptyTopicName: 'general chat',
  sender: ana,
  participants: null,
  standing,
  viewerId: 6,
};
const direct: DeliveredMessage = { ...inChannel, channel: null, topic: '', participants: [ana, ben] };

const fits = (operator: string, operand: string | number, message: DeliveredMessage): boolean =>
  queueFilter(parseNarrow([{ operator, operand }]))(message);

describe('the narrow of a queue', () => {
  it.each([
    ['channel', 'plans', true, false],
    ['stream', 1, true, false],
    ['channel', 'other', false, false],
    ['topic', 'roof', true, false],
    ['topic', '', false, false],
    ['sender', 5, true, true],
    ['sender', 'USER5@host', true, true],
    ['sender', 6, false, false],
    ['is', 'dm', false, true],
    ['is', 'unread', true, true],
    ['is', 'starred', false, false],
    ['is', 'alerted', false, false],
    ['is', 'mentioned', false, false],
    ['is', 'resolved', false, false],
    ['dm', 5, false, true],
    ['dm', 'user5@host,user6@host', false, true],
    ['dm', 6, false, false],
    ['dm', 'user5@host,user7@host', false, false],
    ['dm', '', false, false],
    ['dm-including', 5, false, true],
    ['dm-including', 'USER6@host', false, true],
    ['dm-including', 7, false, false],
    ['group-pm-with', 5, false, false],
  ])('%s %s lets through a channel message: %s, a direct one: %s', (operator, operand, one, other) => {
    expect([fits(operator, operand, inChannel), fits(operator, operand, direct)]).toEqual([one, other]);
  });

  it('distinguishes conversations by all their participants', () => {
    const group = { ...direct, participants: [ana, ben, cleo] };
    expect(fits('dm', 5, group)).toBe(false);
    expect(fits('dm', 'user5@host,user7@host', group)).toBe(true);
    expect(fits('dm', 6, { ...direct, participants: [ben] })).toBe(true);
    expect([fits('dm-including', 7, group), fits('group-pm-with', 7, group)]).toEqual([true, true]);
  });

  it('supports mentions, resolved topics and the empty topic', () => {
    expect(fits('is', 'mentioned', { ...inChannel, standing: { ...standing, bits: 4 } })).toBe(true);
    expect(fits('is', 'mentioned', { ...inChannel, standing: { ...standing, mentionsChannel: true } })).toBe(true);
    expect(fits('is', 'resolved', { ...inChannel, topic: '✔ Roof' })).toBe(true);
    expect(fits('topic', 'general chat', { ...inChannel, topic: '' })).toBe(true);
  });

  it('accepts messages that meet all terms', () => {
    const both = queueFilter(
      parseNarrow([
        { operator: 'channel', operand: 'plans' },
        { operator: 'topic', operand: 'x' },
      ]),
    );
    expect(both(inChannel)).toBe(false);
    expect(both({ ...inChannel, topic: 'X' })).toBe(true);
  });

  it.each([
    ['channels', 'public'],
    ['has', 'link'],
    ['id', 5],
    ['in', 'home'],
    ['search', 'roof'],
    ['with', 5],
  ])('refuses %s', (operator, operand) => {
    expect(() => fits(operator, operand, inChannel)).toThrow(new NarrowTermIsInvalid(`unknown operator ${operator}`));
  });

  it.each(['followed', 'muted'])('refuses is:%s', (operand) => {
    expect(() => fits('is', operand, inChannel)).toThrow(new NarrowTermIsInvalid(`unknown 'is' operand ${operand}`));
  });
});
