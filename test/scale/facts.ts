import type { Outcome } from './client';
import type { Disturbances } from './disturbances';

/**
 * What must be true in the end: of each thing the last value that was acknowledged. One writer has a thing at a time, and
 * whoever had to repeat himself keeps it until no earlier attempt can come into effect any more.
 */
export class Facts {
  private readonly values = new Map<string, unknown>();
  /** How many hold a thing. */
  private readonly held = new Map<string, number>();
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

  /** Keeps a thing from the others (see isFree). @returns what to call when it is theirs again */
  hold(thing: string): () => void {
    this.held.set(thing, (this.held.get(thing) ?? 0) + 1);
    return () => this.release(thing);
  }

  /** The thing is held meanwhile. */
  async change(thing: string, value: unknown, act: () => Promise<Outcome>): Promise<Outcome> {
    const release = this.hold(thing);
    const outcome = await act();
    this.values.set(thing, value);
    if (outcome.isRepeated) this.track(this.disturbances.outlived(outcome.from).then(release));
    else release();
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
    const others = (this.held.get(thing) ?? 0) - 1;
    if (others > 0) this.held.set(thing, others);
    else this.held.delete(thing);
  }
}
