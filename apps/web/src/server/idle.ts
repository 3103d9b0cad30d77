/** Does what can wait: nothing of it is asked for before the first messages are shown. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2_000 });
  else setTimeout(work, 1_000);
}
