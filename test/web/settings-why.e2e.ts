import type { Browser as Chromium, Page } from 'playwright-core';
import { de } from '../../apps/web/src/i18n/generated/settings/de';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The section "Why?"', () => {
  let world: World;
  let owner: Person;
  let chromium: Chromium;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    ({ owner } = world);
    await world.member('bo');
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  it('explains to administrators why a person may or may not do something', async () => {
    await owner.subscribe('board', { invite_only: true });
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, owner, '#organization/explain'));
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'board' }).waitFor();
    await page.getByLabel('Person', { exact: true }).fill('Bo Example');
    await page.getByLabel('Channel', { exact: true }).fill('board');
    await page.getByLabel('Action', { exact: true }).selectOption('Post messages');
    await page.getByRole('button', { name: 'Why?' }).click();
    const answer = page.getByRole('status').filter({ hasText: 'Not allowed' });
    await answer.getByText('the channel is private').waitFor();
    await page.getByLabel('Action', { exact: true }).selectOption('Invite people');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page
      .getByText('“Who can send email invitations to new users” includes the person through: Members.')
      .waitFor();
    await page.getByLabel('Action', { exact: true }).selectOption('Send a direct message');
    await page.getByLabel('Other person', { exact: true }).fill('Olivia Owner');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.getByText('Bo Example · Send a direct message · Olivia Owner').waitFor();
    await page.getByLabel('Action', { exact: true }).selectOption('Create web-public channels');
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.getByText('Web-public channels are off, on the server or in the organization.').waitFor();
    await context.close();
  });

  it('explains in the language of the administrator', async () => {
    const ada = await world.admin('ada');
    await owner.subscribe('vorstand', { invite_only: true, principals: [owner.id, ada.id] });
    const context = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(context, ada, '#organization/explain'));
    await ada.ok('PATCH', 'settings', { default_language: 'de' });
    await page.getByRole('region', { name: 'Einstellungen' }).waitFor();
    await page.getByLabel('Person', { exact: true }).fill('Bo Example');
    await page.getByLabel('Kanal', { exact: true }).fill('vorstand');
    await page.getByLabel('Aktion', { exact: true }).selectOption('Nachrichten lesen');
    await page.getByRole('button', { name: 'Warum?' }).click();
    const answer = page.getByRole('region').getByRole('status').filter({ hasText: 'Nicht erlaubt' });
    await answer.getByText('Der Kanal ist privat.').waitFor();
    const label = de.channel_can_subscribe_group;
    await answer.getByText(`„${label}“ ist eingestellt auf: Niemand. Die Person gehört nicht dazu.`).waitFor();
    await context.close();
  });
});
