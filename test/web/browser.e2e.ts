import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

/** What a message may try; each would leave a mark in the page. */
const HOSTILE = [
  '<img src=x onerror="document.title=\'broken\'">',
  '[a](javascript:alert(1)) <svg onload=alert(1)>',
  '```spoiler <script>alert(1)</script>\n<iframe srcdoc="<script>parent.alert(1)</script>">\n```',
];

/** Whether the browser has stored what a reload continues from. */
const keepsSnapshot = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('parley');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('snapshot').objectStore('snapshot').count();
          counting.onsuccess = () => (opening.result.close(), resolve(counting.result > 0));
        };
      }),
  );

/** Resolves when the page has done what it had put off. */
const isIdle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

describeInChromium('The browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe('plans', { principals: [ana.id, bo.id] });
    await bo.ok('POST', 'mark_all_as_read');
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  beforeEach(async () => {
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterEach(() => context.close());

  const opened = (person: Person, hash = '') => openClient(context, person, hash);
  const topicLink = async (topic: string) => `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`;

  it('has landmarks, and includes the unread count in the names of links', async () => {
    await ana.send('plans', 'names', 'one');
    await ana.send('plans', 'names', 'two');
    const { page, violations } = await opened(bo);
    await page.getByRole('banner').waitFor();
    for (const name of ['Views', 'Direct messages', 'Channels']) await page.getByRole('navigation', { name }).waitFor();
    for (const name of [/^Inbox/, 'Recent conversations', 'Combined feed'])
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).waitFor();
    await page.getByRole('search').getByRole('searchbox', { name: 'Search' }).waitFor();
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'plans, 2 unread' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'names, 2 unread' }).click();
    const feed = page.getByRole('feed', { name: 'plans > names' });
    await feed
      .getByRole('article', { name: /^Ana Example, / })
      .first()
      .waitFor();
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('link', { name: 'plans', exact: true })
      .waitFor();
    expect(violations).toEqual([]);
  });

  it('shows a sent message at once, and then its stored form', async () => {
    const { page } = await opened(bo, await topicLink('talk'));
    const compose = page.getByRole('form', { name: 'Compose' });
    await compose.getByRole('textbox', { name: 'Message' }).fill('Hello **Ana**');
    await compose.getByRole('button', { name: 'Send' }).click();
    const feed = page.getByRole('feed', { name: 'plans > talk' });
    await feed
      .getByRole('article', { name: /^Bo Example/ })
      .getByText('Ana', { exact: true })
      .waitFor();
    await ana.send('plans', 'talk', 'Hello Bo');
    await feed.getByText('Hello Bo').waitFor();
    expect(await feed.getByRole('article').count()).toBe(2);
  });

  it('sends to users and to new topics through the fields of the form', async () => {
    const { page } = await opened(bo, '#feed');
    const compose = page.getByRole('form', { name: 'Compose' });
    await compose.getByRole('combobox', { name: 'Channel' }).fill('plans');
    await compose.getByRole('textbox', { name: 'Topic' }).fill('a new topic');
    await compose.getByRole('textbox', { name: 'Message' }).fill('first');
    await compose.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed', { name: 'plans > a new topic' }).getByText('first').waitFor();
    await compose.getByRole('button', { name: 'New direct message' }).click();
    await compose.getByRole('combobox', { name: 'People' }).fill(ana.fullName);
    await compose.getByRole('textbox', { name: 'Message' }).fill('in private');
    await compose.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed', { name: ana.fullName }).getByText('in private').waitFor();
    await page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: ana.fullName }).waitFor();
  });

  const draftsOfBo = async () =>
    ((await bo.ok('GET', 'drafts')).drafts as { content: string }[]).map(({ content }) => content);

  it('keeps unsent text, also for the next browser', async () => {
    const hash = await topicLink('drafts');
    const { page } = await opened(bo, hash);
    await page.getByRole('textbox', { name: 'Message' }).fill('not finished');
    await until(async () => ((await bo.ok('GET', 'drafts')).drafts as object[]).length === 1);
    await context.close();
    context = await chromium.newContext({ baseURL: world.url });
    const again = (await opened(bo, hash)).page;
    await until(async () => (await again.getByRole('textbox', { name: 'Message' }).inputValue()) === 'not finished');
  });

  it('stores a draft once, where the page ended before the answer', async () => {
    const { page } = await opened(bo, await topicLink('half'));
    let isHeld = true;
    await page.route('**/json/drafts', async (route) => {
      if (!isHeld || route.request().method() !== 'POST') return route.fallback();
      await route.fetch(); // its answer does not come
    });
    await page.getByRole('textbox', { name: 'Message' }).fill('half a sentence');
    await until(async () => (await draftsOfBo()).includes('half a sentence'));
    isHeld = false;
    await page.reload();
    const field = page.getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === 'half a sentence');
    await field.press('End');
    await field.pressSequentially(' more');
    await until(async () => (await draftsOfBo()).includes('half a sentence more'));
    expect((await draftsOfBo()).filter((text) => text.startsWith('half'))).toHaveLength(1);
  });

  it('keeps the draft of another window when a message is sent', async () => {
    const hash = await topicLink('windows');
    const [{ page: one }, { page: other }] = [await opened(bo, hash), await opened(bo, hash)];
    await one.getByRole('textbox', { name: 'Message' }).fill('long careful words');
    await until(async () => (await draftsOfBo()).includes('long careful words'));
    await other
      .getByRole('navigation')
      .getByRole('link', { name: /^Drafts/ })
      .waitFor();
    await other.getByRole('textbox', { name: 'Message' }).fill('short');
    await until(async () => (await draftsOfBo()).includes('short'));
    await other.getByRole('button', { name: 'Send' }).click();
    await until(async () => !(await draftsOfBo()).includes('short'));
    expect(await draftsOfBo()).toContain('long careful words');
  });

  it('continues its queue after a reload and in a second tab, without a new registration', async () => {
    const { page, paths } = await opened(bo, await topicLink('tabs'));
    await until(() => paths.filter((path) => path === 'POST /json/register').length === 1);
    await page.getByRole('feed').waitFor();
    await until(() => keepsSnapshot(page));
    paths.length = 0;
    await page.reload();
    await page.getByRole('feed').waitFor();
    const second = await opened(bo, await topicLink('tabs'));
    await second.page.getByRole('feed').waitFor();
    await ana.send('plans', 'tabs', 'to both tabs');
    await page.getByText('to both tabs').waitFor();
    await second.page.getByText('to both tabs').waitFor();
    expect([...paths, ...second.paths]).not.toContain('POST /json/register');
    await page.close();
    await ana.send('plans', 'tabs', 'to the one that is left');
    await second.page.getByText('to the one that is left').waitFor();
    expect(second.paths).not.toContain('POST /json/register');
  });

  it('asks for the first page once after a reload, whose events have what the page does not know', async () => {
    const [edited, lost] = [await ana.send('plans', 'again', 'stays'), await ana.send('plans', 'again', 'goes')];
    const { page } = await opened(bo, await topicLink('again'));
    await page.getByText('goes').waitFor();
    await until(() => keepsSnapshot(page));
    await isIdle(page);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let answers = 0;
    await page.route('**/json/messages?**', async (route) => {
      const response = await route.fetch();
      answers++;
      await held;
      await route.fulfill({ response });
    });
    await page.reload();
    await until(() => answers > 0);
    await ana.ok('PATCH', `messages/${edited}`, { content: 'is edited' });
    await world.owner.ok('DELETE', `messages/${lost}`);
    await ana.send('plans', 'again', 'comes');
    await ana.sendTo([bo], 'and is told'); // its event is behind the others
    await page.getByRole('link', { name: /^Ana Example, 1 unread/ }).waitFor();
    release();
    await page.getByRole('article').getByText('comes').waitFor();
    await isIdle(page);
    const texts = await page.getByRole('article').allTextContents();
    expect(texts).toEqual([expect.stringContaining('is edited'), expect.stringContaining('comes')]);
    expect(answers).toBe(1);
  });

  it('fetches nothing again when the user goes back to what was shown', async () => {
    for (const topic of ['left', 'right']) await ana.send('plans', topic, `in the ${topic} one`);
    const { page, paths } = await opened(bo, await topicLink('left'));
    const go = async (topic: string) => {
      await goTo(page, await topicLink(topic));
      await page.getByRole('article').getByText(`in the ${topic} one`).waitFor();
    };
    for (const topic of ['left', 'right']) await go(topic);
    await ana.send('plans', 'left', 'meanwhile');
    paths.length = 0;
    for (const topic of ['left', 'right', 'left']) await go(topic);
    await page.getByRole('article').getByText('meanwhile').waitFor();
    expect(paths.filter((path) => path === 'GET /json/messages' || path === 'POST /json/register')).toEqual([]);
  });

  it('fetches nothing again when the user goes back to another channel, and lists what came there', async () => {
    await ana.subscribe('places', { principals: [ana.id, bo.id] });
    for (const channel of ['plans', 'places']) await ana.send(channel, 'first', `the first in ${channel}`);
    const { page, paths } = await opened(bo);
    const topics = (channel: string) => page.getByRole('list', { name: `Topics of ${channel}` });
    const go = async (channel: string, topic: string) => {
      await goTo(page, `#narrow/channel/${await bo.channelId(channel)}/topic/first`);
      await page.getByRole('article').getByText(`the first in ${channel}`).waitFor();
      await topics(channel).getByRole('link', { name: topic }).waitFor();
    };
    for (const channel of ['plans', 'places']) await go(channel, 'first');
    const id = await ana.send('plans', 'second', 'has come');
    await bo.ok('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
    paths.length = 0;
    for (const channel of ['plans', 'places', 'plans']) await go(channel, 'first');
    await topics('plans').getByRole('link', { name: 'second' }).waitFor();
    expect(paths.filter((path) => path.startsWith('GET /json/') && path !== 'GET /json/events')).toEqual([]);
    const lost = await ana.send('plans', 'third', 'will go');
    await topics('plans').getByRole('link', { name: 'third' }).waitFor();
    await go('places', 'first');
    await world.owner.ok('DELETE', `messages/${lost}`);
    await ana.send('places', 'first', 'after the end of it');
    await page.getByRole('article').getByText('after the end of it').waitFor();
    await go('plans', 'second');
    await until(async () => (await topics('plans').getByRole('link', { name: 'third' }).count()) === 0);
  });

  it('runs no script of a message, and violates no policy by showing it', async () => {
    for (const content of HOSTILE) await ana.send('plans', 'hostile', content);
    await ana.send('plans', 'hostile', 'the last one, $$x^2$$ :tada: ||| <time:2026-01-01T00:00:00Z>');
    const { page, violations } = await opened(bo, await topicLink('hostile'));
    let dialogs = 0;
    page.on('dialog', (dialog) => void (dialogs++, dialog.dismiss()));
    await page.getByText('the last one').waitFor();
    expect(await page.locator('script:not([src]), iframe, [onerror], [onload], a[href^="javascript"]').count()).toBe(0);
    expect([dialogs, violations]).toEqual([0, []]);
    await until(async () => (await page.title()).includes('hostile'));
  });

  it('moves the focus between messages by keys', async () => {
    for (const text of ['one', 'two', 'three']) await ana.send('plans', 'keys', text);
    const { page } = await opened(bo, await topicLink('keys'));
    await page.getByText('three').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await until(async () => (await focused()).includes('two'));
    await page.keyboard.press('k');
    await until(async () => (await focused()).includes('one'));
  });

  it('stores the last words before the user is logged out', async () => {
    const { page } = await opened(bo, await topicLink('last'));
    await page.getByRole('textbox', { name: 'Message' }).fill('the last words');
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(await draftsOfBo()).toContain('the last words');
  });

  it('removes all data when the user logs out', async () => {
    const { page } = await opened(bo, await topicLink('secret'));
    await page.getByRole('feed').waitFor();
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('Password').waitFor();
    const kept = () =>
      page.evaluate(async () => localStorage.length + sessionStorage.length + (await indexedDB.databases()).length);
    await until(async () => (await kept()) === 0);
    await page.goto('/');
    await page.getByRole('link', { name: 'Log in' }).waitFor();
  });
});
