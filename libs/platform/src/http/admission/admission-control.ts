/** How much a node takes upon itself. */
export interface AdmissionLimits {
  /** This many requests are always admitted, however slow the node is. */
  readonly alwaysFine: number;
  /** Further requests are admitted if at the present rate they would be done within this many seconds. */
  readonly patienceSeconds: number;
  /** So late may half of all looks at the clock be. */
  readonly lateMs: number;
}

/** The factor by which the measured rate decreases each second, unless the new rate is higher. */
const FADING = 0.7;

/**
 * Decides which requests are admitted, so that admitted requests are served in time. Without it, an overloaded node serves
 * every request too late.
 */
export class AdmissionControl {
  /** Requests that were let in and have not ended. */
  underWay = 0;
  private ended = 0;
  private pace = 0;
  /** Twice in a row: a machine that slept for a moment is none that has too much to do. */
  private isLate = false;
  private wasLate = false;

  constructor(private readonly limits: AdmissionLimits) {}

  get hasRoom(): boolean {
    const { alwaysFine, patienceSeconds } = this.limits;
    return !this.isLate && this.underWay < Math.max(alwaysFine, this.pace * patienceSeconds);
  }

  enter(): void {
    this.underWay++;
  }

  leave(): void {
    this.underWay--;
    this.ended++;
  }

  /** Called each second. @param halfLateMs the median delay of the timer since the last call */
  tick(halfLateMs: number): void {
    this.pace = Math.max(this.ended, this.pace * FADING);
    this.ended = 0;
    const isLate = halfLateMs > this.limits.lateMs;
    this.isLate = isLate && this.wasLate;
    this.wasLate = isLate;
  }
}
