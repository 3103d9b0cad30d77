import { verdictOn } from './absence';

const MINUTE = 60_000;
const SENT = 1_700_000_000_000;

describe('verdictOn', () => {
  const verdict = (lastPollAt: number | null, lastActiveAt: number | null = null, now = SENT + 100) =>
    verdictOn(SENT, { lastPollAt, lastActiveAt }, now);

  it('tells whoever has no client that asks for messages, or has not had one for ten minutes', () => {
    expect(verdict(null)).toBe('tell');
    expect(verdict(SENT - 11 * MINUTE)).toBe('tell');
  });

  it('tells whoever is known not to look at his clients', () => {
    expect(verdict(SENT - MINUTE, SENT - 4 * MINUTE)).toBe('tell');
    expect(verdict(SENT + MINUTE, SENT - 4 * MINUTE)).toBe('tell');
  });

  it('does not tell what a client has fetched since', () => {
    expect(verdict(SENT + 10)).toBe('told');
    expect(verdict(SENT + 10, SENT - MINUTE)).toBe('told');
  });

  it('waits for a client that has asked lately, until it is clear that it will not again', () => {
    expect(verdict(SENT - MINUTE)).toEqual({ waitMs: MINUTE });
    expect(verdict(SENT - MINUTE, null, SENT + 9 * MINUTE - 500)).toEqual({ waitMs: 500 });
    expect(verdict(SENT - MINUTE, null, SENT + 9 * MINUTE)).toBe('tell');
  });
});
