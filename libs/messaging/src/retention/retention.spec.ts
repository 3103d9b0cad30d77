import { keptSince } from './retention';

describe('what is kept', () => {
  const now = new Date('2026-03-31T12:00:00Z');

  it('is what the channel says, and else what the organization says', () => {
    expect(keptSince(now, 30)).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(keptSince(now, 30, null)).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(keptSince(now, 30, 1)).toEqual(new Date('2026-03-30T12:00:00Z'));
    expect(keptSince(now, -1, 1)).toEqual(new Date('2026-03-30T12:00:00Z'));
  });

  it('is everything where there is no limit, be it that of the channel alone', () => {
    expect(keptSince(now, -1)).toBeNull();
    expect(keptSince(now, 30, -1)).toBeNull();
  });
});
