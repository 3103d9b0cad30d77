import * as fc from 'fast-check';
import { backOff } from './back-off';

describe('backOff', () => {
  it('does not wait without a failure, and longer after each', () => {
    expect([0, 1, 2, 3].map(backOff)).toEqual([0, 500, 1_000, 2_000]);
  });

  it('never decreases, and never exceeds five minutes', () => {
    fc.assert(
      fc.property(fc.nat(10_000), (failures) => {
        expect(backOff(failures + 1)).toBeGreaterThanOrEqual(backOff(failures));
        expect(backOff(failures)).toBeLessThanOrEqual(300_000);
      }),
    );
  });
});
