import fc from 'fast-check';
import { LogActivity } from './log-activity';

const NOW = 1_000_000;

describe('LogActivity', () => {
  let activity: LogActivity;
  beforeEach(() => (activity = new LogActivity({ canBeWoken: true })));

  const intervalMs = (now: number, isBusy = false) => activity.intervalMs(now, isBusy);

  it('looks once a second at rest, and more often where no node wakes it', () => {
    expect([intervalMs(NOW), new LogActivity({ canBeWoken: false }).intervalMs(NOW, false)]).toEqual([1_000, 40]);
  });

  it('looks often for a commit of its own until it has read it, and then no more', () => {
    activity.noteCommit(NOW);
    activity.noteCommit(NOW + 1);
    expect(intervalMs(NOW + 2)).toBe(5);
    activity.noteRead(1, NOW + 3);
    expect(intervalMs(NOW + 3)).toBe(5);
    activity.noteRead(1, NOW + 4);
    expect([intervalMs(NOW + 5), intervalMs(NOW + 2_005)]).toEqual([40, 1_000]);
  });

  it('looks often for two seconds after another node has woken it', () => {
    activity.noteWakeUp('b', NOW);
    expect([intervalMs(NOW + 2_000), intervalMs(NOW + 1, true), intervalMs(NOW + 2_001)]).toEqual([5, 15, 1_000]);
  });

  it('looks often when it reads more than it has committed: others write and wake no node', () => {
    activity.noteCommit(NOW);
    activity.noteRead(2, NOW + 1);
    expect(intervalMs(NOW + 2)).toBe(5);
  });

  it('does not wait longer than two seconds for a commit that it never reads', () => {
    activity.noteCommit(NOW);
    expect(intervalMs(NOW + 2_001)).toBe(1_000);
    activity.noteCommit(NOW + 3_000);
    activity.noteRead(1, NOW + 3_001);
    expect(intervalMs(NOW + 3_002)).toBe(40);
  });

  it('looks often after its own activity, too, where no node wakes it', () => {
    const unwoken = new LogActivity({ canBeWoken: false });
    unwoken.noteCommit(NOW);
    unwoken.noteRead(1, NOW + 1);
    expect([unwoken.intervalMs(NOW + 2, false), unwoken.takeWakeUp(NOW + 2)]).toEqual([5, false]);
  });

  it('wakes the others once for its commits, and again only when others may look seldom', () => {
    const wakeUps: number[] = [];
    for (let now = NOW; now < NOW + 4_000; now += 100) {
      activity.noteCommit(now);
      if (activity.takeWakeUp(now)) wakeUps.push(now - NOW);
    }
    expect(wakeUps).toEqual([0, 1_600, 3_200]);
  });

  it('wakes the others when one node alone has woken it, which no node has woken', () => {
    for (const after of [0, 1]) activity.noteWakeUp('b', NOW + after);
    activity.noteCommit(NOW + 2);
    expect(activity.takeWakeUp(NOW + 2)).toBe(true);
  });

  it('wakes no node while two others wake it, so that one of them has woken each', () => {
    activity.noteWakeUp('b', NOW);
    activity.noteWakeUp('c', NOW + 1_000);
    activity.noteCommit(NOW + 1_500);
    expect(activity.takeWakeUp(NOW + 1_500)).toBe(false);
    activity.noteCommit(NOW + 1_501);
    expect(activity.takeWakeUp(NOW + 1_501)).toBe(true);
  });

  it('lets each node look often for what another commits, with few wake-ups for many nodes', () => {
    const commit = fc.record({ node: fc.nat(7), afterMs: fc.integer({ min: 1, max: 2_500 }) });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 200 }), (commits) => {
        const nodes = Array.from({ length: 8 }, () => new LogActivity({ canBeWoken: true }));
        let now = NOW;
        let wakeUps = 0;
        for (const { node, afterMs } of commits) {
          now += afterMs;
          nodes[node]!.noteCommit(now);
          const others = nodes.filter((one) => one !== nodes[node]);
          if (nodes[node]!.takeWakeUp(now)) {
            wakeUps++;
            for (const other of others) other.noteWakeUp(String(node), now);
          }
          for (const other of others) expect(other.intervalMs(now, false)).toBe(5);
        }
        expect(wakeUps).toBeLessThanOrEqual(2 + (2 * (now - NOW)) / 1_500);
      }),
    );
  });
});
