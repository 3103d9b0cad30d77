import { ClsServiceManager } from 'nestjs-cls';

/**
 * All values are in the storage that transactions have, too: Node 20 hands each storage on at every promise, and a request
 * makes more than a hundred. It was 9 % of a send with four (bench/results/send-profile.md).
 */
const storage = ClsServiceManager.getClsService();

type Values = Readonly<Record<symbol, unknown>>;

/** A value that holds for some work and all that it begins, until the work gives it another one. */
export class AsyncContextValue<T> {
  private readonly key = Symbol();

  get(): T | undefined {
    return storage.get<Values | undefined>()?.[this.key] as T | undefined;
  }

  run<R>(value: T, work: () => R): R {
    return storage.runWith({ ...storage.get<Values>(), [this.key]: value }, work);
  }
}
