import type { Browser } from 'playwright-core';
import { fresh, Place, throttle } from './places';
import type { Outcome } from './steps';

const ROUND_TRIP_MS = 40;
const BYTES_A_SECOND = 10_000_000 / 8;

/** From the address to the first painted message, in a browser that knows only its session. */
export async function cold(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await throttle(session, 4);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_A_SECOND,
    uploadThroughput: BYTES_A_SECOND,
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // A message is delivered after the frame was painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark('painted');
        port2.postMessage(null);
      });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/#narrow/channel/${place.channels[1]}`);
  const painted = await page.waitForFunction(() => performance.getEntriesByName('painted')[0]?.startTime);
  const ms = (await painted.jsonValue())!;
  const asked = await page.evaluate((until) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries
      .filter(({ startTime }) => startTime < until)
      .map(({ name, startTime, responseEnd }) => [new URL(name).pathname, startTime, responseEnd] as const);
  }, ms);
  if (process.env.BENCH_TRACE) {
    for (const [path, start, end] of asked) console.error(`${start.toFixed(0)} to ${end.toFixed(0)}: ${path}`);
  }
  await context.close();
  return { values: [ms] };
}
