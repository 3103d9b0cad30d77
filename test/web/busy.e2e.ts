import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { KeyStage } from '../support/key-stage';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The browser client in a busy organization', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let others: Person[];
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let on: KeyStage;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    others = await Promise.all([...'abcdefghijkl'].map((letter) => world.member(`someone${letter}`)));
    const more = [...Array(30).keys()].map((at) => `team ${String(at).padStart(2, '0')}`);
    await ana.subscribe(['plans', 'places', ...more], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 600 } });
    ({ page } = await openClient(context, bo));
    on = await KeyStage.of(page, ana, bo);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const sidebar = (name: string) => page.getByRole('navigation', { name });
  const isInSight = (name: string) =>
    sidebar('Channels')
      .getByRole('link', { name })
      .evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
  const focusedId = () => page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? '');

  it('cuts long names of the sidebar, so that the counts behind them are in sight', async () => {
    await ana.sendTo([bo, ...others], 'to many');
    const row = sidebar('Direct messages').getByRole('link', { name: /Someonea.*, 1 unread/ });
    await row.waitFor();
    const { right, edge } = await row.evaluate((link) => ({
      right: link.querySelector('span:last-child')!.getBoundingClientRect().right,
      edge: document.querySelector('main')!.getBoundingClientRect().left,
    }));
    expect(right).toBeLessThan(edge);
  });

  it('scrolls the sidebar to the channel that is shown', async () => {
    await on.go('#inbox');
    expect(await isInSight('team 29')).toBe(false);
    await on.go(`#narrow/channel/${await bo.channelId('team 29')}`);
    await until(() => isInSight('team 29'));
  });

  it('shows the newest direct conversations above the channels, and the others when asked', async () => {
    for (const one of others) await bo.sendTo([one], 'hello');
    const links = sidebar('Direct messages').getByRole('link');
    await until(async () => (await links.count()) > 7);
    await on.go('#recent');
    await bo.ok('POST', 'mark_all_as_read');
    await until(async () => (await links.count()) === 8);
    await sidebar('Direct messages').getByRole('button', { name: 'Show all conversations (13)' }).click();
    await until(async () => (await links.count()) === 13);
    await sidebar('Direct messages').getByRole('button', { name: 'Show fewer' }).click();
    await until(async () => (await links.count()) === 8);
  });

  it('gives the focus to the last message by End, to the first by Home, and takes it along by pages', async () => {
    await on.inTheMiddle();
    await on.article('number 20').focus();
    await on.press('End');
    await until(async () => (await on.focusedText()).includes('number 39'));
    await on.press('Home');
    await until(async () => (await on.focusedText()).includes('number 0'));
    const first = await focusedId();
    await on.press('PageDown');
    await until(async () => Number(await focusedId()) > Number(first) + 2);
  });

  it('gives the focus to the messages when the form is left', async () => {
    await on.onMessage('leaving', 'what is answered');
    await on.press('r');
    await on.isFocused('Message');
    await on.press('Escape');
    await until(async () => (await on.focusedText()).includes('what is answered'));
  });

  it('begins the move of a message in the field of its topic', async () => {
    await on.onMessage('moving', 'mine', bo);
    await on.press('m');
    await on.dialog('Move message').waitFor();
    const field = on.dialog('Move message').getByRole('textbox', { name: 'Topic' });
    await until(() => field.evaluate((element) => element === document.activeElement));
    await on.closes('Move message');
  });

  it('goes by n through the topics of a channel, whatever else becomes unread', async () => {
    for (const topic of ['one', 'two', 'three']) await ana.send('places', topic, 'unread');
    await on.go(`${on.topic('one', 'places')}`);
    await on.heading('places one').waitFor();
    await ana.send('plans', 'newest', 'unread');
    await sidebar('Channels').getByRole('link', { name: 'plans, 1 unread' }).waitFor();
    for (const name of ['places three', 'places two', 'plans newest']) {
      await on.press('n');
      await on.heading(name).waitFor();
    }
  });

  it('moves no row of the inbox that is under the mouse, and keeps the focus when rows go', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    for (const topic of ['one', 'two', 'three']) await ana.send('places', topic, 'unread');
    await on.go('#inbox');
    const rows = page.getByRole('main').getByRole('listitem');
    await until(async () => (await rows.count()) === 3);
    await rows.nth(1).hover();
    const before = await rows.allInnerTexts();
    await ana.send('places', 'new', 'unread');
    await ana.send('places', 'one', 'unread');
    await until(async () => (await rows.count()) === 4);
    await page.getByRole('main').getByRole('link', { name: 'one, 2 unread' }).waitFor();
    const nameOf = (text: string) => text.split('\n')[0];
    expect((await rows.allInnerTexts()).slice(0, 3).map(nameOf)).toEqual(before.map(nameOf));
    await rows.nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await until(async () => (await rows.count()) === 3);
    await on.isFocused('Mark one as read');
  });
});
