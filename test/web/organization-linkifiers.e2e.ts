import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('Linkifiers in the browser client', () => {
  let world: World;
  let owner: Person;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    chromium = await startChromium();
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, owner, '#organization/linkifier-settings'));
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  it('show what they make of a text, and are changed in their rows', async () => {
    await owner.ok('POST', 'realm/filters', {
      pattern: 'case-(?P<id>[0-9]+)',
      url_template: 'https://example.com/cases/{id}',
    });
    await page.getByLabel('Try a text').fill('See case-12 please');
    const link = page.getByRole('link', { name: 'case-12' });
    expect(await link.getAttribute('href')).toBe('https://example.com/cases/12');
    await page.getByText(/^Settings of case/).click();
    await page.getByLabel(/^URL template of case/).fill('https://example.com/files/{id}');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'case-12' }).and(page.locator('[href*=files]')).waitFor();
  });
});
