import { awayDecision } from './away';

const MINUTE = 60_000;
const SENT = 1_700_000_000_000;

describe('awayDecision', () => {
  const decision = (lastPollAt: number | null, lastActiveAt: number | null = null, now = SENT + 100) =>
    awayDecision(SENT, { lastPollAt, lastActiveAt }, now);

  it('notifies a user without a polling client, or without one in the last ten minutes', () => {
    expect(decision(null)).toBe('tell');
    expect(decision(SENT - 11 * MINUTE)).toBe('tell');
  });

  it('notifies a user who is known to be idle', () => {
    expect(decision(SENT - MINUTE, SENT - 4 * MINUTE)).toBe('tell');
    expect(decision(SENT + MINUTE, SENT - 4 * MINUTE)).toBe('tell');
  });

  it('does not notify if a client has polled since', () => {
    expect(decision(SENT + 10)).toBe('told');
    expect(decision(SENT + 10, SENT - MINUTE)).toBe('told');
  });

  it('waits for a client that has polled recently, until its absence is certain', () => {
    expect(decision(SENT - MINUTE)).toEqual({ waitMs: MINUTE });
    expect(decision(SENT - MINUTE, null, SENT + 9 * MINUTE - 500)).toEqual({ waitMs: 500 });
    expect(decision(SENT - MINUTE, null, SENT + 9 * MINUTE)).toBe('tell');
  });
});
