interface Waiting<One> {
  readonly one: One;
  /** The number of those that came before. */
  readonly at: number;
}

interface Places {
  readonly most: number;
  /** For one owner. */
  readonly perOwner: number;
}

/** What waits for places, by owner: each owner has one place before any has two, and who had some goes to the end. */
export class FairQueue<One extends { readonly owner: number }> {
  private readonly lines = new Map<number, Waiting<One>[]>();
  private came = 0;
  private count = 0;

  get length(): number {
    return this.count;
  }

  get owners(): number {
    return this.lines.size;
  }

  add(one: One): void {
    const line = this.lines.get(one.owner) ?? [];
    this.lines.set(one.owner, line);
    line.push({ one, at: this.came++ });
    this.count++;
  }

  /**
   * Those who go next, in the order of their arrival; they wait no more.
   * @param busy owners who have to wait
   */
  take(places: Places, busy: ReadonlySet<number>): One[] {
    const taken: Waiting<One>[] = [];
    for (const [owner, count] of this.shares(places, busy)) {
      const line = this.lines.get(owner)!;
      taken.push(...line.splice(0, count));
      this.lines.delete(owner);
      if (line.length > 0) this.lines.set(owner, line);
    }
    this.count -= taken.length;
    return taken.sort((a, b) => a.at - b.at).map(({ one }) => one);
  }

  private shares({ most, perOwner }: Places, busy: ReadonlySet<number>): Map<number, number> {
    const shares = new Map<number, number>();
    let room = most;
    for (let round = 0; round < perOwner && room > 0; round++) {
      for (const [owner, line] of this.lines) {
        if (busy.has(owner) || line.length <= round) continue;
        shares.set(owner, round + 1);
        if (--room === 0) break;
      }
    }
    return shares;
  }
}
