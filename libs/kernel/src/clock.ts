/** The only source of the current time; tests replace it. */
export class Clock {
  now(): Date {
    return new Date();
  }

  /** UNIX time in whole seconds, the unit of nearly all times on the wire. */
  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }
}
