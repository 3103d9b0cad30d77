import { RelayRest } from './relay-rest';

describe('RelayRest', () => {
  it('doubles each time, up to half a minute, and starts again after a success', () => {
    const rest = new RelayRest();
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => rest.begin(0, 0))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([rest.isOver(29_999), rest.isOver(30_000)]).toEqual([false, true]);
    rest.end();
    expect([rest.isOver(0), rest.begin(0, 0)]).toEqual([true, 500]);
  });

  it('is as long as the relay requests, within bounds', () => {
    expect(new RelayRest().begin(0, 20)).toBe(20_000);
    expect(new RelayRest().begin(0, 86_400)).toBe(600_000);
  });
});
