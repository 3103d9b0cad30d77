import type { Browser as Chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { withAuthenticator } from '../../support/second-factors';
import { World } from '../../support/world';

const PASSWORD = 'a long enough secret';

describeInChromium('An own API key of a user with a second factor', () => {
  let world: World;
  let chromium: Chromium;
  beforeAll(async () => {
    world = await World.start();
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  it('is given for the password and a code when the login is long ago', async () => {
    const ana = await world.member('ana');
    const app = await withAuthenticator(world, ana);
    const context = await chromium.newContext({ baseURL: world.url });
    const { page } = await openTab(context);
    await page.goto('/login/');
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByLabel('Code').fill(await app.freshCode());
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    await world.sql(`UPDATE browser_session SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [ana.id]);

    await page.goto('/#settings/sessions');
    const button = page.getByRole('button', { name: 'Download zuliprc' });
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('A code of your second factor').fill('000 000');
    await button.click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('A code of your second factor').fill(app.recoveryCodes[0]);
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const [, key] = /^key=(.+)$/m.exec(readFileSync((await file.path())!, 'utf8'))!;
    ana.key = key;
    expect((await ana.get('users/me')).status).toBe(200);
    await context.close();
  });
});
