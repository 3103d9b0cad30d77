import type { Browser as Chromium, BrowserContext } from 'playwright-core';
import { createDecipheriv } from 'node:crypto';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { World } from '../../support/world';
import { HostileProvider } from './hostile-provider';

const APP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 ZulipElectron/5.11.1 Chrome/120.0.0.0 Safari/537.36';

describeInChromium('The desktop app', () => {
  let world: World;
  let provider: HostileProvider;
  let chromium: Chromium;
  let app: BrowserContext;
  beforeAll(async () => {
    world = await World.start({ PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' });
    provider = await HostileProvider.start();
    const options = { kind: 'oidc', slug: 'corp', name: 'Corp', issuer: provider.issuer, client_id: 'parley' };
    await world.owner.ok('POST', 'realm/identity_providers', { ...options, jit: true });
    chromium = await startChromium();
  });
  beforeEach(async () => void (app = await chromium.newContext({ baseURL: world.url, userAgent: APP })));
  afterEach(() => app.close());
  afterAll(async () => {
    await chromium?.close();
    await provider?.stop();
    await world?.stop();
  });

  /** Logs in at the address that the app opens, in the browser of the device. Returns the text that it shows. */
  const inBrowser = async (address: string): Promise<string> => {
    const context = await chromium.newContext({ baseURL: world.url });
    const { page, violations } = await openTab(context);
    const person = { sub: 'ana', email: 'ana@example.org', email_verified: true, name: 'Ana' };
    // Requests that follow a redirect are not routed, so the answer that leads to the provider is changed.
    await page.route(address, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const location = `/complete/oidc/corp?${provider.logIn(response.headers().location!, person)}`;
      await route.fulfill({ response, headers: { ...response.headers(), location } });
    });
    await page.goto(address);
    const text = await page.getByLabel('For the app').inputValue();
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    expect(violations).toEqual([]);
    await context.close();
    return text;
  };

  /** The address that the app opens in the browser of the device. */
  const begun = async (): Promise<string> =>
    (await app.waitForEvent('request', (request) => request.url().includes('desktop_flow_otp'))).url();

  it('opens the browser, and logs in by the text that a user pastes', async () => {
    const { page, violations } = await openTab(app);
    const asked = begun();
    await page.goto('/accounts/login/social/oidc/corp?next=%2F%23inbox');
    const address = await asked;
    expect(new URL(address).searchParams.get('desktop_flow_otp')).toMatch(/^[0-9a-f]{64}$/);
    await page.getByLabel('The text from the browser').fill('ab12');
    await page.getByLabel('The text from the browser').fill(await inBrowser(address));
    await page.getByRole('button', { name: 'Ana' }).waitFor();
    expect(violations).toEqual([]);
  });

  it('logs in by itself when it reads the text from the clipboard', async () => {
    const key = Buffer.alloc(32, 7);
    const { page } = await openTab(app);
    let read: (text: string) => void = () => undefined;
    await page.exposeFunction('readClipboard', () => new Promise<string>((resolve) => (read = resolve)));
    await page.addInitScript(
      (bytes) => {
        const here = window as unknown as Record<string, unknown>;
        const pasted = () => (here.readClipboard as () => Promise<string>)();
        here.electron_bridge = {
          decrypt_clipboard: (version: number) => ({ version, key: Uint8Array.from(bytes), pasted: pasted() }),
        };
      },
      [...key],
    );
    const asked = begun();
    await page.goto('/accounts/login/social/oidc/corp');
    const address = await asked;
    expect(new URL(address).searchParams.get('desktop_flow_otp')).toBe(key.toString('hex'));
    const given = Buffer.from(await inBrowser(address), 'hex');
    const decipher = createDecipheriv('aes-256-gcm', key, given.subarray(0, 12));
    decipher.setAuthTag(given.subarray(-16));
    read(decipher.update(given.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'));
    await page.getByRole('button', { name: 'Ana' }).waitFor();
  });
});
