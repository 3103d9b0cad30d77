import { LockIsContended, LockQueue, LockQueueLimits, LockRequest } from './lock-queue';
import { Lock, lock } from './locks';

const LIMITS: LockQueueLimits = {
  perLock: 2,
  maxPerLock: 4,
  maxWithLock: 5,
  crowded: 6,
  maxInDatabase: 8,
  maxQueuedPerLock: 3,
  maxQueued: 6,
  burstMs: 100,
  patienceMs: 1_000,
};

describe('the queue for locks', () => {
  let line: LockQueue;
  /** Those that were let through to the database, by their names, in their order. */
  let through: string[];
  let refused: string[];
  let turns: Map<string, LockRequest>;
  beforeEach(() => {
    jest.useFakeTimers();
    line = new LockQueue({ ...LIMITS });
    [through, refused, turns] = [[], [], new Map()];
  });
  afterEach(() => jest.useRealTimers());

  const come = (name: string, ...locks: Lock[]): void => {
    const note = (turn: LockRequest): void => {
      through.push(name);
      turns.set(name, turn);
    };
    const entered = line.enter(locks);
    if (!(entered instanceof Promise)) return note(entered);
    entered.then(note, (error: unknown) => {
      expect(error).toBeInstanceOf(LockIsContended);
      refused.push(name);
    });
  };
  const soon = () => jest.advanceTimersByTimeAsync(0);
  const granted = (name: string) => turns.get(name)!.granted();
  const ended = (name: string) => turns.get(name)!.end();
  const several = (count: number, of: string): string[] => Array.from({ length: count }, (_, at) => `${of}${at + 1}`);
  const channel = lock.channelShared(5);

  it('lets transactions without a lock pass, and those whose lock is free', () => {
    for (const name of several(20, 'free ')) come(name);
    for (const name of several(20, 'send ')) {
      come(name, channel);
      granted(name);
    }
    expect([through.length, line.length]).toEqual([40, 0]);
  });

  it('lets more wait in the database as more hold the lock shared, up to a limit', () => {
    for (const name of several(2, 'held ')) {
      come(name, channel);
      granted(name);
    }
    for (const name of several(10, 'send ')) come(name, channel);
    expect([line.waitingInDatabase, line.length]).toEqual([4, 6]);
  });

  it('keeps all but a few outside of the database while a lock is held, and other locks free', async () => {
    for (const name of several(5, 'send ')) come(name, channel);
    come('elsewhere', lock.channelShared(6));
    expect(through).toEqual(['send 1', 'send 2', 'elsewhere']);
    granted('send 1');
    await soon();
    expect(through).toEqual(['send 1', 'send 2', 'elsewhere', 'send 3', 'send 4']);
  });

  it('leaves connections for others when a lock with many waiting is released', async () => {
    const names = several(12, 'send ');
    Object.assign(line.limits, { maxQueuedPerLock: 20, maxQueued: 20 });
    for (const name of names) come(name, channel);
    for (let given = 0; given < through.length; given++) {
      granted(through[given]);
      await soon();
    }
    expect([through.length, line.length]).toEqual([LIMITS.maxWithLock, 7]);
    for (let over = 0; over < names.length; over++) {
      ended(through[over]);
      await soon();
    }
    expect(through).toEqual(names);
  });

  it('continues when a transaction ends without its locks', async () => {
    for (const name of several(3, 'send ')) come(name, channel);
    ended('send 2');
    ended('send 2');
    await soon();
    expect([through, line.waitingInDatabase]).toEqual([['send 1', 'send 2', 'send 3'], 2]);
  });

  it('keeps the order of requests for the same lock', async () => {
    for (const name of several(3, 'send ')) come(name, channel);
    come('move', lock.channel(5));
    come('late', channel);
    ended('send 1');
    ended('send 2');
    await soon();
    expect(through).toEqual(['send 1', 'send 2', 'send 3', 'move']);
  });

  describe('for work that shares transactions', () => {
    let sharing: string[];
    beforeEach(() => {
      sharing = [];
      Object.assign(line.limits, { maxQueuedPerLock: 40, maxQueued: 40 });
    });
    const share = (name: string, ...locks: Lock[]) =>
      line.share(locks)?.then((turn) => {
        sharing.push(name);
        turns.set(name, { granted: () => undefined, ...turn });
      }) ?? null;

    it('lets all go on at once, after those before them', async () => {
      expect(share('free', channel)).toBeNull();
      for (const name of several(3, 'send ')) come(name, channel);
      expect(share('elsewhere', lock.channelShared(6))).toBeNull();
      for (const name of several(20, 'shared ')) void share(name, channel);
      come('late', channel);
      granted('send 1');
      await soon();
      expect([through, sharing, line.length]).toEqual([[...several(3, 'send '), 'late'], several(20, 'shared '), 0]);
    });

    it('lets it wait while another wants its lock alone, and the next one for all that went on', async () => {
      come('move 1', lock.channel(5));
      for (const name of several(2, 'shared ')) void share(name, channel);
      come('move 2', lock.channel(5));
      void share('late', channel);
      granted('move 1');
      await soon();
      expect([through, sharing]).toEqual([['move 1'], []]);
      ended('move 1');
      await soon();
      expect([through, sharing]).toEqual([['move 1'], several(2, 'shared ')]);
      ended('shared 1');
      ended('shared 1');
      await soon();
      expect(through).toEqual(['move 1']);
      ended('shared 2');
      await soon();
      expect([through, sharing]).toEqual([['move 1', 'move 2'], several(2, 'shared ')]);
      ended('move 2');
      await soon();
      expect(sharing).toEqual(['shared 1', 'shared 2', 'late']);
      ended('late');
      expect(share('free', channel)).toBeNull();
    });
  });

  it('delays no other second lock while the first is contended', () => {
    for (const name of several(2, 'send ')) come(name, channel);
    come('both', lock.organizationShared(1), channel);
    come('other', lock.organizationShared(1), lock.channelShared(6));
    expect(through).toEqual(['send 1', 'send 2', 'other']);
  });

  it('lets one more wait for each lock once many wait, and keeps some connections free', () => {
    for (const id of [1, 2, 3]) for (const name of several(2, `${id}: `)) come(name, lock.channel(id));
    for (const id of [4, 5, 6]) for (const name of several(2, `${id}: `)) come(name, lock.channel(id));
    expect(through.slice(6)).toEqual(['4: 1', '5: 1']);
    expect(line.waitingInDatabase).toBe(LIMITS.maxInDatabase);
  });

  it('refuses requests beyond its length, unless the lock is granted continuously', async () => {
    for (const name of several(7, 'send ')) come(name, channel);
    expect(refused).toEqual([]);
    await jest.advanceTimersByTimeAsync(LIMITS.burstMs);
    expect(refused).toEqual(['send 6', 'send 7']);
    come('late', channel);
    await soon();
    expect(refused).toEqual(['send 6', 'send 7', 'late']);
    granted('send 1');
    for (const name of several(5, 'again ')) come(name, channel);
    await soon();
    expect(refused).toHaveLength(3);
    expect(line.refused).toBe(3);
  });

  it('refuses requests after a time limit, and stays usable', async () => {
    for (const name of several(4, 'send ')) come(name, channel);
    await jest.advanceTimersByTimeAsync(LIMITS.patienceMs);
    expect([refused, line.length]).toEqual([['send 3', 'send 4'], 0]);
    granted('send 1');
    ended('send 1');
    ended('send 2');
    come('next', channel);
    expect(through.at(-1)).toBe('next');
  });
});
