import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { BrowserClient } from '@app/platform';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The browser client without a network', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
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

  const article = (text: string) => page.getByRole('article').getByText(text, { exact: true });
  /** Opens a topic with a message, and waits until the browser has kept the page, its files and the view. */
  const seen = async (topic: string): Promise<void> => {
    await ana.send('plans', topic, `seen in ${topic}`);
    const opened = await openClient(context, bo, `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`);
    ({ page } = opened);
    await article(`seen in ${topic}`).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(() => page.evaluate(() => caches.match('/').then((kept) => kept !== undefined)));
    await until(async () => (await keptViews()).some((name) => name.includes(topic)));
  };
  const keptViews = (): Promise<string[]> =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('parley');
          opening.onsuccess = () => {
            const reading = opening.result.transaction('views').objectStore('views').getAllKeys();
            reading.onsuccess = () => (opening.result.close(), resolve(reading.result.map(String)));
          };
        }),
    );
  /** Service workers, caches, databases and items that this browser has kept. */
  const leftBehind = (): Promise<number[]> =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
      (await indexedDB.databases()).length,
      localStorage.length,
      sessionStorage.length,
    ]);
  const messagesIn = async (topic: string): Promise<string[]> => {
    const narrow = [{ operator: 'topic', operand: topic }];
    const parameters = { narrow, anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false };
    const { messages } = await bo.ok('GET', 'messages', parameters);
    return (messages as { content: string }[]).map(({ content }) => content);
  };

  it('shows the last views offline, says so, and sends when the network is back', async () => {
    await seen('travel');
    await context.setOffline(true);
    await page.reload();
    await article('seen in travel').waitFor();
    await page.getByText('as this browser saw them last').waitFor();
    await page.getByRole('status').getByText('The server cannot be reached').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('written on the train');
    await page.getByRole('button', { name: 'Send' }).click();
    await article('written on the train').waitFor();
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await page.goBack();
    await article('seen in travel').waitFor();
    await context.setOffline(false);
    await until(async () => (await messagesIn('travel')).join() === 'seen in travel,written on the train');
    await until(async () => (await page.getByText('as this browser saw them last').count()) === 0);
    await until(async () => (await page.getByRole('status').getByText('cannot be reached').count()) === 0);
    await ana.send('plans', 'travel', 'welcome back');
    await article('welcome back').waitFor();
    expect(await article('written on the train').count()).toBe(1);
  });

  it('opens its stream anew when the clock tells that the machine has slept', async () => {
    const { page, paths } = await openClient(context, bo);
    const streams = () => paths.filter((path) => path === 'GET /json/events').length;
    await until(() => streams() === 1);
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 600_000;
    });
    await until(() => streams() === 2);
    const id = await ana.sendTo([bo], 'after the sleep');
    await page
      .getByRole('navigation', { name: 'Direct messages' })
      .getByRole('link', { name: /, 1 unread$/ })
      .waitFor();
    await bo.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await page.close();
  });

  it("keeps the reader's place when the queue was lost while the network was away", async () => {
    const queueIds: string[] = [];
    context.on('request', (request) => {
      const id = new URL(request.url()).searchParams.get('queue_id');
      if (id !== null && request.url().includes('/json/events')) queueIds.push(id);
    });
    for (let at = 0; at < 40; at++) await ana.send('plans', 'valley', `number ${at}`);
    await seen('valley');
    await page.getByRole('article').filter({ hasText: 'number 20' }).focus();
    await page.keyboard.press('j');
    const focused = page.locator('article:focus');
    const topOf = () => focused.evaluate((one) => Math.round(one.getBoundingClientRect().top));
    await focused.getByText('number 21').waitFor();
    const before = await topOf();
    await until(() => queueIds.length > 0);
    await context.setOffline(true);
    await bo.ok('DELETE', 'events', { queue_id: queueIds.at(-1) });
    await page.getByRole('status').getByText('The server cannot be reached').waitFor();
    await ana.send('plans', 'valley', 'said meanwhile');
    const isRegistered = page.waitForResponse('**/json/register');
    const isFetched = page.waitForResponse('**/json/messages?*');
    await context.setOffline(false);
    await (await isRegistered).finished();
    await (await isFetched).finished();
    await ana.send('plans', 'elsewhere', 'after that');
    await page.getByRole('link', { name: /^plans, \d+ unread/ }).waitFor();
    await focused.getByText('number 21').waitFor();
    expect(Math.abs((await topOf()) - before)).toBeLessThan(2);
    await page.keyboard.press('End');
    await article('said meanwhile').waitFor();
  });

  it('always loads the page of the server, and offers a newer release to an open page', async () => {
    await seen('releases');
    const { files } = world.service(BrowserClient) as unknown as { files: Map<string, { plain: Buffer }> };
    const before = files.get('index.html')!;
    const script = /\/app\/index-[\w-]+\.js/;
    const [name] = script.exec(before.plain.toString())!;
    const plain = Buffer.from(before.plain.toString().replace(script, '/app/newer.js'));
    files.set('index.html', { ...before, plain });
    files.set('newer.js', files.get(name.slice('/app/'.length))!);
    await context.setOffline(true);
    await page.getByRole('status').getByText('The server cannot be reached').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Reload' }).click();
    await until(() => page.evaluate(() => document.querySelector('script[src="/app/newer.js"]') !== null));
    await article('seen in releases').waitFor();
    expect(await page.getByRole('button', { name: 'Reload' }).count()).toBe(0);
    files.set('index.html', before);
  });

  it('logs out without a network, and ends the session when the server is reached, after a restart too', async () => {
    const logOutOffline = async (topic: string): Promise<void> => {
      await seen(topic);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Bo Example' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByRole('status').getByText('You are logged out in this browser').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('Example');
      await until(async () => (await leftBehind()).every((count) => count === 0));
    };
    const sessions = async () => (await context.request.get('/json/users/me')).status();
    await logOutOffline('train');
    await context.setOffline(false);
    await page.getByLabel('Password').waitFor();
    expect(await sessions()).toBe(401);

    await logOutOffline('tunnel');
    // A page that is being closed is online again for a moment, and would end the session itself.
    await page.goto('about:blank');
    await page.close();
    await context.setOffline(false);
    expect(await sessions()).toBe(200);
    page = await context.newPage();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto('/');
    await page.getByLabel('Password').waitFor();
    expect([await sessions(), paths.filter((path) => path.startsWith('/json/'))]).toEqual([401, []]);
    await seen('a new session');
    await page.reload();
    await article('seen in a new session').waitFor();
  });

  it('shows no stored data after the end of the session or a logout', async () => {
    await seen('secrets');
    await page.getByRole('button', { name: 'Bo Example' }).click();
    const answer = page.waitForResponse('**/accounts/logout/');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    expect(await (await answer).headerValue('clear-site-data')).toBe('"cache", "storage"');
    await page.getByLabel('Password').waitFor();
    await until(async () => (await leftBehind()).every((count) => count === 0));
    await seen('more');
    await bo.ok('DELETE', 'sessions');
    await page.getByLabel('Password').waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Log in' }).waitFor();
    await until(() => page.evaluate(() => caches.match('/').then((kept) => kept === undefined)));
  });
});
