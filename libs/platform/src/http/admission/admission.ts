/** How much a node takes upon itself. */
export interface AdmissionLimits {
  /** So many requests may be under way, however slow it is. */
  readonly alwaysFine: number;
  /** More are let in as long as they can be done within so many seconds, at the present pace. */
  readonly patienceSeconds: number;
  /** So late may half of all looks at the clock be. */
  readonly lateMs: number;
}

/** The pace of a second counts so much a second later, unless that one is better. */
const FADING = 0.7;

/**
 * Decides which requests are admitted, so that admitted requests are served in time. Without it, an overloaded node serves
 * every request too late.
 */
export class Admission {
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

  /** To be called each second. @param halfLateMs by which half of all looks at the clock were late meanwhile */
  tick(halfLateMs: number): void {
    this.pace = Math.max(this.ended, this.pace * FADING);
    this.ended = 0;
    const isLate = halfLateMs > this.limits.lateMs;
    this.isLate = isLate && this.wasLate;
    this.wasLate = isLate;
  }
}
