import type { Outcome } from './client';
import type { Disturbances } from './disturbances';

/**
 * What must be true in the end: of each thing the last value that was acknowledged. One writer has a thing at a time, and
 * whoever had to repeat himself keeps it until no earlier attempt can come into effect any more.
 */
export class Facts {
  private readonly values = new Map<string, unknown>();
  private readonly held = new Set<string>();
  private readonly releases = new Set<Promise<void>>();

  constructor(private readonly disturbances: Disturbances) {}

  isFree(thing: string): boolean {
    return !this.held.has(thing);
  }

  get(thing: string): unknown {
    return this.values.get(thing);
  }

  /** All of a kind: those that begin so. */
  entries(prefix: string): [string, unknown][] {
    return [...this.values]
      .filter(([thing]) => thing.startsWith(prefix))
      .map(([thing, value]) => [thing.slice(prefix.length), value]);
  }

  forget(prefix: string): void {
    for (const thing of this.values.keys()) if (thing.startsWith(prefix)) this.values.delete(thing);
  }

  /** Nobody else may have it meanwhile (see isFree). */
  async change(thing: string, value: unknown, act: () => Promise<Outcome>): Promise<Outcome> {
    this.held.add(thing);
    const outcome = await act();
    this.values.set(thing, value);
    if (outcome.isRepeated) this.track(this.disturbances.outlived(outcome.from).then(() => this.release(thing)));
    else this.release(thing);
    return outcome;
  }

  /** Resolves when nothing can change any more by itself. */
  async settled(): Promise<void> {
    while (this.releases.size > 0) await Promise.all(this.releases);
  }

  /** Waits for that, too, before things count as settled. */
  track(end: Promise<void>): void {
    this.releases.add(end);
    void end.finally(() => this.releases.delete(end));
  }

  private release(thing: string): void {
    this.held.delete(thing);
  }
}
