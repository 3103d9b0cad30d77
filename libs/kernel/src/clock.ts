/** A time in whole seconds since 1970, the unit of nearly all times on the wire. */
export const unixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** The only source of the current time; tests replace it. */
export class Clock {
  now(): Date {
    return new Date();
  }

  /** UNIX time in whole seconds. */
  seconds(): number {
    return unixSeconds(this.now());
  }
}
