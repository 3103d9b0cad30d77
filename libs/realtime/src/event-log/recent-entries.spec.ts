import { LogEntry } from '../records/log-entry';
import { RecentEntries } from './recent-entries';

const entry = (xid: number): LogEntry =>
  LogEntry.of({
    xid,
    ordinal: 0,
    organizationId: 1 as never,
    kind: 'message',
    audience: '{"to": "organization", "except": []}',
    payload: `{"number": ${xid}}`,
    toldAt: 0,
  });
const entries = (...xids: number[]): LogEntry[] => xids.map(entry);
const START = { xid: 0, ordinal: -1 };

describe('the newest entries of the log in memory', () => {
  it('has all after a place, and knows how far it reaches back', () => {
    const recent = new RecentEntries({ xid: 4, ordinal: 0 });
    recent.add(entries(5, 6, 7));
    expect(recent.since({ xid: 5, ordinal: 0 })?.map(({ payload }) => payload)).toEqual([{ number: 6 }, { number: 7 }]);
    expect(recent.since({ xid: 3, ordinal: 0 })).toBeNull();
  });

  it('keeps payloads as texts, whatever was decoded for the delivery', () => {
    const recent = new RecentEntries(START);
    const delivered = entries(1, 2);
    expect(delivered.map(({ payload }) => payload)).toEqual([{ number: 1 }, { number: 2 }]);
    recent.add(delivered);
    expect(recent.since(START)!.some(({ isDecoded }) => isDecoded)).toBe(false);
  });

  it('shares what was decoded among queues, and drops it while others are added', () => {
    const recent = new RecentEntries(START);
    recent.add(entries(1, 2));
    const [first] = recent.since(START)!;
    expect(first?.payload).toBe(recent.since(START)![0]?.payload);
    recent.add(entries(3));
    recent.add(entries(4));
    expect(recent.since(START)!.some(({ isDecoded }) => isDecoded)).toBe(false);
    expect(recent.since(START)![0]?.payload).toEqual({ number: 1 });
  });
});
