import type { Browser as Chromium, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The users of the organization in the browser client', () => {
  let world: World;
  let chromium: Chromium;
  let page: Page;
  beforeAll(async () => {
    world = await World.start();
    chromium = await startChromium();
    await world.guest('gus');
    await world.moderator('mona');
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, world.owner, '#organization/users'));
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  it('are filtered by their role, and stay in the list when it changes', async () => {
    const row = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await row('Mona Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Guest');
    await row('Mona Example').waitFor({ state: 'detached' });
    await page.getByText('1 user', { exact: true }).waitFor();
    const role = row('Gus Example').getByLabel('Role of Gus Example');
    await role.selectOption('Member');
    await page.getByRole('status').getByText('Saved').waitFor();
    await row('Gus Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Member');
    await row('Gus Example').waitFor();
    await page.getByLabel('Role', { exact: true }).selectOption('Guest');
    await row('Gus Example').waitFor({ state: 'detached' });
  });
});
