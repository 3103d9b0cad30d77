import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser as Chromium } from 'playwright-core';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { openClient } from '../../support/web-client';
import { World } from '../../support/world';
import { escaped } from './draft';
import { SamlIdp } from './identity-provider';

const person = { nameId: 'eva', attributes: { mail: 'eva@example.org', displayName: 'Eva Example' } };

describeInChromium('A SAML provider on another site', () => {
  let world: World;
  let idp: SamlIdp;
  let pages: Server;
  let chromium: Chromium;
  let metadata: string;
  beforeAll(async () => {
    world = await World.start();
    idp = await SamlIdp.start();
    // The page of the provider: it sends the form by itself, as real ones do.
    pages = createServer(({ url }, response) => {
      const asked = `http://provider${url}`;
      if (!asked.includes('SAMLRequest')) return void response.writeHead(404).end();
      const inputs = Object.entries(idp.logIn(asked, person)).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
      );
      const action = escaped(idp.read(asked).consumer);
      const form = `<form method="post" action="${action}">${inputs.join('')}</form>`;
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Provider</title>${form}<script>document.forms[0].submit()</script>`);
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const isLocal = new URL(world.url).hostname === 'localhost';
    const elsewhere = `http://${isLocal ? '127.0.0.1' : 'localhost'}:${(pages.address() as AddressInfo).port}/sso`;
    metadata = idp.metadata().replace(/https:[^"]*\/sso[^"]*/, elsewhere);
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    pages?.closeAllConnections();
    pages?.close();
    await world?.stop();
  });

  it('is added in the settings, and logs a browser in whose cookies stay away from its form', async () => {
    const context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    const { page } = await openClient(context, world.owner, '#organization/company-login');
    await page.getByRole('button', { name: 'Add SAML' }).click();
    await page.getByLabel('Name', { exact: true }).fill('IdP');
    await page.getByText(`${world.url}/complete/saml/idp`).waitFor();
    await page.getByText(`${world.url}/saml/metadata/idp.xml`).waitFor();
    await page.getByLabel('Metadata of the provider', { exact: true }).fill(metadata);
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
