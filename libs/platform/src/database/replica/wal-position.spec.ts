import fc from 'fast-check';
import { covers, parseWalPosition, WalPosition } from './wal-position';

const position = fc.record({ timeline: fc.integer({ min: 1, max: 3 }), lsn: fc.integer({ min: 0, max: 6 }) });
const isSame = (a: WalPosition, b: WalPosition): boolean => a.timeline === b.timeline && a.lsn === b.lsn;

describe('covers', () => {
  it('is a partial order', () => {
    fc.assert(
      fc.property(position, position, position, (a, b, c) => {
        expect(covers(a, a)).toBe(true);
        if (covers(a, b) && covers(b, a)) expect(isSame(a, b)).toBe(true);
        if (covers(a, b) && covers(b, c)) expect(covers(a, c)).toBe(true);
      }),
    );
  });

  it('holds for all places of one timeline in one direction, and for two timelines in none', () => {
    fc.assert(
      fc.property(position, position, (a, b) => expect(covers(a, b) || covers(b, a)).toBe(a.timeline === b.timeline)),
    );
  });

  it('lets no server answer that lacks a commit which the caller may have seen', () => {
    const commits = fc.array(fc.integer({ min: 1, max: 100 }));
    fc.assert(
      fc.property(commits, fc.nat(100), fc.nat(100), (all, seen, replayed) => {
        const isMissing = all.some((lsn) => lsn <= seen && lsn > replayed);
        if (isMissing) expect(covers({ timeline: 1, lsn: replayed }, { timeline: 1, lsn: seen })).toBe(false);
      }),
    );
  });
});

describe('parseWalPosition', () => {
  it('reads what the primary says', () => {
    expect(parseWalPosition('0000001F 26512640')).toEqual({ timeline: 31, lsn: 26_512_640 });
  });

  it.each([null, '', '1 2', '00000001', '00000001 x'])('knows no place in %j', (text) => {
    expect(parseWalPosition(text)).toBeNull();
  });
});
