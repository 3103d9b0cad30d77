import type { Browser as Chromium, BrowserContext, Page, Route } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { KeyStage } from '../support/key-stage';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The focus in the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;
  let on: KeyStage;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 600 } });
    ({ page } = await openClient(context, bo));
    on = await KeyStage.of(page, ana, bo);
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const isOn = (words: string) => until(async () => (await on.focusedText()).includes(words));
  const topOfFocused = () => page.locator(':focus').evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const link = (name: string | RegExp, of = 'Channels') =>
    page.getByRole('navigation', { name: of }).getByRole('link', { name });

  const WAYS: [string, () => Promise<unknown>, RegExp][] = [
    ['n', () => on.press('n'), /places next/],
    ['p', () => on.press('p'), /^Ana Example$/],
    ['a link of the sidebar', () => link(/^places/).press('Enter'), /^places/],
    ['a letter', () => on.press('t'), /Recent conversations/],
  ];
  it.each(WAYS)('comes back by Back to the same message at the same place after %s', async (_, lead, heading) => {
    await ana.send('places', 'next', 'unread');
    await ana.sendTo([bo], 'unread');
    await link(/^Inbox, 2 unread/, 'Views').waitFor();
    await on.inTheMiddle();
    await on.article('number 20').focus();
    await on.press('j');
    await isOn('number 21');
    const top = await topOfFocused();
    await lead();
    await on.heading(heading).waitFor();
    await page.goBack();
    await isOn('number 21');
    expect(Math.abs((await topOfFocused()) - top)).toBeLessThan(2);
    await bo.ok('POST', 'mark_all_as_read');
    await link('Inbox', 'Views').waitFor();
  });

  it('comes back to what was read when the state is fetched anew', async () => {
    const isAsked = page.waitForRequest('**/json/events?*');
    await page.reload(); // so that the page asks for its queue once more
    const queueId = new URL((await isAsked).url()).searchParams.get('queue_id');
    await on.inTheMiddle();
    await on.article('number 20').focus();
    await on.press('j');
    await isOn('number 21');
    const top = await topOfFocused();
    const isFetched = page.waitForResponse('**/json/messages?*');
    await bo.ok('DELETE', 'events', { queue_id: queueId });
    await (await isFetched).finished();
    await ana.sendTo([bo], 'after that');
    await link(/^Inbox, 1 unread/, 'Views').waitFor();
    await isOn('number 21');
    expect(Math.abs((await topOfFocused()) - top)).toBeLessThan(2);
    await bo.ok('POST', 'mark_all_as_read');
    await link('Inbox', 'Views').waitFor();
  });

  it('comes back to what was read, without a message that had the focus', async () => {
    await on.inTheMiddle();
    const feed = page.getByRole('feed');
    await feed.evaluate((one) => one.scrollBy(0, -333));
    const topOf = () => on.article('number 18').evaluate((one) => Math.round(one.getBoundingClientRect().top));
    const before = await topOf();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await goTo(page, '#recent');
    await on.heading('Recent conversations').waitFor();
    await page.goBack();
    await on.article('number 18').waitFor();
    await until(async () => Math.abs((await topOf()) - before) < 2);
  });

  it('comes back after a reload to the same message at the same place, and so does Back', async () => {
    await on.go(on.topic('many'));
    await on.article('number 22').focus();
    await on.press('k');
    await isOn('number 21');
    const top = await topOfFocused();
    await page.reload();
    await isOn('number 21');
    expect(Math.abs((await topOfFocused()) - top)).toBeLessThan(2);
    await link(/^places/).press('Enter');
    await on.heading(/^places/).waitFor();
    await page.reload();
    await page.goBack();
    await isOn('number 21');
    expect(Math.abs((await topOfFocused()) - top)).toBeLessThan(2);
    await on.go('#recent');
    const row = page.getByRole('main').getByRole('link', { name: /^many/ });
    await row.focus();
    await page.reload();
    await until(() => row.evaluate((one) => one === document.activeElement));
  });

  it('goes by n to the first unread message, also from the sidebar, and by z and s along with the message', async () => {
    for (const words of ['first', 'second', 'third']) await ana.send('places', 'news', `the ${words} news`);
    await link('places, 3 unread').waitFor();
    await link('plans').focus();
    await on.press('n');
    await isOn('the first news');
    await on.press('j');
    await isOn('the second news');
    await on.press('s');
    await on.heading(/^places$/).waitFor();
    await isOn('the second news');
    await on.press('k');
    await on.press('s');
    await on.heading('places news').waitFor();
    await isOn('the first news');
    await on.go('#feed');
    await on.article('the second news').focus();
    await on.press('z');
    await on.heading('places news').waitFor();
    await isOn('the second news');
  });

  it('is at the message of a link, in the page that is open and in a new one', async () => {
    const [first] = [await ana.send('plans', 'linked', 'the linked one'), await ana.send('plans', 'linked', 'another')];
    const href = `${on.topic('linked')}/near/${first}`;
    await on.go('#inbox');
    await on.go(href);
    await isOn('the linked one');
    const { page: fresh } = await openClient(context, bo, href);
    await until(() => fresh.evaluate((id) => document.activeElement?.getAttribute('data-id') === String(id), first));
    await fresh.close();
  });

  it('is at the next message where the one of a link is gone', async () => {
    const [first] = [await ana.send('plans', 'gone', 'deleted'), await ana.send('plans', 'gone', 'what is left')];
    await world.owner.ok('DELETE', `messages/${first}`);
    await on.go(`${on.topic('gone')}/near/${first}`);
    await isOn('what is left');
  });

  it('stays with the text that is written, whatever arrives or is shown', async () => {
    await on.go(on.topic('many'));
    await on.field().click();
    await page.keyboard.type('half');
    await on.go(on.topic('written', 'places'));
    await on.field().click();
    await page.goBack();
    await on.heading('plans many').waitFor();
    await on.isFocused('Message');
    await on.field().fill('');
  });

  it('comes back to the row of a list that led away, or to the one in its place', async () => {
    for (const topic of ['one', 'two', 'three']) await ana.send('places', topic, `unread in ${topic}`);
    const row = (name: RegExp) => page.getByRole('main').getByRole('link', { name });
    await on.go('#recent');
    await row(/^two, 1 unread/).press('Enter');
    await on.article('unread in two').waitFor();
    await link(/^Inbox, 2 unread/, 'Views').waitFor(); // A message is read once a frame has shown it.
    await page.goBack();
    await until(() => row(/^two/).evaluate((one) => one === document.activeElement));
    await on.go('#inbox');
    const names = () => page.getByRole('main').getByRole('listitem').getByRole('link').allInnerTexts();
    await row(/^three, 1 unread/).waitFor();
    const [first, second] = (await names()).map((text) => text.split('\n')[0]!);
    await row(new RegExp(`^${first}`)).press('Enter');
    await on.article(`unread in ${first}`).waitFor();
    await link(/^Inbox, 1 unread/, 'Views').waitFor();
    await page.goBack();
    await until(() => row(new RegExp(`^${second}`)).evaluate((one) => one === document.activeElement));
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('comes back to the message that was answered, or from which the user went to search or to the sidebar', async () => {
    await on.inTheMiddle();
    await on.article('number 20').focus();
    await on.press('r');
    await on.isFocused('Message');
    await on.press('Escape');
    await isOn('number 20');
    await on.press('/');
    await on.isFocused('Search');
    await on.press('Escape');
    await isOn('number 20');
    await link(/^plans/).focus();
    await on.press('j');
    await isOn('number 20');
    await link(/^plans/).focus();
    await on.press('Ctrl+s');
    await on.article('number 20').getByRole('button', { name: 'Star message', pressed: true }).waitFor();
  });

  it('comes back from the form to the message that is answered, when others have moved it out of sight', async () => {
    await on.onMessage('answered', 'is answered');
    await on.press('r');
    await on.isFocused('Message');
    await page.keyboard.type('half');
    for (let at = 0; at < 20; at++) await ana.send('plans', 'answered', `comes next ${at}`);
    const isAbove = () => on.article('is answered').evaluate((one) => one.getBoundingClientRect().bottom < 0);
    await until(isAbove);
    await on.press('Escape');
    await isOn('is answered');
    expect(await isAbove()).toBe(false);
    await on.field().fill('');
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('stays at the button of a dialog while its request runs and when it is refused, and asks once', async () => {
    await on.onMessage('deleting', 'stays there', bo);
    const asked: Route[] = [];
    await page.route(/json\/messages\/\d+$/, (route) => void asked.push(route));
    await on.press('i');
    await page.getByRole('menuitem', { name: 'Delete message' }).press('Enter');
    const confirm = on.dialog('Delete message').getByRole('button', { name: 'Delete' });
    const isFocused = () => confirm.evaluate((button) => button === document.activeElement);
    await until(isFocused);
    await on.press('Enter');
    await until(() => confirm.isDisabled());
    await on.press('Enter');
    expect(await isFocused()).toBe(true);
    await asked[0]!.fulfill({ status: 400, json: { result: 'error', msg: 'Refused', code: 'BAD_REQUEST' } });
    await on.dialog('Delete message').getByRole('alert').waitFor();
    expect(await isFocused()).toBe(true);
    expect(asked).toHaveLength(1);
    await page.unroute(/json\/messages\/\d+$/);
    await on.closes('Delete message');
  });

  it('moves in the sidebar by arrows from a button, too, and to its ends', async () => {
    const folder = page.getByRole('navigation', { name: 'Direct messages' }).getByRole('button').first();
    await folder.focus();
    await on.press('ArrowDown');
    await on.isFocused('Filter people');
    await folder.focus();
    await on.press('End');
    const links = page.locator('[data-filtered]').first().locator('a[href]');
    await until(() => links.last().evaluate((one) => one === document.activeElement));
    await on.press('Home');
    await on.isFocused('Filter the sidebar');
    await page.keyboard.type('pl');
    await on.press('Home');
    await on.isFocused('Filter the sidebar');
    await on.press('Escape');
  });

  it('is in the form when a draft is continued', async () => {
    await on.go(on.topic('drafted'));
    await on.field().fill('half a draft');
    await on.go('#drafts');
    const draft = page.getByRole('listitem').filter({ hasText: 'half a draft' });
    await draft.getByRole('link', { name: 'Continue' }).press('Enter');
    await on.heading('plans drafted').waitFor();
    await on.isFocused('Message');
    expect(await on.field().inputValue()).toBe('half a draft');
    await on.field().fill('');
  });

  it('leads from a person who was sought to the messages', async () => {
    await on.go('#recent');
    await on.press('w');
    await on.isFocused('Filter people');
    await page.keyboard.type('owner');
    await on.press('ArrowDown');
    await on.press('Enter');
    await until(() => page.evaluate(() => document.activeElement?.id === 'main'));
    await on.heading(/Owner/i).waitFor();
  });

  it('goes to the first and the last row of a list by Home and End, and stays at its row while others move up', async () => {
    for (const topic of ['early', 'middle', 'late']) await ana.send('places', topic, 'here');
    await on.go('#recent');
    const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
    const focusedAt = () => rows.evaluateAll((all) => all.findIndex((one) => one === document.activeElement));
    await rows.filter({ hasText: 'late' }).waitFor();
    await on.press('End');
    await until(async () => (await focusedAt()) === (await rows.count()) - 1);
    await on.press('Home');
    await until(async () => (await focusedAt()) === 0);
    await on.press('j');
    await isOn('middle');
    await ana.send('places', 'brand new', 'here');
    await ana.send('places', 'early', 'again');
    await ana.send('places', 'middle', 'again');
    await rows.filter({ hasText: 'brand new' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'middle, 2 unread' }).waitFor();
    await isOn('middle');
    await on.press('j');
    await isOn('early');
    await on.go(`#topics/channel/${on.channels.places}`);
    const follow = (topic: string) => page.getByRole('button', { name: `Follow ${topic}` });
    await follow('early').focus();
    await on.press('j');
    const names = await page.getByRole('main').getByRole('listitem').getByRole('link').allInnerTexts();
    await isOn(names[names.indexOf('early') + 1]!);
    await follow('early').focus();
    await on.press('k');
    await isOn('early');
    await follow('early').focus();
    await on.press('Escape');
    await until(() => page.locator(':focus').evaluate((one) => one.matches('li a')));
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('comes back to the button of the account after a dialog of its menu, whose items are found by letters', async () => {
    const own = page.getByRole('button', { name: 'Bo Example', exact: true }).last();
    const isOwn = () => until(() => own.evaluate((button) => button === document.activeElement));
    await own.press('Enter');
    await isOn('Set status');
    for (const item of ['Settings', 'Set status']) {
      await on.press('s');
      await isOn(item);
    }
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).focus();
    await on.press('Enter');
    await on.closes('Keyboard shortcuts');
    await isOwn();
    await own.press('Enter');
    await isOn('Set status');
    await on.press('Enter');
    await on.closes('Set status');
    await isOwn();
  });

  it('comes to the messages when one that was refused is discarded, and to the feed when the last one goes', async () => {
    const id = await on.onMessage('discarding', 'stays here');
    await page.route(/json\/messages$/, (route) =>
      route.fulfill({ status: 400, json: { result: 'error', msg: 'Refused', code: 'BAD_REQUEST' } }),
    );
    await on.field().fill('is refused');
    await on.press('Ctrl+Enter');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await isOn('stays here');
    await page.unroute(/json\/messages$/);
    await world.owner.ok('DELETE', `messages/${id}`);
    await on.article('stays here').waitFor({ state: 'detached' });
    await until(() => page.getByRole('feed').evaluate((feed) => feed === document.activeElement));
  });
});
