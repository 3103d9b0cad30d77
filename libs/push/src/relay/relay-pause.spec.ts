import { RelayPause } from './relay-pause';

describe('RelayPause', () => {
  it('doubles each time, up to half a minute, and starts again after a success', () => {
    const pause = new RelayPause();
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => pause.begin(0, 0))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([pause.isOver(29_999), pause.isOver(30_000)]).toEqual([false, true]);
    pause.end();
    expect([pause.isOver(0), pause.begin(0, 0)]).toEqual([true, 500]);
  });

  it('is as long as the relay requests, within bounds', () => {
    expect(new RelayPause().begin(0, 20)).toBe(20_000);
    expect(new RelayPause().begin(0, 86_400)).toBe(600_000);
  });
});
