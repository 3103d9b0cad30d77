import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, openTab, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { World } from '../support/world';

const WIDTHS = [375, 320];
const CHANNEL = 'a channel with a name that is longer than a phone is wide';

/** Boxes that reach beyond what is shown of what is around them, where nothing can be scrolled to them. */
const cutOffIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(input, textarea, select, button, h1, p)')]
      .filter((one) => one.checkVisibility() && !one.closest('[role=group], dialog'))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `${one.tagName} ${one.textContent || one.getAttribute('aria-label') || one.outerHTML}`),
  );

describeInChromium('The browser client on a phone', () => {
  let world: World;
  let ana: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await world.setRole(ana, 'admin');
    await ana.subscribe(CHANNEL);
    chromium = await startChromium();
    context = await chromium.newContext({
      ...{ baseURL: world.url, viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    });
    ({ page } = await openTab(context));
    await page.goto('/login/');
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password').fill('a long enough secret');
    await page.getByRole('button', { name: 'Log in' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const channel = async () => `#narrow/channel/${await ana.channelId(CHANNEL)}`;
  const views = () => page.getByRole('navigation', { name: 'Views' });
  const go = async (place: string) => {
    await page.goto(`/${place}`);
    await page.locator('main h1').waitFor();
  };

  it('opens the sidebar over the view, and closes it by a link, beside it or by Escape', async () => {
    await go('#recent');
    const open = async () => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await views().waitFor();
    };
    await open();
    await views().getByRole('link', { name: 'Inbox' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await views().waitFor({ state: 'hidden' });
    await open();
    await page.touchscreen.tap(370, 400);
    await views().waitFor({ state: 'hidden' });
    await open();
    await views().getByRole('link', { name: 'Inbox' }).press('Escape');
    await views().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Menu');
  });

  it('shows a section of the settings first, and all sections on request', async () => {
    await go('#settings/preferences');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await until(() =>
      page.getByRole('heading', { name: 'Preferences' }).evaluate((it) => it.getBoundingClientRect().top < 400),
    );
    const link = page.getByRole('link', { name: 'Notifications', exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Settings sections' }).tap();
    await link.tap();
    await page.getByRole('heading', { name: 'Notifications' }).first().waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it.each(WIDTHS)('cuts nothing off at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 568 });
    const id = (await channel()).split('/').at(-1);
    const faults: string[] = [];
    for (const place of [
      ...['#inbox', '#recent', '#feed', await channel(), `#topics/channel/${id}`, '#channels/all', '#drafts'],
      ...['#settings/profile', '#settings/notifications', '#organization/users', `#organization/channels/${id}`],
    ]) {
      await go(place);
      faults.push(...(await cutOffIn(page)).map((fault) => `${place}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('shows the name of a channel in a line of its own', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await go(await channel());
    const heights = await page.locator('main header').evaluate((head) =>
      [head.querySelector('h1')!, head.querySelector('h1 ~ a')!].map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    expect(heights[1]!.top).toBeGreaterThanOrEqual(heights[0]!.bottom - 1);
  });

  it('lets a wide table scroll in itself', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const cells = Array.from({ length: 8 }, (_, at) => `column-${at}`).join(' | ');
    await ana.send(CHANNEL, 'table', `${cells}\n${'--|'.repeat(7)}--\n${cells}`);
    await go(`${await channel()}/topic/table`);
    const table = page.getByRole('article').locator('table');
    await table.waitFor();
    const { inside, around } = await table.evaluate((it) => ({ inside: it.scrollWidth, around: it.clientWidth }));
    expect(inside).toBeGreaterThan(around);
    const cell = await table.getByText('column-7').first().boundingBox();
    expect(cell!.height).toBeLessThan(60);
    await table.focus();
    expect(await table.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('leaves room for messages above a keyboard, and enlarges no page at a field', async () => {
    await page.setViewportSize({ width: 360, height: 340 });
    await go(`${await channel()}/topic/table`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.tap();
    await page.getByRole('searchbox').waitFor({ state: 'hidden' });
    const feed = await page.getByRole('feed').boundingBox();
    expect(feed!.height).toBeGreaterThan(80);
    expect(await field.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThanOrEqual(16);
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('resizes-content');
  });
});
