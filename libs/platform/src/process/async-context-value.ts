/**
 * The storage of transactions has all other values, too: Node 20 hands each storage on at every promise, and a request makes
 * more than a hundred. With four storages it was 9 % of a send (bench/results/send-profile.md). Commands load this file alone,
 * as the whole package would load Nest.
 */
import { globalClsService as storage } from 'nestjs-cls/dist/src/lib/cls-service.globals';

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
