import { AsyncLocalStorage } from 'node:async_hooks';
import { BatchLoader } from './batch-loader';

describe('batched lookups', () => {
  const statements: number[][] = [];
  let answer: (() => void)[] = [];
  const squares = () =>
    new BatchLoader<number, number>(async (keys) => {
      statements.push([...keys]);
      await new Promise<void>((resolve) => answer.push(resolve));
      if (keys.includes(-1)) throw new Error('no such number');
      return keys.map((key) => key ** 2);
    });
  const turn = () => new Promise(setImmediate);
  /** Answers each statement until all that were asked for are answered. */
  const settle = async (found: Promise<unknown>) => {
    let isOver = false;
    void found.then(() => (isOver = true));
    for (; !isOver; await turn()) answer.splice(0).forEach((one) => one());
  };
  const ask = (lookups: BatchLoader<number, number>, from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, at) => lookups.find(from + at)));
  beforeEach(() => {
    statements.length = 0;
    answer = [];
  });

  it('share a statement in one turn of the event loop', async () => {
    const found = ask(squares(), 0, 5);
    await settle(found);
    expect(statements).toEqual([[0, 1, 2, 3, 4]]);
    expect(await found).toEqual([0, 1, 4, 9, 16]);
  });

  it('share the next statement while two are running', async () => {
    const lookups = squares();
    const found = [];
    for (let key = 0; key < 10; key++) {
      found.push(lookups.find(key));
      await turn();
    }
    expect(statements).toEqual([[0], [1]]);
    await settle(Promise.all(found));
    expect(statements.slice(2)).toEqual([[2, 3, 4, 5, 6, 7, 8, 9]]);
    expect(await Promise.all(found)).toEqual([0, 1, 4, 9, 16, 25, 36, 49, 64, 81]);
  });

  it('are two hundred for each statement at most', async () => {
    const found = ask(squares(), 0, 500);
    await settle(found);
    expect(statements.map((keys) => keys.length)).toEqual([200, 200, 100]);
    expect((await found).at(-1)).toBe(499 ** 2);
  });

  it('continue after a failed statement', async () => {
    const lookups = squares();
    const failed = lookups.find(-1).catch((error: Error) => error.message);
    await settle(failed);
    const found = lookups.find(3);
    await settle(found);
    expect([await failed, await found]).toEqual(['no such number', 9]);
  });

  it('run in the context of their creation, not of the first caller', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const lookups = new BatchLoader<number, number>(async (keys) => {
      seen.push(context.getStore());
      await Promise.resolve();
      return keys;
    });
    const found = Array.from({ length: 6 }, (_, key) => context.run(`caller ${key}`, () => lookups.find(key)));
    expect(await Promise.all(found)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seen).toEqual(seen.map(() => undefined));
  });
});
