import fc from 'fast-check';
import { clamped } from './flag-window';
import { MAX_PAGE } from '../messages/page-window';

describe('clamped', () => {
  it.each([
    [0, 0, 0, 0],
    [10, 20, 10, 20],
    [5000, 0, 5000, 0],
    [2500, 2500, 2500, 2500],
    [9000, 0, 5000, 0],
    [9000, 100, 4900, 100],
    [100, 9000, 100, 4900],
    [9000, 9000, 2500, 2500],
    [2499, 2502, 2499, 2501],
  ])('turns %i before and %i after into %i and %i', (before, after, fewerBefore, fewerAfter) => {
    expect(clamped({ before, after })).toEqual({ before: fewerBefore, after: fewerAfter });
  });

  it('is never more than was requested, and never less than a page if more was requested', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(20_000), (before, after) => {
        const sides = clamped({ before, after });
        expect(sides.before).toBeLessThanOrEqual(before);
        expect(sides.after).toBeLessThanOrEqual(after);
        expect(sides.before + sides.after).toBe(Math.min(before + after, MAX_PAGE));
      }),
    );
  });
});
