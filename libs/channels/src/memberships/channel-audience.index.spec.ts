import type { LogEntry, Registry, RuleSubject } from '@app/realtime';
import type { Period } from './memberships';
import type { MembershipRepository } from './membership.repository';
import { ChannelAudienceIndex } from './channel-audience.index';
import { MEMBERSHIP } from './membership.client-events';

const at = (position: number, id = 1): RuleSubject => ({ id, position, isPublic: true });

const entry = (change: 'joined' | 'left', userIds: number[], position: number, channelId = 1): LogEntry =>
  ({ kind: MEMBERSHIP, payload: [{ channelId, change, userIds, position }] }) as unknown as LogEntry;

function indexOver(
  read: (floors: ReadonlyMap<number, number>) => Promise<Map<number, Period[]>>,
): ChannelAudienceIndex {
  return new ChannelAudienceIndex({ periodsAfter: read } as unknown as MembershipRepository, {} as Registry);
}

describe('ChannelAudienceIndex', () => {
  it('reads a channel once, and then follows the log', async () => {
    const readings: number[][] = [];
    const index = indexOver(async (floors) => {
      readings.push([...floors.keys()]);
      return new Map([[1, [{ userId: 7 as never, from: 3, to: null }]]]);
    });
    await index.load([at(10)]);
    await index.load([at(11), at(12)]);
    index.fold(entry('joined', [8], 13));
    index.fold(entry('left', [7], 14));
    expect(readings).toEqual([[1]]);
    expect([...index.members(at(12))]).toEqual([7]);
    expect(index.includes(at(15), 8 as never)).toBe(true);
    expect(index.includes(at(15), 7 as never)).toBe(false);
  });

  it('reads again when asked about a position before its first read', async () => {
    const floors: number[] = [];
    const index = indexOver(async (wanted) => {
      floors.push(wanted.get(1)!);
      return new Map([[1, [{ userId: 7 as never, from: 3, to: 8 }]]]);
    });
    await index.load([at(10)]);
    expect(index.includes(at(10), 7 as never)).toBe(false);
    await index.load([at(6)]);
    expect(index.includes(at(6), 7 as never)).toBe(true);
    expect(floors).toEqual([9, 5]);
  });

  it('does not miss entries that arrive while it reads', async () => {
    let finish: (periods: Map<number, Period[]>) => void = () => undefined;
    const index = indexOver(() => new Promise((resolve) => (finish = resolve)));
    const loading = index.load([at(10)]);
    index.fold(entry('joined', [8], 11));
    finish(new Map([[1, []]]));
    await loading;
    expect(index.includes(at(12), 8 as never)).toBe(true);
  });

  it('stores nothing about channels that were not requested', () => {
    const index = indexOver(async () => new Map());
    index.fold(entry('joined', [8], 11, 2));
    expect([...index.members(at(12, 2))]).toEqual([]);
  });

  describe('beyond its capacity', () => {
    const MINUTE = 60_000;
    let now: number;
    beforeEach(() => {
      now = 1e12;
      jest.spyOn(Date, 'now').mockImplementation(() => now);
    });
    afterEach(() => jest.restoreAllMocks());

    const filled = async () => {
      const readings: number[][] = [];
      const index = indexOver(async (floors) => {
        readings.push([...floors.keys()]);
        const members = (id: number): Period[] => [
          { userId: (10 * id) as never, from: 1, to: null },
          { userId: (10 * id + 1) as never, from: 2, to: 8 },
        ];
        return new Map([...floors.keys()].map((id) => [id, members(id)]));
      });
      index.capacity = 5;
      for (const id of [1, 2]) {
        await index.load([at(6, id)]);
        now += MINUTE;
      }
      return { index, readings };
    };

    it('drops the least recently used channels', async () => {
      const { index } = await filled();
      expect(index.knows(at(7, 1))).toBe(true); // asked for again
      now += MINUTE;
      await index.load([at(6, 3)]);
      expect([1, 2, 3].map((id) => index.knows(at(7, id)))).toEqual([true, false, true]);
      expect(index.size).toBe(4);
    });

    it('reads a dropped channel again with the same result', async () => {
      const { index, readings } = await filled();
      const kept = index.keep(at(6, 1));
      await index.load([at(6, 3)]);
      expect(index.knows(at(6, 1))).toBe(false);
      index.fold(entry('joined', [99], 20, 1));
      await index.load([at(6, 1)]);
      expect(readings).toEqual([[1], [2], [3], [1]]);
      expect([...index.members(at(6, 1))].sort()).toEqual([10, 11]);
      expect([...kept.all()].sort()).toEqual([10, 11]);
      expect(kept.includes(11 as never)).toBe(true);
    });

    it('keeps channels that were used just now', async () => {
      const { index } = await filled();
      await index.load([at(6, 1), at(6, 2), at(6, 3), at(6, 4)]);
      expect([1, 2, 3, 4].map((id) => index.knows(at(7, id)))).toEqual([true, true, true, true]);
    });
  });
});
