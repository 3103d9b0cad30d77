/** Pages in the background may look once a minute. */
const LOOK_MS = 5_000;
const SLEEP_MS = 120_000;

/**
 * Calls when the machine has slept: the clock has gone on, and no timer has run. Connections are often gone then, and
 * nothing says so.
 */
export function onWakeFromSleep(act: () => void): void {
  let seen = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - seen > SLEEP_MS) act();
    seen = now;
  }, LOOK_MS);
}
