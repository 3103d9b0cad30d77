import type { Actor } from '../actor';

/** Wraps what counts as one action; an action without a possible target does not call it. */
export type Counted = <T>(act: () => Promise<T>) => Promise<T>;

export interface Deed {
  /** The frequency, relative to others. */
  readonly weight: number;
  act(actor: Actor, counted: Counted): Promise<unknown>;
}

export type Deeds = Readonly<Record<string, Deed>>;

/** The error with which a second attempt reports that the first one succeeded. */
export const said =
  (pattern: RegExp) =>
  ({ msg, code }: Record<string, unknown>): boolean =>
    pattern.test(`${String(code)} ${String(msg)}`);
