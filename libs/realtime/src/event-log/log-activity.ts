/** The intervals of reading the log: while entries of other nodes may come, likewise on a busy node, and while only this node writes. */
export const ACTIVE_MS = 5;
const BUSY_MS = 15;
const ALONE_MS = 40;
/** After a quiet time: where other nodes wake this one, and where they cannot. */
const QUIET_MS = 1_000;
const QUIET_UNWOKEN_MS = 40;
const QUIET_AFTER_MS = 2_000;
/** A node that was woken looks often for a little longer than this. */
const AWAKE_MS = 1_500;

interface WakeUp {
  /** Of the node that woke this one. */
  readonly nodeId: string;
  readonly at: number;
}

interface Node {
  /** Whether other nodes can wake it. */
  readonly canBeWoken: boolean;
}

/**
 * What comes into the log, as one node sees it: when to look again, and whether to wake other nodes. A node
 * reads its own commits at once, so it looks often only for those of others. Times are milliseconds of one clock.
 */
export class LogActivity {
  private lastAt = 0;
  private ofOthersAt = 0;
  private wokeOthersAt = 0;
  /** The last ones by two different nodes. */
  private wakeUps: readonly WakeUp[] = [];
  /** Transactions of this node that it has not read yet: an older one may be open. */
  private unread = 0;
  private isWakeUpDue = false;

  constructor(private readonly node: Node) {}

  /** This node has committed entries. */
  noteCommit(now: number): void {
    this.lastAt = now;
    this.unread++;
    this.isWakeUpDue ||= this.node.canBeWoken && !this.lookOthersOften(now);
  }

  /** Another node wakes this one. */
  noteWakeUp(nodeId: string, now: number): void {
    this.wakeUps = [{ nodeId, at: now }, ...this.wakeUps.filter((one) => one.nodeId !== nodeId)].slice(0, 2);
    this.lastAt = now;
    this.ofOthersAt = now;
  }

  /** @param transactions whose entries were read. More than this node has committed: others write, even if they wake no node */
  noteRead(transactions: number, now: number): void {
    this.lastAt = now;
    if (transactions > this.unread) this.ofOthersAt = now;
    this.unread = Math.max(0, this.unread - transactions);
  }

  /** Whether to wake the others now. Once for each commit after a time without a wake-up. */
  takeWakeUp(now: number): boolean {
    if (!this.isWakeUpDue) return false;
    this.isWakeUpDue = false;
    this.wokeOthersAt = now;
    return true;
  }

  /**
   * This node has woken the others, or two others have: each node was woken by one that is not itself. So under load two
   * wake-ups are enough for any number of nodes.
   */
  private lookOthersOften(now: number): boolean {
    const isRecent = ({ at }: WakeUp): boolean => now - at <= AWAKE_MS;
    return now - this.wokeOthersAt <= AWAKE_MS || (this.wakeUps.length === 2 && this.wakeUps.every(isRecent));
  }

  /** Until the next look. */
  intervalMs(now: number, isBusy: boolean): number {
    const { canBeWoken } = this.node;
    if (now - this.lastAt > QUIET_AFTER_MS) {
      this.unread = 0;
      return canBeWoken ? QUIET_MS : QUIET_UNWOKEN_MS;
    }
    const isAlone = canBeWoken && this.unread === 0 && now - this.ofOthersAt > QUIET_AFTER_MS;
    if (isAlone) return ALONE_MS;
    return isBusy ? BUSY_MS : ACTIVE_MS;
  }
}
