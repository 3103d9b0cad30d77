import { keptSince } from './retention';

describe('retention', () => {
  const now = new Date('2026-03-31T12:00:00Z');

  it('is that of the channel, or else of the organization', () => {
    expect(keptSince(now, 30)).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(keptSince(now, 30, null)).toEqual(new Date('2026-03-01T12:00:00Z'));
    expect(keptSince(now, 30, 1)).toEqual(new Date('2026-03-30T12:00:00Z'));
    expect(keptSince(now, -1, 1)).toEqual(new Date('2026-03-30T12:00:00Z'));
  });

  it('is unlimited if that is the effective value', () => {
    expect(keptSince(now, -1)).toBeNull();
    expect(keptSince(now, 30, -1)).toBeNull();
  });
});
