import * as fc from 'fast-check';
import { baseOf, eventId, heartbeatAfter, isAfter, positionOf } from './event-id';
import { isVisible, parseSnapshot } from './snapshot';

const position = fc.record({
  xid: fc.integer({ min: 1_000, max: 2 ** 36 }),
  ordinal: fc.integer({ min: 0, max: 65_535 }),
});

describe('event ids', () => {
  it('identify one place in the log each', () => {
    fc.assert(fc.property(position, (place) => expect(positionOf(999, eventId(999, place))).toEqual(place)));
  });

  it('ascend as the log does', () => {
    fc.assert(fc.property(position, position, (a, b) => expect(eventId(999, a) > eventId(999, b)).toBe(isAfter(a, b))));
  });

  it('reserve ids for heartbeats before the first event', () => {
    expect(eventId(baseOf(500), { xid: 500, ordinal: 0 })).toBeGreaterThan(60_000);
  });

  it.each([
    [-1, 0],
    [0, 1],
    [65_534, 65_535],
    [65_535, 65_535],
    [2 * 65_536, 2 * 65_536 + 1],
    [3 * 65_536 - 1, 3 * 65_536 - 1],
  ])('give the heartbeat after %i the id %i, never the first one of the next transaction', (id, heartbeat) =>
    expect(heartbeatAfter(id)).toBe(heartbeat),
  );

  it('begin, for a client without any, before everything that its snapshot lacks', () => {
    expect(isAfter({ xid: 500, ordinal: 0 }, positionOf(baseOf(500), -1))).toBe(true);
  });
});

describe('a snapshot', () => {
  const snapshot = parseSnapshot('100:110:103,107');

  it.each([
    [99, true],
    [100, true],
    [103, false],
    [106, true],
    [107, false],
    [110, false],
    [111, false],
  ])('contains transaction %i: %s', (xid, visible) => expect(isVisible(xid, snapshot)).toBe(visible));

  it('may have no open transaction', () => expect(isVisible(4, parseSnapshot('5:5:'))).toBe(true));
});
