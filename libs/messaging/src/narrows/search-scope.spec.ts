import type { ChannelId, UserId } from '@app/kernel';
import { channelsIn, Condition, mutingWithin, searchScope } from './search-scope';
import { VISIBILITY } from '../user-topics/user-topic';

const [OPEN, OTHER, PROTECTED] = [1, 2, 3] as ChannelId[];
const READABLE = [
  { id: OPEN, history: 'all', isPrivate: false, isWebPublic: false },
  { id: OTHER, history: 'all', isPrivate: false, isWebPublic: true },
  { id: PROTECTED, history: 'received', isPrivate: true, isWebPublic: false },
] as const;

/** Only the channels of the scope; topics are tested below. */
const scope = (conditions: (Condition | Omit<Condition, 'negated'>)[], isGuest = false) => {
  const written = conditions.map((one) => ({ negated: false, ...one }) as Condition);
  const { whole, personal, direct } = searchScope(written, READABLE, isGuest);
  return { whole: whole.channels, personal: personal.channels, direct };
};
const channels = (isNamed: boolean, ...channelIds: ChannelId[]) => ({ kind: 'channels', channelIds, isNamed });

describe('the scope of a narrow', () => {
  it('is the personal history, unless a channel is requested', () => {
    const everywhere = { whole: [], personal: [OPEN, OTHER, PROTECTED], direct: true };
    expect(scope([])).toEqual(everywhere);
    expect(scope([{ kind: 'sender', senderId: 1 as UserId } as never])).toEqual(everywhere);
    expect(scope([{ ...channels(true, OPEN), negated: true } as never])).toEqual({
      ...everywhere,
      personal: [OTHER, PROTECTED],
    });
    expect(scope([{ kind: 'direct', negated: true }])).toEqual({ ...everywhere, direct: false });
    expect(scope([{ kind: 'topic', topic: 'x' } as never])).toEqual({ ...everywhere, direct: false });
    expect(scope([{ kind: 'resolved' }])).toEqual({ ...everywhere, direct: false });
    expect(scope([{ kind: 'resolved', negated: true }])).toEqual(everywhere);
  });

  it('is the whole channel if its history is shared', () => {
    expect(scope([channels(true, OPEN) as never])).toEqual({ whole: [OPEN], personal: [], direct: false });
    expect(scope([channels(true, PROTECTED) as never])).toEqual({ whole: [], personal: [PROTECTED], direct: false });
    expect(scope([channels(false, OPEN, PROTECTED) as never])).toEqual({
      whole: [OPEN],
      personal: [PROTECTED],
      direct: false,
    });
  });

  it('is the intersection of all terms about channels', () => {
    const both = [channels(false, OPEN, OTHER), channels(true, OTHER)] as never[];
    expect(scope(both)).toEqual({ whole: [OTHER], personal: [], direct: false });
    expect(scope([channels(true, OPEN), channels(true, OTHER)] as never[])).toMatchObject({ whole: [], personal: [] });
  });

  it.each(['unread', 'starred', 'mentioned', 'alerted', 'followed'] as const)('is personal if %s decides', (kind) => {
    for (const negated of [false, true]) {
      const found = scope([channels(true, OPEN) as never, { kind, negated }]);
      const isGone = kind === 'followed' && !negated; // of channels only topics are followed
      expect(found).toEqual({ whole: [], personal: isGone ? [] : [OPEN], direct: false });
    }
  });

  it('is personal for a guest, unless one channel is named', () => {
    expect(scope([channels(false, OPEN) as never], true)).toMatchObject({ whole: [], personal: [OPEN] });
    expect(scope([channels(true, OPEN) as never], true)).toMatchObject({ whole: [OPEN] });
  });

  it('includes web-public channels for guests', () => {
    const open = { ...channels(false, OPEN), isWebPublic: true } as never;
    expect(scope([open], true)).toEqual({ whole: [OPEN], personal: [], direct: false });
  });

  it('is personal if requested', () => {
    const written = [{ ...channels(true, OPEN), negated: false }] as Condition[];
    expect(searchScope(written, READABLE, false, true)).toMatchObject({
      whole: { channels: [] },
      personal: { channels: [OPEN] },
    });
  });

  it('is direct messages only if requested', () => {
    const direct = { whole: [], personal: [], direct: true };
    expect(scope([{ kind: 'direct' }])).toEqual(direct);
    expect(scope([{ kind: 'conversation', participantIds: [] } as never])).toEqual(direct);
    expect(scope([{ kind: 'direct', negated: true }])).toMatchObject({ personal: [OPEN, OTHER, PROTECTED] });
  });
});

describe('the ground of a narrow', () => {
  const { followed, muted, unmuted } = VISIBILITY;
  const ground = (condition: object) =>
    searchScope([{ negated: false, ...condition } as Condition], READABLE, false).personal;
  const all = [OPEN, OTHER, PROTECTED];

  it('is the followed topics', () => {
    const found = ground({ kind: 'followed' });
    expect(found).toEqual({ channels: [], topics: { channels: all, visibilities: [followed] } });
    expect(channelsIn(found)).toEqual(all);
    expect(ground({ kind: 'followed', negated: true })).toEqual({ channels: all, topics: null });
  });

  it.each([
    ['muted', false],
    ['home', true],
  ])('is what is muted: %s, negated: %s', (kind, negated) => {
    expect(ground({ kind, negated, channelIds: [OTHER] })).toEqual({
      channels: [OTHER],
      topics: { channels: [OPEN, PROTECTED], visibilities: [muted] },
    });
  });

  it.each([
    ['home', false],
    ['muted', true],
  ])('is everything that is not muted: %s, negated: %s', (kind, negated) => {
    expect(ground({ kind, negated, channelIds: [OTHER] })).toEqual({
      channels: [OPEN, PROTECTED],
      topics: { channels: [OTHER], visibilities: [unmuted, followed] },
    });
    expect(ground({ kind, negated, channelIds: [] })).toEqual({ channels: all, topics: null });
  });
});

describe('muting within a narrow', () => {
  const muting = (conditions: object[]) =>
    mutingWithin(conditions.map((one) => ({ negated: false, ...one })) as never, [OPEN]);
  const everything = { channelIds: [OPEN], hasTopics: true };

  it('is everything if nothing is named', () => {
    expect(muting([])).toEqual(everything);
    expect(muting([{ kind: 'unread' }])).toEqual(everything);
    expect(muting([channels(false, OPEN, OTHER)])).toEqual(everything);
    expect(muting([{ ...channels(true, OPEN), negated: true }])).toEqual(everything);
    expect(muting([{ kind: 'topic', topic: 'x', negated: true }])).toEqual(everything);
  });

  it('excludes channels if one is named, and topics if one is named', () => {
    expect(muting([channels(true, OTHER)])).toEqual({ channelIds: [], hasTopics: true });
    expect(muting([{ kind: 'topic', topic: 'x' }])).toEqual({ channelIds: [OPEN], hasTopics: false });
    expect(muting([channels(true, OPEN), { kind: 'topic', topic: 'x' }])).toEqual({ channelIds: [], hasTopics: false });
  });
});
