import { retryAfterMs } from './attempt';

describe('retryAfterMs', () => {
  const now = new Date('2026-03-01T10:00:00Z');

  it('reads seconds', () => expect(retryAfterMs(' 90 ', now)).toBe(90_000));

  it('reads a date', () => expect(retryAfterMs('Sun, 01 Mar 2026 10:02:00 GMT', now)).toBe(120_000));

  it('reads a past date as now', () => expect(retryAfterMs('Sun, 01 Mar 2026 09:00:00 GMT', now)).toBe(0));

  it.each([null, undefined, '', 'soon', '-3', '99999999999'])('is null for %p', (header) =>
    expect(retryAfterMs(header, now)).toBeNull(),
  );
});
