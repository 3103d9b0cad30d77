import type { ChannelId, UserId } from '@app/kernel';
import { Condition, mutingWithin, searchScope } from './search-scope';

const [OPEN, OTHER, PROTECTED] = [1, 2, 3] as ChannelId[];
const READABLE = [
  { id: OPEN, history: 'all' },
  { id: OTHER, history: 'all' },
  { id: PROTECTED, history: 'received' },
] as const;

const scope = (conditions: (Condition | Omit<Condition, 'negated'>)[], isGuest = false) =>
  searchScope(
    conditions.map((one) => ({ negated: false, ...one }) as Condition),
    READABLE,
    isGuest,
  );
const channels = (isNamed: boolean, ...channelIds: ChannelId[]) => ({ kind: 'channels', channelIds, isNamed });

describe('where a narrow looks', () => {
  it('is the personal history, as long as no channel is asked for', () => {
    const everywhere = { whole: [], personal: [OPEN, OTHER, PROTECTED], direct: true };
    expect(scope([])).toEqual(everywhere);
    expect(scope([{ kind: 'sender', senderId: 1 as UserId } as never])).toEqual(everywhere);
    expect(scope([{ ...channels(true, OPEN), negated: true } as never])).toEqual(everywhere);
    expect(scope([{ kind: 'topic', topic: 'x' } as never])).toEqual({ ...everywhere, direct: false });
    expect(scope([{ kind: 'resolved' }])).toEqual({ ...everywhere, direct: false });
    expect(scope([{ kind: 'resolved', negated: true }])).toEqual(everywhere);
  });

  it('is the whole channel, where its history is open', () => {
    expect(scope([channels(true, OPEN) as never])).toEqual({ whole: [OPEN], personal: [], direct: false });
    expect(scope([channels(true, PROTECTED) as never])).toEqual({ whole: [], personal: [PROTECTED], direct: false });
    expect(scope([channels(false, OPEN, PROTECTED) as never])).toEqual({
      whole: [OPEN],
      personal: [PROTECTED],
      direct: false,
    });
  });

  it('is what all terms about channels have in common', () => {
    const both = [channels(false, OPEN, OTHER), channels(true, OTHER)] as never[];
    expect(scope(both)).toEqual({ whole: [OTHER], personal: [], direct: false });
    expect(scope([channels(true, OPEN), channels(true, OTHER)] as never[])).toMatchObject({ whole: [], personal: [] });
  });

  it.each(['unread', 'starred'] as const)('is personal where %s decides', (kind) => {
    for (const negated of [false, true]) {
      const found = scope([channels(true, OPEN) as never, { kind, negated }]);
      expect(found).toEqual({ whole: [], personal: [OPEN], direct: false });
    }
  });

  it('is personal for a guest, unless one channel is named', () => {
    expect(scope([channels(false, OPEN) as never], true)).toMatchObject({ whole: [], personal: [OPEN] });
    expect(scope([channels(true, OPEN) as never], true)).toMatchObject({ whole: [OPEN] });
  });

  it('is direct messages alone where those are asked for', () => {
    const direct = { whole: [], personal: [], direct: true };
    expect(scope([{ kind: 'direct' }])).toEqual(direct);
    expect(scope([{ kind: 'conversation', participantIds: [] } as never])).toEqual(direct);
    expect(scope([{ kind: 'direct', negated: true }])).toMatchObject({ personal: [OPEN, OTHER, PROTECTED] });
  });
});

describe('what stays muted in a narrow', () => {
  const muting = (conditions: object[]) =>
    mutingWithin(conditions.map((one) => ({ negated: false, ...one })) as never, [OPEN]);
  const everything = { channelIds: [OPEN], hasTopics: true };

  it('is everything, where nothing is named', () => {
    expect(muting([])).toEqual(everything);
    expect(muting([{ kind: 'unread' }])).toEqual(everything);
    expect(muting([channels(false, OPEN, OTHER)])).toEqual(everything);
    expect(muting([{ ...channels(true, OPEN), negated: true }])).toEqual(everything);
    expect(muting([{ kind: 'topic', topic: 'x', negated: true }])).toEqual(everything);
  });

  it('is no channel where one is named, and no topic where one is named', () => {
    expect(muting([channels(true, OTHER)])).toEqual({ channelIds: [], hasTopics: true });
    expect(muting([{ kind: 'topic', topic: 'x' }])).toEqual({ channelIds: [OPEN], hasTopics: false });
    expect(muting([channels(true, OPEN), { kind: 'topic', topic: 'x' }])).toEqual({ channelIds: [], hasTopics: false });
  });
});
