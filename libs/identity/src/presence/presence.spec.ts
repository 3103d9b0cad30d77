import * as fc from 'fast-check';
import { statusAt, statusOf } from './presence';

const NOW = 1_800_000_000;

describe('the status of a presence', () => {
  it.each([
    ['never active', null, NOW, 'idle', NOW],
    ['active at this moment', NOW, NOW, 'active', NOW],
    ['active a minute before the last report', NOW - 70, NOW, 'active', NOW - 70],
    ['active longer ago', NOW - 71, NOW, 'idle', NOW],
  ])('is that of a user %s', (_, activeAt, connectedAt, status, timestamp) => {
    expect(statusOf({ activeAt, connectedAt })).toEqual({ status, timestamp });
  });

  it('becomes offline with time, which does not change its timestamp', () => {
    const moments = fc.tuple(fc.integer({ min: 0, max: NOW }), fc.integer({ min: 0, max: 5_000 }), fc.nat(10_000));
    fc.assert(
      fc.property(moments, ([activeAt, later, waited]) => {
        const presence = { activeAt, connectedAt: activeAt + later };
        const { status, timestamp } = statusOf(presence);
        const then = statusAt(presence, timestamp + waited);
        expect(then).toEqual({ status: waited > 200 ? 'offline' : status, timestamp });
      }),
    );
  });
});
