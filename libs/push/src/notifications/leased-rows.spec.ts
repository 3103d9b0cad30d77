import { LeasedRows } from './leased-rows';

describe('rows that a worker is at', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const renewed: (readonly string[])[] = [];
  const renew = async (rows: readonly string[]) => void renewed.push(rows);
  beforeEach(() => renewed.splice(0));

  it('are said to be its own again and again, until it lets them go', async () => {
    const held = new LeasedRows(renew);
    held.take(['one', 'other']);
    await jest.advanceTimersByTimeAsync(4_000);
    await held.letGo(['one']);
    await jest.advanceTimersByTimeAsync(4_000);
    await held.letGo(['other']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(renewed).toEqual([['one', 'other'], ['other']]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are not touched after they were let go, not even by what had begun before', async () => {
    let finish = () => {};
    let isFinished = false;
    const held = new LeasedRows<string>(() => new Promise((resolve) => (finish = resolve)));
    held.take(['one']);
    await jest.advanceTimersByTimeAsync(4_000);
    const gone = held.letGo(['one']).then(() => (isFinished = true));
    await Promise.resolve();
    expect(isFinished).toBe(false);
    finish();
    await gone;
  });
});
