import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { TestProvider } from '../sign-in/oidc/provider';
import { SamlIdp } from '../sign-in/saml/identity-provider';
import { describeInChromium, openTab, startChromium } from '../support/chromium';
import { withAuthenticator } from '../support/second-factors';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('Company login in the browser client', () => {
  let world: World;
  let provider: TestProvider;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    provider = await TestProvider.start(`${world.url}/complete/oidc/corp`, `${world.url}/login/`);
  });
  afterAll(async () => {
    await chromium?.close();
    await provider?.stop();
    await world?.stop();
  });
  afterEach(() => page.close());

  const listed = async () =>
    (await world.owner.ok('GET', 'realm/identity_providers')).identity_providers as Record<string, unknown>[];
  const open = async () => {
    ({ page } = await openClient(context, world.owner, '#organization/company-login'));
    await page.getByRole('heading', { name: 'Company login' }).waitFor();
  };
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

  it('adds a provider that people log in at, tests it at once, and never shows its secret again', async () => {
    await open();
    await page.getByRole('button', { name: 'Add OpenID Connect' }).click();
    await fill('Name', 'Corp');
    await until(async () => (await page.getByLabel('Name in addresses').inputValue()) === 'corp');
    await page.getByText(`${world.url}/complete/oidc/corp`).waitFor();
    await fill('Issuer', provider.issuer);
    await fill('Client ID', 'parley');
    await fill('Client secret', 'a secret of the client');
    await fill('Mail domains', 'example.org');
    await page.getByRole('button', { name: 'Save and test' }).click();
    await page.getByRole('status').getByText('The provider works.').waitFor();
    const [{ has_secret: hasSecret, domain, settings }] = await listed();
    expect({ hasSecret, domain }).toEqual({ hasSecret: true, domain: 'example.org' });
    expect(JSON.stringify(settings)).not.toContain('a secret');

    provider.add({ sub: 'eva', email: 'eva@example.org', email_verified: true, name: 'Eva Example' });
    const other = await chromium.newContext({ baseURL: world.url });
    const { page: login } = await openTab(other);
    await login.goto('/login/');
    await login.getByRole('link', { name: 'Corp' }).click();
    await login.locator('input[name=login]').fill('eva');
    await login.locator('input[name=password]').fill('x');
    await login.locator('[type=submit]').click();
    await login.locator('[type=submit]').click();
    await login.getByRole('button', { name: 'Eva Example' }).waitFor();
    await login.goto('/accounts/logout/');
    await login.getByRole('button', { name: 'Log out' }).click();
    await login.waitForURL((url) => url.origin === provider.issuer);
    await login.getByRole('button', { name: /sign me out/i }).click();
    await login.waitForURL((url) => url.pathname === '/login/');
    await other.close();
  });

  it('tells what a person would become, and what is no description of a person', async () => {
    await open();
    await page.getByRole('button', { name: 'Test Corp' }).click();
    await fill('What the provider says of the person, as JSON', 'no JSON');
    await page.getByRole('button', { name: 'What would this person become?' }).click();
    await page.getByRole('alert').getByText('This is not an object in JSON.').waitFor();
    const person = JSON.stringify({ email: 'fay@example.org', email_verified: true, name: 'Fay' });
    const ask = async (outcome: string, detail: string) => {
      await fill('What the provider says of the person, as JSON', person);
      await page.getByRole('button', { name: 'What would this person become?' }).click();
      await page.getByRole('status').filter({ hasText: outcome }).getByText(detail).waitFor();
    };
    const setJit = async (isOn: boolean) => {
      await page.getByRole('button', { name: 'Change Corp' }).click();
      await page.getByLabel('Make an account at the first login').setChecked(isOn);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    await ask('The person would get in.', 'a new one');
    await setJit(false);
    await ask('The person would not get in', 'none is made at the first login');
    await setJit(true);
    await ask('The person would get in.', 'a new one');
  });

  it('changes a provider and keeps the stored secret', async () => {
    await open();
    await page.getByRole('button', { name: 'Change Corp' }).click();
    await fill('Name', 'Company');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').getByText('The provider works.').waitFor();
    expect((await listed())[0]).toMatchObject({ name: 'Company', has_secret: true });
  });

  it('says what the server has against a wrong option, and keeps what is typed', async () => {
    await open();
    await page.getByRole('button', { name: 'Change Company' }).click();
    await fill('Issuer', 'not an address');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/issuer/i)
      .waitFor();
    expect(await page.getByLabel('Issuer').inputValue()).toBe('not an address');
  });

  it('switches a provider off and on, and removes it after a question', async () => {
    await open();
    await page.getByRole('button', { name: 'Switch off Company' }).click();
    await page.getByRole('button', { name: 'Switch on Company' }).waitFor();
    expect((await listed())[0]).toMatchObject({ enabled: false });
    await page.getByRole('button', { name: 'Switch on Company' }).click();
    await page.getByRole('button', { name: 'Switch off Company' }).waitFor();
    await page.getByRole('button', { name: 'Remove Company' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('There are no providers yet.').waitFor();
    await until(async () => (await listed()).length === 0);
  });

  it('tells what the attributes of a SAML provider make of a person, and changes the key of the server', async () => {
    const metadata = (await SamlIdp.start()).metadata();
    const own = { kind: 'saml', slug: 'idp', name: 'IdP', jit: true, metadata };
    const { id } = await world.owner.ok('POST', 'realm/identity_providers', own);
    await open();
    await page.getByRole('button', { name: 'Test IdP' }).click();
    const attributes = { NameID: 'gil', mail: 'gil@example.org', displayName: 'Gil' };
    await fill('The attributes of the person and NameID, as JSON', JSON.stringify(attributes));
    await page.getByRole('button', { name: 'What would this person become?' }).click();
    await page.getByRole('status').filter({ hasText: 'The person would get in.' }).getByText('a new one').waitFor();
    for (const [press, then] of [
      ['Prepare a new key', 'Drop the new key'],
      ['Drop the new key', 'Prepare a new key'],
      ['Prepare a new key', 'Sign with the new key'],
      ['Sign with the new key', 'Prepare a new key'],
    ] as const) {
      await page.getByRole('button', { name: press }).click();
      await page.getByRole('button', { name: then }).waitFor();
    }
    await world.owner.ok('PATCH', 'settings', { default_language: 'de' });
    await page.reload();
    await page.getByRole('button', { name: 'IdP prüfen' }).click();
    for (const words of ['Das Zertifikat', 'Dieser Server unterschreibt mit dem Zertifikat'])
      await page.getByRole('status').getByText(words).first().waitFor();
    await fill('Die Attribute des Menschen und NameID, als JSON', JSON.stringify({ ...attributes, mail: undefined }));
    await page.getByRole('button', { name: 'Was würde aus diesem Menschen?' }).click();
    await page.getByRole('status').getByText('der Anbieter nennt keine E-Mail-Adresse').waitFor();
    await world.owner.ok('PATCH', 'settings', { default_language: 'en' });
    await world.owner.ok('DELETE', `realm/identity_providers/${id as number}`);
  });

  it('tells administrators that only owners may', async () => {
    const ana = await world.member('ana');
    await world.setRole(ana, 'admin');
    const ofAna = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(ofAna, ana, '#organization/company-login'));
    const button = page.getByRole('button', { name: 'Add SAML' });
    expect(await button.isDisabled()).toBe(true);
    const reason = page.locator(`#${await button.getAttribute('aria-describedby')}`);
    expect(await reason.innerText()).toContain('Owners');
    await ofAna.close();
  });

  it('removes the second factors of a user who has lost them', async () => {
    const bo = await world.member('bo');
    await withAuthenticator(world, bo);
    ({ page } = await openClient(context, world.owner, '#organization/users'));
    await page
      .getByRole('button', {
        name: `Remove the second factors of ${String((await bo.ok('GET', 'users/me')).full_name)}`,
      })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    await until(async () => (await page.getByRole('button', { name: /second factors of/ }).count()) === 0);
    const { users } = await world.owner.ok('GET', 'realm/second_factors');
    expect(users).toEqual([]);
  });
});
