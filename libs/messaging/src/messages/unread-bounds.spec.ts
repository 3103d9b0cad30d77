import fc from 'fast-check';
import { unreadBounds } from './unread-bounds';

const reach = { floor: 900_000, newest: 1_000_000 };
const END = Number.MAX_SAFE_INTEGER;

describe('unreadBounds', () => {
  it('searches the newest first, and everything at once above a near floor', () => {
    expect(unreadBounds({ below: 10 ** 16, count: 100 }, reach)).toEqual([
      { above: 1_000_000 - 2 ** 14, upto: 10 ** 16 - 1 },
      { above: 1_000_000 - 2 ** 16, upto: 10 ** 16 - 1 },
      { above: 0, upto: 10 ** 16 - 1 },
    ]);
    expect(unreadBounds({ below: 910_000, count: 100 }, reach)).toEqual([{ above: 0, upto: 909_999 }]);
  });

  it('searches from the floor upwards', () => {
    expect(unreadBounds({ from: 0, count: 1 }, reach)).toEqual([
      { above: -1, upto: 900_000 + 2 ** 14 },
      { above: -1, upto: 900_000 + 2 ** 16 },
      { above: -1, upto: END },
    ]);
    expect(unreadBounds({ from: 995_000, count: 1 }, reach)).toEqual([{ above: 994_999, upto: END }]);
  });

  it('ends with everything that the part may contain, and skips nothing near its end', () => {
    const number = fc.nat(5_000_000);
    fc.assert(
      fc.property(number, number, number, (end, floor, newest) => {
        const down = unreadBounds({ below: end, count: 1 }, { floor, newest });
        expect(down.every(({ upto }) => upto === end - 1)).toBe(true);
        expect(down[down.length - 1].above).toBe(0);
        const up = unreadBounds({ from: end, count: 1 }, { floor, newest });
        expect(up.every(({ above }) => above === end - 1)).toBe(true);
        expect(up[up.length - 1].upto).toBe(END);
      }),
    );
  });
});
