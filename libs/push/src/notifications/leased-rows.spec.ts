import { LeasedRows } from './leased-rows';

describe('LeasedRows', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const renewed: (readonly string[])[] = [];
  const renew = async (rows: readonly string[]) => void renewed.push(rows);
  beforeEach(() => renewed.splice(0));

  it('renews leases until the rows are released', async () => {
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

  it('changes nothing after the release, not even with a renewal that began before', async () => {
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
