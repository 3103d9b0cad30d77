import type { Browser as Chromium, BrowserContext } from 'playwright-core';
import { Browser } from '../../support/browser';
import { describeInChromium, openTab, startChromium } from '../../support/chromium';
import { uploaded } from '../../support/files';
import { linkIn, mailTo } from '../../support/mailbox';
import type { Person } from '../../support/person';
import { World } from '../../support/world';

const HTML = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const PAD = 'a1'.repeat(32);

describe('The start page', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('links to the login and shows the server address for apps', async () => {
    const { status, headers, text } = await new Browser(world.url).get('/');
    const { body } = await world.request('GET', 'server_settings');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`<h1>${String(body.realm_name)}</h1>`);
    expect(text).toContain(`<code>${String(body.realm_url)}</code>`);
    expect(text).toContain('href="/login/"');
    expect(text).not.toContain('zuliprc');
  });

  it('shows the logged-in user', async () => {
    const ana = await world.member('ana');
    const browser = new Browser(world.url);
    await browser.logIn(ana.email);
    const { text } = await browser.get('/');
    expect(text).toContain(ana.email);
    expect(text).toContain('href="/accounts/logout/"');
  });

  it('links to the sign-up only where no invitation is required', async () => {
    const page = async () => (await new Browser(world.url).get('/')).text;
    expect(await page()).not.toContain('href="/register/"');
    await world.owner.ok('PATCH', 'realm', { invite_required: false });
    expect(await page()).toContain('href="/register/"');
    await world.owner.ok('PATCH', 'realm', { invite_required: true });
  });
});

describe('An unknown page', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  it('is HTML for a browser', async () => {
    const response = await fetch(`${world.url}/no/such/page`, HTML);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const text = await response.text();
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).not.toContain('no/such');
  });

  it.each([
    ['a program', '/no/such/page', {}],
    ['a picture', '/no/such.png', { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } }],
    ['an API client that accepts HTML', '/api/v1/no_such_operation', HTML],
    ['a session that accepts HTML', '/json/no_such_operation', HTML],
    ['a form', '/no/such/page', { method: 'POST', ...HTML }],
  ])('is JSON for %s', async (_who, path, init) => {
    const response = await fetch(world.url + path, init);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ result: 'error', msg: 'Not found', code: 'BAD_REQUEST' });
  });

  it('never repeats text of the address', async () => {
    const response = await fetch(`${world.url}/%3Cscript%3Ealert(1)%3C/script%3E?x=<b>`, HTML);
    expect(await response.text()).not.toMatch(/<script|<b>/);
  });

  it('links to the login where a file is not readable', async () => {
    const url = await uploaded(await world.member('ana'), 'plan.txt', 'a plan');
    const response = await fetch(world.url + url, HTML);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('href="/login/"');
  });
});

describeInChromium('Server pages in Chromium', () => {
  let world: World;
  let ana: Person;
  let chromium: Chromium;
  let context: BrowserContext;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await world.owner.ok('PATCH', 'realm', { invite_required: false });
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  beforeEach(async () => {
    context = await chromium.newContext({ baseURL: world.url });
  });
  afterEach(() => context.close());

  /** The path of a page that is linked in a mail. */
  const links: Record<string, () => Promise<string>> = {
    'a password reset': async () => {
      await new Browser(world.url).submit('/accounts/password/reset/', { email: ana.email });
      return linkIn(await mailTo(world, ana.email));
    },
    'a file that may not be seen': () => uploaded(ana, 'plan.txt', 'a plan'),
    'an invitation': async () => {
      await world.owner.ok('POST', 'invites', { invitee_emails: 'nina@example.net', stream_ids: [] });
      return linkIn(await mailTo(world, 'nina@example.net'));
    },
    'a sign-up': async () => {
      await new Browser(world.url).submit('/register/', { email: 'omar@example.net' });
      return linkIn(await mailTo(world, 'omar@example.net'));
    },
    'a new address': async () => {
      await ana.ok('PATCH', 'settings', { email: 'ana.new@example.net' });
      return linkIn(await mailTo(world, 'ana.new@example.net'));
    },
    'a link that is not valid any more': async () => `/accounts/do_confirm/${'a'.repeat(24)}`,
  };

  const paths: [string, () => Promise<string>][] = [
    ...[
      '/',
      '/login/',
      '/login/?next=%2Fuser_uploads%2F1%2Fa.png',
      `/login/?mobile_flow_otp=${PAD}`,
      '/accounts/password/reset/',
      '/register/',
      '/no/such/page',
    ].map((path): [string, () => Promise<string>] => [path, async () => path]),
    ...Object.entries(links),
  ];

  const styleOf = () => {
    const body = getComputedStyle(document.body);
    const heading = document.querySelector('h1');
    return { width: body.maxWidth, font: body.fontFamily, heading: heading?.textContent ?? null };
  };

  it.each(paths)('%s has its styles and violates no policy', async (_name, pathOf) => {
    const { page, violations } = await openTab(context);
    await page.goto(await pathOf());
    const { width, font, heading } = await page.evaluate(styleOf);
    expect(violations).toEqual([]);
    expect([width, font]).toEqual(['416px', 'system-ui, sans-serif']);
    expect(heading).not.toBe(null);
  });

  it('the check detects a violation', async () => {
    const { page, violations } = await openTab(context);
    await page.goto('/login/');
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { max-width: 1px }';
      document.head.append(style);
    });
    expect(violations).not.toEqual([]);
    expect((await page.evaluate(styleOf)).width).toBe('416px');
  });

  it('logs in, shows the user, and logs out', async () => {
    const { page, violations } = await openTab(context);
    await page.goto('/');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('a long enough secret');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText(ana.email).waitFor();
    await page.goto('/accounts/logout/'); // The client, which is shown where scripts run, logs out without this page.
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(violations).toEqual([]);
  });
});
