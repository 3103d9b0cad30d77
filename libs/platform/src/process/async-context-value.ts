import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * One storage for all values: Node 20 hands each storage on at every promise, and a request makes more than a hundred. It was 9 %
 * of a send with four (bench/results/send-profile.md).
 */
const storage = new AsyncLocalStorage<Readonly<Record<symbol, unknown>>>();

/** A value that holds for some work and all that it begins, until the work gives it another one. */
export class AsyncContextValue<T> {
  private readonly key = Symbol();

  get(): T | undefined {
    return storage.getStore()?.[this.key] as T | undefined;
  }

  run<R>(value: T, work: () => R): R {
    return storage.run({ ...storage.getStore(), [this.key]: value }, work);
  }
}
