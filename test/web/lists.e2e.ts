import type { Browser as Chromium, BrowserContext, Page, Route } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The lists of the browser client', () => {
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
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const open = async (hash: string): Promise<void> => {
    ({ page } = await openClient(context, bo, hash));
  };

  it('filters recent conversations, and fetches older ones when asked', async () => {
    await ana.send('plans', 'long ago', 'the first one');
    for (let count = 0; count < 90; count++) await ana.send('plans', 'much', `message ${count}`);
    await bo.ok('POST', 'mark_all_as_read');
    await ana.send('plans', 'now', 'the last one');
    await open('#recent');
    const row = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
    await row('now, 1 unread').waitFor();
    await row('much').waitFor();
    expect(await row('long ago').count()).toBe(0);
    await page.getByRole('textbox', { name: 'Filter conversations' }).fill('plans ago');
    await page.getByText('No conversation fits.').waitFor();
    await page.getByRole('button', { name: 'Show older conversations' }).click();
    await row('long ago').waitFor();
    await page.getByRole('textbox', { name: 'Filter conversations' }).press('Escape');
    await row('much').waitFor();
    await page.getByRole('button', { name: 'Unread only' }).click();
    await row('much').waitFor({ state: 'detached' });
    await row('now, 1 unread').click();
    await page.getByRole('main').getByRole('heading', { name: 'plans now' }).waitFor();
  });

  it('filters the inbox by the names of channels, topics and people', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    for (const topic of ['rye', 'oats']) await ana.send('plans', topic, 'unread');
    await ana.sendTo([bo], 'hello');
    await open('#inbox');
    const main = page.getByRole('main');
    const rows = (...names: string[]) =>
      until(async () => {
        const links = await main.getByRole('listitem').getByRole('link').all();
        const found = await Promise.all(links.map((one) => one.getAttribute('aria-label')));
        return found.sort().join() === names.join();
      });
    const field = main.getByRole('textbox', { name: 'Filter conversations' });
    await rows('Ana Example, 1 unread', 'oats, 1 unread', 'rye, 1 unread');
    await field.fill('plans ry');
    await rows('rye, 1 unread');
    await field.fill('direct');
    await rows('Ana Example, 1 unread');
    expect(await main.getByRole('button', { name: 'Mark all as read' }).count()).toBe(0);
    await field.fill('no such');
    await main.getByText('No conversation fits.').waitFor();
    await field.press('Escape');
    await rows('Ana Example, 1 unread', 'oats, 1 unread', 'rye, 1 unread');
    await field.fill('oats');
    await field.press('Enter');
    await main.getByRole('heading', { name: 'plans oats' }).waitFor();
  });

  it('shows at once what is read, unread, followed or muted, and takes it back when the server refuses', async () => {
    await ana.send('plans', 'at once', 'the first');
    const last = await ana.send('plans', 'at once', 'the last');
    await open(`#narrow/channel/${await bo.channelId('plans')}/topic/at once`);
    await until(async () => {
      const { messages } = await bo.ok('GET', 'messages', { message_ids: [last] });
      return (messages as { flags: string[] }[])[0]!.flags.includes('read');
    });
    const asked: Route[] = [];
    await page.route(/json\/(messages\/flags|user_topics)/, (route) => void asked.push(route));
    const refuse = async () => {
      await until(() => asked.length === 1);
      await asked.pop()!.fulfill({ status: 400, json: { result: 'error', msg: 'Refused', code: 'BAD_REQUEST' } });
    };
    const row = (name: string) =>
      page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name, exact: true });
    await page.getByRole('article').filter({ hasText: 'the last' }).focus();
    await page.keyboard.press('U');
    await row('at once, 1 unread').waitFor();
    await refuse();
    await row('at once').waitFor();
    await ana.send('plans', 'elsewhere', 'unread');
    await goTo(page, `#topics/channel/${await bo.channelId('plans')}`);
    const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
    for (const [before, after] of [
      ['Follow elsewhere', 'Unfollow elsewhere'],
      ['Mute elsewhere', 'Unmute elsewhere'],
    ] as const) {
      await button(before).click();
      await button(after).waitFor();
      await refuse();
      await button(before).waitFor();
    }
    const topic = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
    await button('Mark elsewhere as read').click();
    await topic('elsewhere').waitFor();
    await refuse();
    await topic('elsewhere, 1 unread').waitFor();
  });

  it('lists what the user is reminded of, until it is deleted, which can be undone', async () => {
    const id = await ana.send('plans', 'keys', 'Who has them?');
    const at = Math.floor(Date.now() / 1000) + 86_400;
    await bo.ok('POST', 'reminders', { message_id: id, scheduled_delivery_timestamp: at, note: 'Ask again\n```\nnow' });
    const [{ content }] = (await bo.ok('GET', 'reminders')).reminders as { content: string }[];
    await open('#inbox');
    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('link', { name: 'Reminders' }).click();
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ask again' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByRole('main').getByText('There are no reminders.').waitFor();
    expect((await bo.ok('GET', 'reminders')).reminders).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    expect((await bo.ok('GET', 'reminders')).reminders).toMatchObject([
      { scheduled_delivery_timestamp: at, reminder_target_message_id: id, content },
    ]);
    await row.getByRole('button', { name: 'Delete reminder' }).click();
    await page.getByRole('main').getByText('There are no reminders.').waitFor();
    await page.goto('/#inbox');
    await views.getByRole('link', { name: 'Reminders' }).waitFor({ state: 'detached' });
  });

  it('offers to undo what was done before again, when the newer is undone or dismissed', async () => {
    const id = await ana.send('plans', 'cellar', 'Who has the light?');
    const to = [await bo.channelId('plans')];
    const drafts = ['apples', 'pears'].map((topic) => ({ type: 'stream', to, topic, content: topic, timestamp: 1 }));
    await bo.ok('POST', 'drafts', { drafts });
    await bo.ok('POST', 'reminders', { message_id: id, scheduled_delivery_timestamp: 4_000_000_000 });
    await open('#drafts');
    const row = (text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
    for (const topic of ['apples', 'pears']) {
      await row(topic).getByRole('button', { name: 'Delete draft' }).click();
      await row(topic).waitFor({ state: 'detached' });
    }
    await goTo(page, '#reminders');
    await row('cellar').getByRole('button', { name: 'Delete reminder' }).click();
    const status = page.getByRole('status');
    await status.getByText('The reminder was deleted.').waitFor();
    await status.getByRole('button', { name: 'Undo' }).click();
    await row('cellar').waitFor();
    const again = status.getByText('Before that: The draft was deleted.', { exact: true });
    await again.waitFor();
    await goTo(page, '#drafts');
    await page.locator('#main').focus();
    await page.keyboard.press('Control+z');
    await row('pears').waitFor();
    await again.waitFor();
    await status.getByRole('button', { name: 'Dismiss' }).click();
    await again.waitFor({ state: 'detached' });
    expect(await status.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await row('apples').count()).toBe(0);
  });
});
