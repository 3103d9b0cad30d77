import type { LogEntry, Registry, RuleSubject } from '@app/realtime';
import type { Period } from '../domain/memberships';
import type { MembershipRepository } from '../store/membership.repository';
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
  it('reads a channel once, and follows the log from there', async () => {
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

  it('reads again when asked for what was before its first reading', async () => {
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

  it('does not miss what passes while it reads', async () => {
    let finish: (periods: Map<number, Period[]>) => void = () => undefined;
    const index = indexOver(() => new Promise((resolve) => (finish = resolve)));
    const loading = index.load([at(10)]);
    index.fold(entry('joined', [8], 11));
    finish(new Map([[1, []]]));
    await loading;
    expect(index.includes(at(12), 8 as never)).toBe(true);
  });

  it('knows nothing of channels that were not asked for', () => {
    const index = indexOver(async () => new Map());
    index.fold(entry('joined', [8], 11, 2));
    expect([...index.members(at(12, 2))]).toEqual([]);
  });
});
