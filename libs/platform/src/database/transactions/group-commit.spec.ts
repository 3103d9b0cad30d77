import { AsyncLocalStorage } from 'node:async_hooks';
import { fairShare, GroupCommit, SharedOutcome } from './group-commit';

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
  const run = (item: number, owner = 1) =>
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
    commits = new GroupCommit<number, string>({ most: 4, underWay: 1 }, async (items) => {
      shared.push([...items]);
      expect(context.getStore()).toBeUndefined();
      await new Promise<void>((resolve) => end.push(resolve));
      return items.map(outcomeOf);
    });
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
    commits = new GroupCommit<number, string>({ most: 4, underWay: 1 }, () => Promise.reject(new Error('broken')));
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
  });

  it('gives each owner a place before any has two, in the order of arrival', () => {
    const waiting = [1, 1, 1, 2, 1, 3, 2].map((owner, at) => ({ owner, at }));
    const places = (most: number) => Array.from(fairShare(waiting, most), ({ at }) => at);
    expect(places(3)).toEqual([0, 3, 5]);
    expect(places(5)).toEqual([0, 1, 3, 5, 6]);
    expect(places(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
