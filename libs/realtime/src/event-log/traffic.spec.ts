import fc from 'fast-check';
import { Traffic } from './traffic';

const NOW = 1_000_000;

describe('Traffic', () => {
  let traffic: Traffic;
  beforeEach(() => (traffic = new Traffic({ hasBell: true })));

  const intervalMs = (now: number, isBusy = false) => traffic.intervalMs(now, isBusy);

  it('looks once a second at rest, and more often where no bell is heard', () => {
    expect([intervalMs(NOW), new Traffic({ hasBell: false }).intervalMs(NOW, false)]).toEqual([1_000, 40]);
  });

  it('looks often for a commit of its own until it has read it, and then no more', () => {
    traffic.noteCommit(NOW);
    traffic.noteCommit(NOW + 1);
    expect(intervalMs(NOW + 2)).toBe(5);
    traffic.noteRead(1, NOW + 3);
    expect(intervalMs(NOW + 3)).toBe(5);
    traffic.noteRead(1, NOW + 4);
    expect([intervalMs(NOW + 5), intervalMs(NOW + 2_005)]).toEqual([40, 1_000]);
  });

  it('looks often for two seconds after the bell of another node', () => {
    traffic.noteBell('b', NOW);
    expect([intervalMs(NOW + 2_000), intervalMs(NOW + 1, true), intervalMs(NOW + 2_001)]).toEqual([5, 15, 1_000]);
  });

  it('looks often when it reads more than it has committed: others write without a bell', () => {
    traffic.noteCommit(NOW);
    traffic.noteRead(2, NOW + 1);
    expect(intervalMs(NOW + 2)).toBe(5);
  });

  it('does not wait longer than two seconds for a commit that it never reads', () => {
    traffic.noteCommit(NOW);
    expect(intervalMs(NOW + 2_001)).toBe(1_000);
    traffic.noteCommit(NOW + 3_000);
    traffic.noteRead(1, NOW + 3_001);
    expect(intervalMs(NOW + 3_002)).toBe(40);
  });

  it('looks often after its own traffic, too, where no bell is heard', () => {
    const deaf = new Traffic({ hasBell: false });
    deaf.noteCommit(NOW);
    deaf.noteRead(1, NOW + 1);
    expect([deaf.intervalMs(NOW + 2, false), deaf.takeRing(NOW + 2)]).toEqual([5, false]);
  });

  it('rings once for its commits, and again only when others may look seldom', () => {
    const rings: number[] = [];
    for (let now = NOW; now < NOW + 4_000; now += 100) {
      traffic.noteCommit(now);
      if (traffic.takeRing(now)) rings.push(now - NOW);
    }
    expect(rings).toEqual([0, 1_600, 3_200]);
  });

  it('rings when it has heard one node alone, which has heard none', () => {
    for (const after of [0, 1]) traffic.noteBell('b', NOW + after);
    traffic.noteCommit(NOW + 2);
    expect(traffic.takeRing(NOW + 2)).toBe(true);
  });

  it('rings no more while it hears two others, so that all have heard one of them', () => {
    traffic.noteBell('b', NOW);
    traffic.noteBell('c', NOW + 1_000);
    traffic.noteCommit(NOW + 1_500);
    expect(traffic.takeRing(NOW + 1_500)).toBe(false);
    traffic.noteCommit(NOW + 1_501);
    expect(traffic.takeRing(NOW + 1_501)).toBe(true);
  });

  it('lets each node look often for what another commits, with few bells for many nodes', () => {
    const commit = fc.record({ node: fc.nat(7), afterMs: fc.integer({ min: 1, max: 2_500 }) });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 200 }), (commits) => {
        const nodes = Array.from({ length: 8 }, () => new Traffic({ hasBell: true }));
        let now = NOW;
        let rings = 0;
        for (const { node, afterMs } of commits) {
          now += afterMs;
          nodes[node]!.noteCommit(now);
          const others = nodes.filter((one) => one !== nodes[node]);
          if (nodes[node]!.takeRing(now)) {
            rings++;
            for (const other of others) other.noteBell(String(node), now);
          }
          for (const other of others) expect(other.intervalMs(now, false)).toBe(5);
        }
        expect(rings).toBeLessThanOrEqual(2 + (2 * (now - NOW)) / 1_500);
      }),
    );
  });
});
