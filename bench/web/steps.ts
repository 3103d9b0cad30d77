import type { Browser, CDPSession } from 'playwright-core';
import { call } from '../support';
import { fresh, openChannel, Place, throttle } from './places';

export interface Outcome {
  readonly values: number[];
  readonly note?: string;
}

const SWITCHES = 20;
const LETTERS = 120;
const EVENTS = 1_000;
const PASSING = Number(process.env.BENCH_PASSING ?? 100_000);
const AT_ONCE = 32;
/** What browsers of several years call a task of a thread. */
const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask'];

/** Milliseconds from a change of the address to the painted rows of the other channel. */
export async function switches(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const [page] = await openChannel(context, place.channels[1]);
  const visit = (channel: number) => page.evaluate(visited, `#narrow/channel/${channel}`);
  const pair = place.channels.slice(1, 3);
  for (const at of [1, 0, 1, 0]) await visit(pair[at]);
  const values: number[] = [];
  for (let at = 0; at < SWITCHES; at++) values.push(await visit(pair[(at + 1) % 2]));
  await context.close();
  return { values };
}

/** Runs in the page. Rows of the channel are those that were not there before. */
async function visited(hash: string): Promise<number> {
  const before = new Set(document.querySelectorAll('article'));
  const began = performance.now();
  location.hash = hash;
  const isThere = () => [...document.querySelectorAll('article')].some((row) => !before.has(row));
  while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    requestAnimationFrame(() => port2.postMessage(null));
  });
  return performance.now() - began;
}

/** Milliseconds from Enter to the frame that has the message, and the frames in between. */
export async function ownMessage(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const [page] = await openChannel(context, place.channels[1]);
  await page.getByRole('feed').press('End');
  await page.waitForTimeout(1_500);
  await page.keyboard.press('c');
  const topic = page.getByRole('textbox', { name: 'Topic' });
  if (await topic.isVisible()) await topic.fill('bench');
  const values: number[] = [];
  const frames: number[] = [];
  for (let at = 0; at < 5; at++) {
    const text = `own ${Math.random().toString(36).slice(2)}`;
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.evaluate(watchEnter, text);
    await page.getByRole('textbox', { name: 'Message' }).press('Control+Enter');
    const seen = await page.waitForFunction(() => (window as unknown as { seen?: [number, number] }).seen);
    const [ms, count] = (await seen.jsonValue())!;
    values.push(ms);
    frames.push(count);
    await page.getByRole('article').getByText(text).waitFor();
  }
  await context.close();
  return { values, note: `at most ${Math.max(...frames)} frames` };
}

/** Runs in the page. */
function watchEnter(text: string): void {
  const shared = window as unknown as { seen?: [number, number] };
  shared.seen = undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    removeEventListener('keydown', onKey, true);
    let frames = 0;
    const look = () => {
      frames++;
      const rows = [...document.querySelectorAll('article')].slice(-3);
      if (rows.some((row) => row.textContent.includes(text))) {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (shared.seen = [performance.now() - event.timeStamp, frames]);
        port2.postMessage(null);
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  addEventListener('keydown', onKey, true);
}

/** The longest task in milliseconds while a message is typed. */
export async function typing(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const [page, session] = await openChannel(context, place.channels[1]);
  await page.waitForTimeout(1_500);
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await throttle(session, 4);
  const longest = await longestTask(session, async () => {
    const words = 'what a *nice* day to **write** a `message` of some words ';
    for (let at = 0; at < LETTERS; at++) await page.keyboard.press(keyOf(words[at % words.length]), { delay: 40 });
  });
  await context.close();
  return { values: [longest] };
}

const keyOf = (written: string): string => (written === ' ' ? 'Space' : written);

/** The longest task while a thousand events come at once, as after a time without network. */
export async function batch(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const [page, session] = await openChannel(context, place.channels[1]);
  await page.getByRole('feed').press('End');
  await page.waitForTimeout(1_500);
  await context.setOffline(true);
  const last = `last ${Math.random().toString(36).slice(2)}`;
  await sendMany(place, EVENTS - 1, () => place.channels[2]);
  await send(place, place.channels[1], last);
  const longest = await longestTask(session, async () => {
    await context.setOffline(false);
    await page.getByRole('article').getByText(last).waitFor();
  });
  await context.close();
  return { values: [longest] };
}

/** Bytes of heap and nodes after many messages passed and many channels were opened. */
export async function passing(browser: Browser, place: Place): Promise<Outcome> {
  const context = await fresh(browser, place);
  const [page, session] = await openChannel(context, place.channels[1]);
  const heaps: number[] = [];
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    heaps.push(usedSize / 1e6);
  };
  for (let part = 0; part < 10; part++) {
    await sendMany(place, PASSING / 10, (at) => place.channels[at % place.channels.length]);
    for (let at = 0; at < 50; at++) {
      const channel = place.channels[at % place.channels.length];
      await page.evaluate((hash) => (location.hash = hash), `#narrow/channel/${channel}`);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    const last = `part ${Math.random().toString(36).slice(2)}`;
    await page.evaluate((hash) => (location.hash = hash), `#narrow/channel/${place.channels[1]}`);
    await send(place, place.channels[1], last);
    await page.getByRole('article').first().waitFor();
    // The channel opens at its first unread message, far above.
    await page.getByRole('feed').press('End');
    await page.getByRole('article').getByText(last).waitFor();
    await measure();
  }
  const { nodes } = await session.send('Memory.getDOMCounters');
  await context.close();
  return { values: heaps, note: `MB after each tenth: ${heaps.map((mb) => mb.toFixed(1)).join(', ')}; ${nodes} nodes` };
}

const send = ({ bench, sender }: Place, channel: number, content: string) =>
  call(bench, sender, 'POST', 'messages', { type: 'channel', to: channel, topic: 'bench', content });

async function sendMany(place: Place, count: number, channelOf: (at: number) => number): Promise<void> {
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      const at = sent++;
      await send(place, channelOf(at), `number ${at} of *many* that pass`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * The longest task of a page's main thread while something is done, in milliseconds of its own time: what other programs take of
 * the processors is not in it, what the throttle takes is.
 */
async function longestTask(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const tasks: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => tasks.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,toplevel' });
  await work();
  await session.send('Tracing.end');
  await ended;
  const main = tasks.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const mains = new Set(main.map(({ pid, tid }) => `${pid} ${tid}`));
  const own = tasks.filter((one) => TASKS.includes(one.name) && mains.has(`${one.pid} ${one.tid}`));
  return Math.max(0, ...own.map(({ tdur = 0 }) => tdur / 1_000));
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds of the thread's own time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}
