import type { Actor } from '../actor';

/** Wraps what counts as one deed; whoever finds nothing to do does not call it. */
export type Counted = <T>(act: () => Promise<T>) => Promise<T>;

export interface Deed {
  /** How often, compared with others. */
  readonly weight: number;
  act(actor: Actor, counted: Counted): Promise<unknown>;
}

export type Deeds = Readonly<Record<string, Deed>>;

/** An error by which a second attempt says that the first one has done it. */
export const said =
  (pattern: RegExp) =>
  ({ msg, code }: Record<string, unknown>): boolean =>
    pattern.test(`${String(code)} ${String(msg)}`);
