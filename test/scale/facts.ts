import type { Outcome } from './client';
import type { Disturbances } from './disturbances';

/**
 * What must be true in the end: of each object the last acknowledged value. One writer has an object at a time, and
 * keeps it after a retry until no earlier attempt can take effect any more.
 */
export class Facts {
  private readonly values = new Map<string, unknown>();
  /** How many users have an object. */
  private readonly held = new Map<string, number>();
  private readonly releases = new Set<Promise<void>>();

  constructor(private readonly disturbances: Disturbances) {}

  isFree(thing: string): boolean {
    return !this.held.has(thing);
  }

  get(thing: string): unknown {
    return this.values.get(thing);
  }

  /** All objects of a kind: those with this prefix. */
  entries(prefix: string): [string, unknown][] {
    return [...this.values]
      .filter(([thing]) => thing.startsWith(prefix))
      .map(([thing, value]) => [thing.slice(prefix.length), value]);
  }

  forget(prefix: string): void {
    for (const thing of this.values.keys()) if (thing.startsWith(prefix)) this.values.delete(thing);
  }

  /** Reserves an object (see isFree). @returns what to call to release it */
  hold(thing: string): () => void {
    this.held.set(thing, (this.held.get(thing) ?? 0) + 1);
    return () => this.release(thing);
  }

  /** The object is reserved meanwhile. */
  async change(thing: string, value: unknown, act: () => Promise<Outcome>): Promise<Outcome> {
    const release = this.hold(thing);
    const outcome = await act();
    this.values.set(thing, value);
    if (outcome.isRepeated) this.track(this.disturbances.outlived(outcome.from).then(release));
    else release();
    return outcome;
  }

  /** Resolves when no pending attempt can change anything any more. */
  async settled(): Promise<void> {
    while (this.releases.size > 0) await Promise.all(this.releases);
  }

  /** Delays the settling of objects until this resolves too. */
  track(end: Promise<void>): void {
    this.releases.add(end);
    void end.finally(() => this.releases.delete(end));
  }

  private release(thing: string): void {
    const others = (this.held.get(thing) ?? 0) - 1;
    if (others > 0) this.held.set(thing, others);
    else this.held.delete(thing);
  }
}
