import type { Browser as Chromium } from 'playwright-core';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { openClient } from '../../support/web-client';
import { World } from '../../support/world';
import { SamlLoginPage } from './login-page';

const person = { nameId: 'eva', attributes: { mail: 'eva@example.org', displayName: 'Eva Example' } };

describeInChromium('A SAML provider on another site', () => {
  let world: World;
  let provider: SamlLoginPage;
  let chromium: Chromium;
  beforeAll(async () => {
    world = await World.start();
    provider = await SamlLoginPage.start(world.url);
    provider.next = { person };
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await provider?.stop();
    await world?.stop();
  });

  it('is added in the settings, and logs a browser in whose cookies stay away from its form', async () => {
    const context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    const { page } = await openClient(context, world.owner, '#organization/company-login');
    await page.getByRole('button', { name: 'Add SAML' }).click();
    await page.getByLabel('Name', { exact: true }).fill('IdP');
    await page.getByText(`${world.url}/complete/saml/idp`).waitFor();
    await page.getByText(`${world.url}/saml/metadata/idp.xml`).waitFor();
    await page.getByLabel('Metadata of the provider', { exact: true }).fill(provider.metadata);
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByRole('status').getByText('The provider works.').waitFor();
    await page.close();

    const other = await chromium.newContext({ baseURL: world.url });
    const { page: login } = await openTab(other);
    await login.goto('/login/');
    await login.getByRole('link', { name: 'IdP' }).click();
    await login.getByRole('button', { name: 'Eva Example' }).waitFor();
    await Promise.all([other.close(), context.close()]);
  });
});
