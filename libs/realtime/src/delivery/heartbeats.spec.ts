import { Heartbeats } from './heartbeats.service';

describe('heartbeats', () => {
  let heartbeats: Heartbeats;
  let given: number[];
  const give = (): void => void given.push(performance.now());
  beforeEach(() => {
    jest.useFakeTimers();
    heartbeats = new Heartbeats();
    given = [];
  });
  afterEach(() => jest.useRealTimers());

  it('come in time, each once, many of them together', () => {
    const begun = performance.now();
    for (let at = 0; at < 1_000; at++) heartbeats.begin(give);
    jest.advanceTimersByTime(44_999);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(given).toHaveLength(1_000);
    expect(Math.max(...given) - begun).toBeLessThanOrEqual(55_001);
    const rounds = new Set(given);
    expect(rounds.size).toBeGreaterThan(10);
    expect(rounds.size).toBeLessThanOrEqual(20);
  });

  it('do not come when they were cancelled, and leave no timer', () => {
    const [one, other] = [heartbeats.begin(give), heartbeats.begin(give)];
    heartbeats.cancel(one);
    heartbeats.cancel(one);
    jest.advanceTimersByTime(60_000);
    expect(given).toHaveLength(1);
    heartbeats.cancel(other);
    heartbeats.cancel(heartbeats.begin(give));
    expect(jest.getTimerCount()).toBe(0);
  });

  it('begin again, before they came and after', () => {
    const heartbeat = heartbeats.begin(give);
    jest.advanceTimersByTime(44_000);
    heartbeats.beginAgain(heartbeat);
    jest.advanceTimersByTime(44_000);
    expect(given).toEqual([]);
    jest.advanceTimersByTime(12_000);
    expect(given).toHaveLength(1);
    heartbeats.beginAgain(heartbeat);
    jest.advanceTimersByTime(56_000);
    expect(given).toHaveLength(2);
  });

  it('leave others alone when one begins again while they are given', () => {
    Object.assign(heartbeats, { spreadMs: 0 });
    const stream = heartbeats.begin(() => {
      give();
      heartbeats.beginAgain(stream);
    });
    heartbeats.begin(give);
    jest.advanceTimersByTime(46_000);
    expect(given).toHaveLength(2);
    jest.advanceTimersByTime(46_000);
    expect(given).toHaveLength(3);
  });
});
