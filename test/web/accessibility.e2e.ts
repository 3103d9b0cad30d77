import { readFileSync } from 'node:fs';
import type { Browser as Chromium, BrowserContextOptions, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

/** Read, and not imported: it runs in the page. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
interface Found {
  violations: { id: string; nodes: { html: string }[] }[];
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How people look at it. At 200 % zoom a window of 1280 pixels has 640. */
const LOOKS: [string, BrowserContextOptions][] = [
  ['light, 1280 pixels', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark, 320 pixels', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  ['high contrast, 1280 pixels at 200 %', { viewport: { width: 640, height: 400 }, contrast: 'more' }],
  ['forced colours, 320 pixels', { viewport: { width: 320, height: 640 }, forcedColors: 'active' }],
];

describeInChromium('The browser client for everybody', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let places: string[];

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    await ana.send(
      'plans',
      'lunch',
      '@**Bo Example** `code`\n\n> quoted\n\n```spoiler Where?\nHere\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    );
    await ana.sendTo([bo], 'A word without an end: '.concat('x'.repeat(300)));
    await ana.ok('POST', 'users/me/status', { status_text: 'At lunch', emoji_name: 'tada' });
    const channel = `#narrow/channel/${await bo.channelId('plans')}`;
    const ofMany = ['#feed', channel, '#narrow/is/mentioned', '#drafts', '#scheduled', '#channels'];
    places = ['#inbox', '#recent', `${channel}/topic/lunch`, `#narrow/dm/${ana.id}`, ...ofMany];
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  async function faultsOf(page: Page): Promise<string[]> {
    const { violations } = await page.evaluate(
      (tags) =>
        (window as unknown as { axe: { run(root: Document, options: object): Promise<Found> } }).axe.run(document, {
          runOnly: tags,
        }),
      RULES,
    );
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  }

  it.each(LOOKS)('has no barrier that axe knows in the inbox and in conversations: %s', async (_, look) => {
    // The page's policy takes no scripts of others, so the browser is told to let this one in.
    const { viewport = null, ...others } = look;
    const context = await chromium.newContext({ baseURL: world.url, bypassCSP: true, ...others });
    const { page } = await openClient(context, bo);
    if (viewport) await page.setViewportSize(viewport);
    await page.addScriptTag({ content: AXE });
    const faults: string[] = [];
    for (const place of places) {
      await page.evaluate((hash) => (location.hash = hash), place);
      await page.locator('main h1').first().waitFor();
      await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' });
      faults.push(...(await faultsOf(page)).map((fault) => `${place} ${fault}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (width > 0) faults.push(`${place} is ${width} pixels too wide`);
    }
    await context.close();
    expect(faults).toEqual([]);
  });
});
