/**
 * Which tab sends what this browser keeps: the one that has claimed it. When that tab is closed or has done so, another one
 * hears of it. Without locks each tab goes on by itself.
 */
export class Claims {
  private readonly locks = navigator.locks as LockManager | undefined;
  private readonly ends = new Map<string, () => void>();

  /** @param onClaimed other tabs can be told from then on */
  claim(name: string, onClaimed: () => void): void {
    const ended = new Promise<void>((resolve) => this.ends.set(name, resolve));
    void this.locks?.request(lockOf(name), () => {
      onClaimed();
      return ended;
    });
  }

  /** This tab has done with it. */
  end(name: string): void {
    this.ends.get(name)?.();
    this.ends.delete(name);
  }

  /** Calls `work` when no tab claims it any more. */
  whenFree(name: string, work: () => Promise<void>): void {
    void this.locks?.request(lockOf(name), work);
  }
}

const lockOf = (name: string): string => `parley sends ${name}`;
