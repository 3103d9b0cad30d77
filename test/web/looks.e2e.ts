import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The looks of the browser client', () => {
  let world: World;
  let bo: Person;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    bo = await world.member('bo');
    chromium = await startChromium();
    ({ page } = await openClient(await chromium.newContext({ baseURL: world.url }), bo, '#recent'));
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const measured = () =>
    page.evaluate(() => {
      const { fontSize, lineHeight } = getComputedStyle(document.documentElement);
      return [parseFloat(fontSize), parseFloat(lineHeight) / parseFloat(fontSize)];
    });

  it('follow the settings of sizes of text and lines at once', async () => {
    const [before] = await measured();
    await bo.ok('PATCH', 'settings', { web_font_size_px: 20, web_line_height_percent: 168 });
    await until(async () => {
      const [size, lines] = await measured();
      return Math.abs(size! / before! - 20 / 16) < 0.01 && Math.abs(lines! - 1.8) < 0.01;
    });
    await bo.ok('PATCH', 'settings', { web_font_size_px: 16, web_line_height_percent: 140 });
    await until(async () => (await measured())[0] === before);
  });

  it.each([
    ['recent_topics', 'Recent conversations'],
    ['all_messages', 'Combined feed'],
    ['inbox', 'Inbox'],
  ])('begin with the home view that the user has chosen: %s', async (value, heading) => {
    await bo.ok('PATCH', 'settings', { web_home_view: value });
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  });
});
