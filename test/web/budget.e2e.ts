import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

/** Bytes with gzip. */
const MOST = { js: 110_000, css: 25_000 };
const MOST_REQUESTS = 6;
const MOST_NODES = 8_000;
/** Bytes after the browser has collected what is not used any more. */
const MOST_HEAP = 80_000_000;
const MOST_GROWTH = 4_000_000;
/** More than are shown at once. */
const MESSAGES = 310;
const SWITCHES = 60;

const DIST = join(__dirname, '../../dist/web');

describe('the first view in a browser', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8');

  it.each(['js', 'css'] as const)('is within the budget: %s', (kind) => {
    const names = Array.from(page.matchAll(/(?:src|href)="\/app\/([^"]+)"/g), ([, name]) => name!);
    const files = names.filter((name) => name.endsWith(`.${kind}`));
    expect(files.length).toBeGreaterThan(0);
    const bytes = files.reduce((sum, name) => sum + readFileSync(join(DIST, `${name}.gz`)).length, 0);
    expect(bytes).toBeLessThanOrEqual(MOST[kind]);
  });
});

describeInChromium('What the browser client takes', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let channel: string;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    for (let at = 0; at < MESSAGES; at++) await ana.send('plans', at % 2 === 0 ? 'a' : 'b', `number ${at} of *many*`);
    await bo.ok('POST', 'mark_all_as_read');
    channel = `#narrow/channel/${await bo.channelId('plans')}`;
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const contextOf = () => chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });

  it('asks for little until the first message, and for state and messages at once', async () => {
    const before = await contextOf();
    await openClient(before, bo);
    const cookies = await before.cookies();
    await before.close();
    const context = await contextOf();
    await context.addCookies(cookies);
    const page = await context.newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(`${request.method()} ${new URL(request.url()).pathname}`));
    // Neither is answered before both were asked for. The script itself is the second link of the chain, the page the first.
    await page.route(/\/json\/(register|messages)/, async (route) => {
      await until(() => paths.includes('POST /json/register') && paths.includes('GET /json/messages'));
      await route.continue();
    });
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('article')) return;
        observer.disconnect();
        performance.mark('first message');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`/${channel}/topic/a`);
    await page.getByRole('article').first().waitFor();
    const asked = await page.evaluate(() => {
      const shown = performance.getEntriesByName('first message')[0].startTime;
      const entries = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < shown);
      // Browsers ask for the icon of their tab when they like.
      return entries.map(({ name }) => new URL(name).pathname).filter((path) => !path.endsWith('.svg'));
    });
    await context.close();
    expect(['the page', ...asked].slice(MOST_REQUESTS)).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(['/json/register', '/json/messages']));
  });

  it('stays small and flat while conversations are switched and messages pass', async () => {
    const context = await contextOf();
    const { page } = await openClient(context, bo, '#feed');
    await page.getByRole('article').first().waitFor();
    for (let at = 0; at < 6; at++) {
      await page.getByRole('feed').evaluate((feed) => (feed.scrollTop = 0));
      await frames(page, 3);
    }
    const nodes = await page.evaluate(() => {
      const walker = document.createTreeWalker(document);
      let count = 1;
      while (walker.nextNode()) count++;
      return count;
    });
    expect(nodes).toBeLessThanOrEqual(MOST_NODES);

    const session = await context.newCDPSession(page);
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const pass = async (words: string) => {
      for (let at = 0; at < SWITCHES / 20; at++) await ana.send('plans', 'a', `${words} ${at}`);
      for (let at = 0; at < SWITCHES; at++) {
        await goTo(page, `${channel}/topic/${at % 2 === 0 ? 'b' : 'a'}`);
        await frames(page, 1);
      }
      await page
        .getByRole('article')
        .getByText(`${words} ${SWITCHES / 20 - 1}`)
        .waitFor();
    };
    await pass('to warm up');
    const first = await heap();
    await pass('after that');
    const last = await heap();
    await context.close();
    expect([first < MOST_HEAP, last - first < MOST_GROWTH, first, last]).toEqual([true, true, first, last]);
  });
});

/** Resolves when the browser has drawn so often. */
const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (wanted) => {
    for (let at = 0; at < wanted; at++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
