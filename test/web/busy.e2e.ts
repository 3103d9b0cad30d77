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
    await until(async () => (await links.count()) === 4);
    await on.go('#recent');
    await bo.ok('POST', 'mark_all_as_read');
    await page.setViewportSize({ width: 1280, height: 1000 });
    await until(async () => (await links.count()) === 5);
    await page.setViewportSize({ width: 1280, height: 800 });
    await until(async () => (await links.count()) === 4);
    const third = sidebar('Channels').getByRole('link').nth(2);
    const lists = page.locator('[data-filtered]').first();
    const [bottom, end] = await Promise.all(
      [third, lists].map((it) => it.evaluate((one) => one.getBoundingClientRect().bottom)),
    );
    expect(bottom).toBeLessThanOrEqual(end!);
    await page.setViewportSize({ width: 1280, height: 600 });
    await sidebar('Direct messages').getByRole('button', { name: 'Show all conversations (13)' }).click();
    await until(async () => (await links.count()) === 13);
    await sidebar('Direct messages').getByRole('button', { name: 'Show fewer' }).click();
    await until(async () => (await links.count()) === 4);
    await sidebar('Direct messages').getByRole('button', { name: 'Direct messages' }).click();
    await until(async () => (await links.count()) === 0);
    await page.reload();
    await sidebar('Direct messages').getByRole('button', { name: 'Direct messages', expanded: false }).click();
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

  it('shows the channels of the inbox in the order of the sidebar, whatever arrives', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    for (const channel of ['places', 'plans']) await ana.send(channel, 'order', 'unread');
    await on.go('#inbox');
    const names = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    await until(async () => (await names()).join() === 'places,plans');
    await ana.send('places', 'order', 'newest');
    await page.getByRole('main').getByRole('link', { name: 'order, 2 unread' }).waitFor();
    expect(await names()).toEqual(['places', 'plans']);
    await ana.send('plans', 'order', 'newest');
    await page.getByRole('main').getByRole('link', { name: 'order, 2 unread' }).nth(1).waitFor();
    expect(await names()).toEqual(['places', 'plans']);
  });

  it('keeps Tab in a card and in the emoji picker, and closes them by Escape wherever the focus is', async () => {
    await on.onMessage('cards', 'who wrote this');
    for (const [key, name] of [
      ['u', 'Ana Example'],
      [':', 'Add reaction'],
    ] as const) {
      await on.press(key);
      await on.dialog(name).waitFor();
      for (const tab of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
        await on.press(tab);
        expect(await on.dialog(name).evaluate((card) => card.contains(document.activeElement))).toBe(true);
      }
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await on.closes(name);
      await until(async () => (await on.focusedText()).includes('who wrote this'));
    }
  });

  it('keeps the message with the focus in sight while others write below it, and leads to the end when asked', async () => {
    await on.onMessage('lively', 'what is read');
    await on.press('k');
    for (let at = 0; at < 12; at++) await ana.send('plans', 'lively', `line ${at}\n\n- one\n- two`);
    await on.article('line 11').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: /jump to the newest/i }).waitFor();
    const { top, bottom } = (await page
      .locator(':focus')
      .evaluate((row) => row.getBoundingClientRect().toJSON())) as DOMRect;
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(600);
    expect(await on.focusedText()).toContain('what is read');
    await on.press('Escape');
    expect(await on.focusedText()).toContain('what is read');
    await on.press('End');
    await until(async () => (await on.focusedText()).includes('line 11'));
    await until(() => page.locator(':focus').evaluate((row) => row.getBoundingClientRect().bottom < innerHeight));
  });

  it('gives the focus to the next message when one was moved or deleted in a dialog', async () => {
    await bo.send('plans', 'leaving us', 'moved');
    await bo.send('plans', 'leaving us', 'deleted');
    await on.onMessage('leaving us', 'stays');
    await on.article('moved').focus();
    await on.press('m');
    await on.dialog('Move message').getByLabel('Only this message').check();
    await on.dialog('Move message').getByRole('textbox', { name: 'Topic' }).fill('elsewhere');
    await on.press('Enter');
    await page.getByRole('status').getByText('Moved to plans > elsewhere.').waitFor();
    await until(async () => (await on.focusedText()).includes('deleted'));
    await on.press('i');
    await page.getByRole('menuitem', { name: 'Delete message' }).press('Enter');
    await on.dialog('Delete message').getByText('Example').waitFor();
    await on.press('Enter');
    await until(async () => (await on.focusedText()).includes('stays'));
  });

  it('walks from a filter of the sidebar through its links, and back to where the user was', async () => {
    await on.onMessage('filters', 'where the user was');
    await on.press('q');
    await on.isFocused('Filter the sidebar');
    await page.keyboard.type('team 0');
    await on.press('ArrowDown');
    await on.isFocused('team 00');
    await on.press('ArrowUp');
    await on.isFocused('Filter the sidebar');
    await on.press('Escape');
    await until(async () => (await on.focusedText()).includes('where the user was'));
    await on.press('q');
    await on.press('ArrowDown');
    await on.press('ArrowUp');
    await on.isFocused('Filter the sidebar');
    await on.press('Escape');
    await until(async () => (await on.focusedText()).includes('where the user was'));
    await on.press('q');
    await page.keyboard.type('no such place');
    await on.press('Enter');
    expect(await on.focusedName()).toBe('Filter the sidebar');
    await on.press('Control+a');
    await page.keyboard.type('team 11');
    await on.press('Enter');
    await on.heading('team 11').waitFor();
    await until(() => page.evaluate(() => document.activeElement?.id === 'main'));
  });

  it('begins a message in the first field that is empty', async () => {
    await on.onMessage('begun', 'here');
    await on.press('x');
    await on.isFocused('People');
    await on.press('Escape');
    await on.press('c');
    await on.isFocused('Message');
    await on.go('#feed');
    await on.press('c');
    await on.isFocused('Channel');
    await on.go(`#narrow/dm/${ana.id}`);
    const another = page.getByRole('button', { name: 'New direct message' });
    await another.click();
    await on.isFocused('People');
    // A letter at a button is for no shortcut, and Tab leads from the people to the text.
    await another.focus();
    await on.press('a');
    expect(page.url()).toContain('#narrow/dm');
    await page.getByRole('combobox', { name: 'People' }).fill('Ana Example');
    await page.getByRole('combobox', { name: 'People' }).press('Tab');
    await on.isFocused('Message');
    await on.go('#inbox');
    await another.click();
    await on.isFocused('People');
  });

  it('keeps words without a recipient when a message is answered', async () => {
    await ana.send('plans', 'asked', '@**Bo Example** a question');
    await on.go('#narrow/is/mentioned');
    await on.article('a question').waitFor();
    await on.field().fill('half a sentence');
    await on.article('a question').focus();
    await on.press('r');
    await on.heading('plans asked').waitFor();
    await until(async () => (await on.field().inputValue()) === 'half a sentence');
    await on.field().fill('');
  });

  it('gives the focus to the preview and back by the same key, and to the form after its button', async () => {
    await on.go(on.topic('preview'));
    await on.field().fill('one');
    const { height } = (await on.field().boundingBox())!;
    await on.press('Shift+Enter');
    await page.keyboard.type('two');
    await until(async () => (await on.field().boundingBox())!.height > height + 8);
    await on.press('Alt+p');
    await on.isFocused('Preview of the message');
    await on.press('Alt+p');
    await on.isFocused('Message');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await on.article('two').and(page.locator('[data-id]')).waitFor();
    await on.isFocused('Message');
    await on.press('ArrowLeft');
    const editor = on.article('Save').getByRole('textbox', { name: 'Message' });
    await until(() => editor.evaluate((field) => field === document.activeElement));
    await on.press('Escape');
    await until(async () => (await on.focusedText()).includes('two'));
  });

  it('tells screen readers the text of a message, what a key did to it, and which view is shown', async () => {
    const said = (words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();
    const messageId = await on.onMessage('read out', 'the words of it');
    const described = on.article('the words of it');
    const wordsOf = () =>
      described.evaluate((row) =>
        row
          .getAttribute('aria-describedby')!
          .split(' ')
          .map((id) => document.getElementById(id)!.innerText),
      );
    const [day, ...text] = await wordsOf();
    expect(text).toEqual(['the words of it']);
    await on.go(`#narrow/channel/${on.channels.plans}/near/${messageId}`);
    await described.waitFor();
    const [place, ...rest] = (await wordsOf()).filter((words) => words !== day);
    expect([place!.replace(/\s+/g, ' '), ...rest]).toEqual(['plans › read out', 'the words of it']);
    await on.go(on.topic('read out'));
    await described.focus();
    await on.press('Ctrl+s');
    await said('The message is starred.');
    await on.press('+');
    await said('Reaction +1 added.');
    await on.press('t');
    await said('Recent conversations');
  });

  it('gives the focus to what was found, and moves in the menu of the account by arrows', async () => {
    await on.onMessage('searched', 'needle in the hay');
    await on.press('/');
    await page.keyboard.type('needle');
    await on.press('Enter');
    await on.article('needle').waitFor();
    await on.press('j');
    await until(async () => (await on.focusedText()).includes('needle'));
    const own = page.getByRole('button', { name: 'Bo Example', exact: true }).last();
    await own.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await until(async () => (await focused()) === 'Set status');
    await on.press('ArrowDown');
    expect(await focused()).toBe('Keyboard shortcuts');
    await on.press('End');
    expect(await focused()).toBe('Log out');
    await on.press('Tab');
    await until(() => own.evaluate((button) => button === document.activeElement));
  });

  it('keeps the focus in the row of a topic whose button goes, and goes from the list of settings into a section', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    await ana.send('places', 'rows', 'unread');
    await on.go(`#topics/channel/${on.channels.places}`);
    await page.getByRole('main').getByRole('button', { name: 'Mark rows as read' }).press('Enter');
    await on.isFocused('rows');
    await on.go('#settings/profile');
    const link = page.getByRole('link', { name: 'Preferences', exact: true });
    await link.press('Enter');
    await on.heading('Preferences').waitFor();
    await on.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('nav') === null)).toBe(true);
    await on.press('Escape');
    await until(() => link.evaluate((element) => element === document.activeElement));
  });
});
