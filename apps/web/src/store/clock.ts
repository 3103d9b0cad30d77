/** Smaller differences are those of the network. */
const EXACT_MS = 5_000;

let aheadMs = 0;

/** The server has just said what time it is. @param seconds UNIX time */
export function setTime(seconds: number): void {
  const difference = Date.now() - seconds * 1_000;
  aheadMs = Math.abs(difference) < EXACT_MS ? 0 : difference;
}

/** The server's time in milliseconds: the clock of this machine may be wrong. */
export const nowMs = (): number => Date.now() - aheadMs;

/** The server's time in UNIX seconds. */
export const nowSeconds = (): number => Math.floor(nowMs() / 1_000);
