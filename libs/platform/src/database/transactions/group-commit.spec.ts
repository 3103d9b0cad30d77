import { AsyncLocalStorage } from 'node:async_hooks';
import { GroupCommit, SharedOutcome } from './group-commit';

describe('work that shares transactions', () => {
  let shared: number[][];
  let end: (() => void)[];
  let alone: number[];
  let commits: GroupCommit<number, string>;
  const context = new AsyncLocalStorage<string>();
  const turn = () => new Promise(setImmediate);
  const outcomeOf = (item: number): SharedOutcome<string> => {
    if (item < 0) return { error: new Error(`no ${item}`) };
    return item === 100 ? 'alone' : { result: `shared ${item}` };
  };
  /** Each of another owner if none is given. */
  const run = (item: number, owner = item + 1_000) =>
    commits.run(owner, item, async () => {
      alone.push(item);
      await new Promise<void>((resolve) => end.push(resolve));
      return `alone ${item}`;
    });
  /** Ends what is under way until that is done. */
  const settle = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    void work.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    for (; !isOver; await turn()) end.splice(0).forEach((one) => one());
    return work;
  };
  beforeEach(() => {
    [shared, end, alone] = [[], [], []];
    commits = new GroupCommit<number, string>(
      { most: 4, perOwner: 3, perOnlyWaitingOwner: 3, perOnlyOwner: 4, underWay: 1 },
      async (items) => {
        shared.push([...items]);
        expect(context.getStore()).toBeUndefined();
        await new Promise<void>((resolve) => end.push(resolve));
        return items.map(outcomeOf);
      },
    );
  });

  it('runs alone and at once where nothing else is under way', async () => {
    expect(await settle(run(1))).toBe('alone 1');
    expect(await settle(run(2))).toBe('alone 2');
    expect(shared).toEqual([]);
  });

  it('starts at once beside work that runs alone, and gathers behind a shared transaction', async () => {
    const found = [run(1)];
    await turn();
    found.push(run(2));
    await turn();
    expect(shared).toEqual([[2]]);
    for (const item of [3, 4, 5]) {
      found.push(run(item));
      await turn();
    }
    expect(shared).toEqual([[2]]);
    expect(await settle(Promise.all(found))).toEqual(['alone 1', 'shared 2', 'shared 3', 'shared 4', 'shared 5']);
    expect(shared).toEqual([[2], [3, 4, 5]]);
  });

  it('gives each piece its own outcome, in the context of its caller', async () => {
    const [one, failed, other] = [run(1), run(-1).catch((error: Error) => error.message), run(100)];
    const named = context.run('mine', async () => {
      await run(2);
      return context.getStore();
    });
    expect(await settle(Promise.all([one, failed, other, named]))).toEqual(['shared 1', 'no -1', 'alone 100', 'mine']);
    expect(shared).toEqual([[1, -1, 100, 2]]);
    expect(alone).toEqual([100]);
  });

  it('tells all of a shared transaction that fails as a whole', async () => {
    commits = new GroupCommit<number, string>(
      { most: 4, perOwner: 3, perOnlyWaitingOwner: 3, perOnlyOwner: 4, underWay: 1 },
      () => Promise.reject(new Error('broken')),
    );
    const failures = await Promise.allSettled([run(1), run(2)]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await settle(run(3))).toBe('alone 3');
  });

  it('has a place for a single sender in the next transaction, however much another sends', async () => {
    const found = [...Array.from({ length: 64 }, (_, at) => run(at + 200, 1)), run(1, 2)];
    await turn();
    expect(shared).toEqual([[200, 201, 202, 1]]);
    await settle(Promise.all(found));
    expect([...shared.slice(1).flat(), ...alone]).toEqual(Array.from({ length: 61 }, (_, at) => at + 203));
    expect(shared.slice(1).every(({ length }) => length <= 3)).toBe(true);
  });

  it('leaves a transaction free for others where one owner has much to do', async () => {
    commits = new GroupCommit<number, string>(
      { most: 4, perOwner: 3, perOnlyWaitingOwner: 3, perOnlyOwner: 4, underWay: 2 },
      async (items) => {
        shared.push([...items]);
        await new Promise<void>((resolve) => end.push(resolve));
        return items.map(outcomeOf);
      },
    );
    const found = Array.from({ length: 9 }, (_, at) => run(at, 1));
    await turn();
    found.push(run(50, 2));
    await turn();
    expect(shared).toEqual([[0, 1, 2], [50]]);
    await settle(Promise.all(found));
    expect(shared.slice(2)).toEqual([
      [3, 4, 5],
      [6, 7, 8],
    ]);
  });

  it('has shorter transactions of one owner while others come and go', async () => {
    const limits = { most: 9, perOwner: 3, perOnlyWaitingOwner: 1, perOnlyOwner: 9, underWay: 1 };
    commits = new GroupCommit<number, string>(limits, async (items) => {
      shared.push([...items]);
      await new Promise<void>((resolve) => end.push(resolve));
      return items.map(outcomeOf);
    });
    const found = Array.from({ length: 8 }, (_, at) => run(at, 1));
    await turn();
    found.push(run(50, 2));
    await settle(Promise.all(found));
    expect(shared).toEqual([[0], [1, 2, 3, 50], [4], [5], [6]]);
    expect(alone).toEqual([7]);
  });

  it('gives more places to an owner who is alone for long', async () => {
    await settle(Promise.all(Array.from({ length: 250 }, (_, at) => run(at + 200, 1))));
    expect(shared.every(({ length }) => length <= 3)).toBe(true);
    shared = [];
    await settle(Promise.all(Array.from({ length: 8 }, (_, at) => run(at + 1_000, 1))));
    expect(shared).toEqual([
      [1_000, 1_001, 1_002, 1_003],
      [1_004, 1_005, 1_006, 1_007],
    ]);
  });
});
