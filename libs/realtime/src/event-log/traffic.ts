/** The intervals of reading the log: while entries of other nodes may come, likewise on a busy node, and while only this node writes. */
export const TRAFFIC_MS = 5;
const BUSY_MS = 15;
const ALONE_MS = 40;
/** After a quiet time: with a bell, and without one. */
const QUIET_MS = 1_000;
const QUIET_WITHOUT_BELL_MS = 40;
const QUIET_AFTER_MS = 2_000;
/** After a bell the nodes that hear it look often for a little longer than this. */
const HEARD_MS = 1_500;

interface Bell {
  readonly ringer: string;
  readonly at: number;
}

interface Node {
  /** Whether it hears the bell of other nodes. */
  readonly hasBell: boolean;
}

/**
 * What comes into the log, as one node sees it: when to look again, and whether to ring the bell for other nodes. A node
 * reads its own commits at once, so it looks often only for those of others. Times are milliseconds of one clock.
 */
export class Traffic {
  private lastAt = 0;
  private ofOthersAt = 0;
  private rangAt = 0;
  /** The last bells of two different nodes. */
  private bells: readonly Bell[] = [];
  /** Transactions of this node that it has not read yet: an older one may be open. */
  private unread = 0;
  private isRingDue = false;

  constructor(private readonly node: Node) {}

  /** This node has committed entries. */
  noteCommit(now: number): void {
    this.lastAt = now;
    this.unread++;
    this.isRingDue ||= this.node.hasBell && !this.lookOthersOften(now);
  }

  /** Another node rings. @param ringer what it rings with */
  noteBell(ringer: string, now: number): void {
    this.bells = [{ ringer, at: now }, ...this.bells.filter((bell) => bell.ringer !== ringer)].slice(0, 2);
    this.lastAt = now;
    this.ofOthersAt = now;
  }

  /** @param transactions whose entries were read. More than this node has committed: others write, even if they do not ring */
  noteRead(transactions: number, now: number): void {
    this.lastAt = now;
    if (transactions > this.unread) this.ofOthersAt = now;
    this.unread = Math.max(0, this.unread - transactions);
  }

  /** Whether to ring now. Once for each commit after a time without a bell. */
  takeRing(now: number): boolean {
    if (!this.isRingDue) return false;
    this.isRingDue = false;
    this.rangAt = now;
    return true;
  }

  /**
   * This node has rung, or two others have: each node has heard one that is not its own. So under load two bells are
   * enough for any number of nodes.
   */
  private lookOthersOften(now: number): boolean {
    const isHeard = ({ at }: Bell): boolean => now - at <= HEARD_MS;
    return now - this.rangAt <= HEARD_MS || (this.bells.length === 2 && this.bells.every(isHeard));
  }

  /** Until the next look. */
  intervalMs(now: number, isBusy: boolean): number {
    const { hasBell } = this.node;
    if (now - this.lastAt > QUIET_AFTER_MS) {
      this.unread = 0;
      return hasBell ? QUIET_MS : QUIET_WITHOUT_BELL_MS;
    }
    const isAlone = hasBell && this.unread === 0 && now - this.ofOthersAt > QUIET_AFTER_MS;
    if (isAlone) return ALONE_MS;
    return isBusy ? BUSY_MS : TRAFFIC_MS;
  }
}
