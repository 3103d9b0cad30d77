import fc from 'fast-check';
import { Memberships, Period } from './memberships';

const USERS = 3;

interface Change {
  userId: number;
  change: 'join' | 'leave';
  position: number;
}

/** Positions ascend in the order of the log, because the channel's lock enforces it. */
const changes = fc
  .array(fc.record({ userId: fc.integer({ min: 1, max: USERS }), change: fc.constantFrom('join', 'leave') }), {
    maxLength: 30,
  })
  .map((list) => list.map((one, at) => ({ ...one, position: (at + 1) * 2 }) as Change));

/** The table as the repository writes it: a join opens a period unless one is open, and a leave closes it. */
function table(list: readonly Change[]): Period[] {
  const periods: { userId: number; from: number; to: number | null }[] = [];
  for (const { userId, change, position } of list) {
    const open = periods.find((one) => one.userId === userId && one.to === null);
    if (change === 'join' && !open) periods.push({ userId, from: position, to: null });
    if (change === 'leave' && open) open.to = position;
  }
  return periods as Period[];
}

/** The log contains only effective changes. */
function logged(list: readonly Change[]): Change[] {
  const members = new Set<number>();
  return list.filter(({ userId, change }) => {
    if ((change === 'join') === members.has(userId)) return false;
    if (change === 'join') members.add(userId);
    else members.delete(userId);
    return true;
  });
}

function fold(memberships: Memberships, list: readonly Change[]): Memberships {
  for (const { userId, change, position } of list) memberships[change]([userId as never], position);
  return memberships;
}

const covering = (periods: readonly Period[], position: number): number[] =>
  periods.filter(({ from, to }) => from < position && (to === null || position < to)).map(({ userId }) => userId);

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

describe('Memberships', () => {
  it('separates the periods of a user, with at most one open', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const periods = fold(new Memberships(0, []), logged(list)).periods();
        for (let userId = 1; userId <= USERS; userId++) {
          const own = periods.filter((one) => one.userId === userId).sort((a, b) => a.from - b.from);
          expect(own.filter(({ to }) => to === null).length).toBeLessThanOrEqual(1);
          own.slice(1).forEach((one, at) => expect(own[at].to).toBeLessThanOrEqual(one.from));
        }
      }),
    );
  });

  it('agrees with the table, wherever it was read and however late the log arrives', () => {
    fc.assert(
      fc.property(changes, fc.nat(30), fc.nat(30), fc.nat(60), (list, readAt, foldFrom, floor) => {
        const log = logged(list);
        const read = table(log.slice(0, readAt));
        // A read that answers for positions above the floor has seen everything up to it.
        const low = Math.min(floor, log[readAt - 1]?.position ?? 0);
        const memberships = fold(new Memberships(low, read), log.slice(Math.min(foldFrom, readAt)));
        for (let position = low + 1; position <= 62; position += 1) {
          if (position % 2 === 0) continue;
          const expected = sorted(covering(table(log), position));
          expect(sorted(memberships.members(position))).toEqual(expected);
          for (let userId = 1; userId <= USERS; userId++) {
            expect(memberships.includes(userId as never, position)).toBe(expected.includes(userId));
          }
        }
      }),
    );
  });

  it('accepts repeated changes', () => {
    fc.assert(
      fc.property(changes, (list) => {
        const log = logged(list);
        const once = fold(new Memberships(0, []), log).periods();
        const twice = fold(fold(new Memberships(0, []), log), log).periods();
        expect(sortedPeriods(twice)).toEqual(sortedPeriods(once));
      }),
    );
  });

  it('drops ended periods, and states the position from which it still answers', () => {
    const memberships = fold(new Memberships(0, []), [
      { userId: 1, change: 'join', position: 10 },
      { userId: 1, change: 'leave', position: 20 },
      { userId: 2, change: 'join', position: 30 },
    ]);
    memberships.forget(20);
    expect(memberships.floor).toBe(20);
    expect(memberships.periods()).toEqual([{ userId: 2, from: 30, to: null }]);
  });
});

const sortedPeriods = (periods: readonly Period[]): Period[] =>
  [...periods].sort((one, other) => one.userId - other.userId || one.from - other.from);
