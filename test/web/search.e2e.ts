import type { Browser as Chromium, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { barriersIn, paleIn } from '../support/barriers';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The search field of the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.setRole(ana, 'admin');
    for (const name of ['plans', 'ideas of all']) await ana.subscribe(name, { principals: [ana.id, bo.id] });
    await ana.send('plans', 'roof', 'apples for the roof');
    await bo.send('plans', 'roof', 'pears for the roof');
    await bo.send('plans', 'door', 'apples for the door');
    await bo.send('ideas of all', 'door', 'apples from https://example.org/ of bo');
    await bo.sendTo([ana], 'grapes in private');
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    ({ page } = await openClient(context, bo, '#inbox'));
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  const field = () => page.getByRole('search').getByRole('searchbox', { name: 'Search' });
  const type = async (text: string): Promise<void> => {
    await field().fill('');
    await field().pressSequentially(text);
  };
  const shows = (...texts: string[]) =>
    until(async () => {
      const rows = await page.getByRole('feed').getByRole('article').allInnerTexts();
      return rows.length === texts.length && texts.every((text) => rows.some((row) => row.includes(text)));
    });

  it.each([
    ['channel:plans topic:roof', ['apples for the roof', 'pears for the roof']],
    ['channel:plans -topic:roof door', ['apples for the door']],
    ['channel:"ideas of all" has:link', ['apples from']],
    ['has:link channel:Ideas of all apples', ['apples from']],
    ['sender:Ana Example', ['apples for the roof']],
    ['sender:me channel:plans', ['pears for the roof', 'apples for the door']],
    ['apples -channel:plans', ['apples from']],
    ['dm-including:Ana Example', ['grapes in private']],
    ['stream:plans from:me door', ['apples for the door']],
  ])('finds with %s', async (text, found) => {
    await type(text);
    await page.keyboard.press('Escape');
    await field().press('Enter');
    await shows(...found);
  });

  it('takes names with blanks, quotes, colons and letters of any script, as they are suggested and as they are typed', async () => {
    const dee = await world.member('dee');
    await dee.ok('PATCH', 'settings', { full_name: 'Dee (Quick) Ö: 山田' });
    await ana.subscribe('a: "b" c', { principals: [ana.id, bo.id, dee.id] });
    await dee.send('a: "b" c', 'say "x y": z', 'a melon of Dee');
    await page.reload();
    await type('sender:Dee (Q');
    await page.getByRole('option', { name: 'Dee (Quick)' }).click();
    expect(await field().inputValue()).toBe('sender:"Dee (Quick) Ö: 山田" ');
    await page.keyboard.type('channel:a:');
    await page.getByRole('option', { name: 'a: "b" c' }).click();
    await page.keyboard.type('topic:say');
    await page.getByRole('option', { name: 'say "x y": z' }).click();
    await field().press('Enter');
    await shows('a melon of Dee');
    const written = await field().inputValue();
    await page.reload();
    await shows('a melon of Dee');
    expect(await field().inputValue()).toBe(written.trim());
    await type('sender:Dee (Quick) Ö: 山田 melon');
    await page.keyboard.press('Escape');
    await field().press('Enter');
    await shows('a melon of Dee');
    await page.goBack();
    await until(async () => (await field().inputValue()) === written.trim());
    await page.goForward();
    await until(async () => (await field().inputValue()) === 'sender:"Dee (Quick) Ö: 山田" melon');
  });

  it('suggests channels and people for words, below the search for the words themselves', async () => {
    await type('ideas of');
    await page.getByRole('option', { name: 'channel:ideas of all' }).waitFor();
    await type('ana ex');
    await page.getByRole('option', { name: 'dm:Ana Example' }).waitFor();
    await page.getByRole('option', { name: 'sender:Ana Example' }).click();
    expect(await field().inputValue()).toBe('sender:"Ana Example" ');
    await type('apples');
    await field().press('Enter');
    await shows('apples for the roof', 'apples for the door', 'apples from');
  });

  it('says in the field what a view of found messages shows, after a reload too', async () => {
    await type('sender:me channel:plans');
    await page.keyboard.press('Escape');
    await field().press('Enter');
    await shows('pears for the roof', 'apples for the door');
    await page.reload();
    await shows('pears for the roof', 'apples for the door');
    await until(async () => /^sender:\S.* channel:plans$/.test(await field().inputValue()));
    await page.getByRole('link', { name: 'Inbox' }).click();
    await until(async () => (await field().inputValue()) === '');
  });

  it('offers what was searched for before', async () => {
    for (const text of ['pears', 'door from:me']) {
      await type(text);
      await page.keyboard.press('Escape');
      await field().press('Enter');
    }
    await shows('apples for the door', 'apples from');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await until(async () => (await field().inputValue()) === '');
    await field().click();
    await page.getByRole('option', { name: 'door from:me' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await shows('pears for the roof');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await until(async () => (await field().inputValue()) === '');
  });

  it('suggests operators, channels, topics and people by keys alone', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('chan');
    await page.getByRole('option', { name: 'channel:' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('channel:');
    await page.keyboard.type('ide');
    await page.getByRole('option', { name: 'ideas of all' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await field().inputValue()).toBe('channel:"ideas of all" ');
    await page.keyboard.type('topic:do');
    await page.getByRole('option', { name: 'door' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText('door').waitFor();
    await shows('apples from');
  });

  const termsIn = (tab: Page) => tab.getByRole('main').getByRole('list', { name: 'Search terms' });
  const hasTerms = (...names: string[]) =>
    until(async () => {
      const found = await termsIn(page).getByRole('listitem').allTextContents();
      return found.join() === names.join();
    });
  const button = (name: string) => termsIn(page).getByRole('button', { name, exact: true });
  const hasFocus = (one: Locator) => until(() => one.evaluate((element) => element === document.activeElement));
  const SOUGHT = 'sender:me -has:link channel:plans apples';
  const TERMS = ['sender: Bo Example', 'not has: link', 'channel: plans'];
  const seek = async () => {
    await type(SOUGHT);
    await page.keyboard.press('Escape');
    await field().press('Enter');
    await hasTerms(...TERMS, 'apples');
    await shows('apples for the door');
  };

  it('shows each term of a search, which a click takes away and Back brings back', async () => {
    await seek();
    const address = page.url();
    await button('Remove apples').click();
    await hasTerms(...TERMS);
    await shows('pears for the roof', 'apples for the door');
    expect(page.url()).toBe(address.replace('/search/apples', ''));
    await hasFocus(button('Remove channel: plans'));
    await page.goBack();
    await hasTerms(...TERMS, 'apples');
    await shows('apples for the door');
    expect(page.url()).toBe(address);
    await button('Remove not has: link').click();
    await hasTerms('sender: Bo Example', 'channel: plans', 'apples');
    await button('Remove channel: plans').click();
    await shows('apples for the door', 'apples from');
  });

  it('takes terms away by keys alone, down to the combined feed', async () => {
    await seek();
    await until(async () => {
      await page.keyboard.press('Tab');
      return button('Remove not has: link').evaluate((one) => one === document.activeElement);
    });
    for (const next of ['channel: plans', 'apples', 'sender: Bo Example']) {
      await page.keyboard.press('Enter');
      await hasFocus(button(`Remove ${next}`));
    }
    await hasTerms('sender: Bo Example');
    await page.keyboard.press('Enter');
    await hasFocus(field());
    await termsIn(page).waitFor({ state: 'detached' });
    await page.getByRole('feed', { name: 'Combined feed' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#feed');
  });

  it('puts the whole search into the field, to be changed, from any of its terms', async () => {
    await seek();
    const written = await field().inputValue();
    await field().fill('zzz');
    await button('not has: link').press('Enter');
    await hasFocus(field());
    expect(await field().inputValue()).toBe(written);
    await page.keyboard.type(' roof');
    expect(await field().inputValue()).toBe(`${written} roof`);
    await page.keyboard.press('Enter');
    await hasTerms(...TERMS, 'apples', 'roof');
  });

  it('shows no terms above a conversation or a channel', async () => {
    const channel = `#narrow/channel/${await bo.channelId('plans')}`;
    for (const place of [`${channel}/topic/roof`, channel, `#narrow/dm/${ana.id}`, '#feed']) {
      await goTo(page, `${channel}/has/link`);
      await hasTerms('channel: plans', 'has: link');
      await goTo(page, place);
      await termsIn(page).waitFor({ state: 'detached' });
    }
  });

  it.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['light with high contrast', { colorScheme: 'light', contrast: 'more' }],
    ['dark with high contrast', { colorScheme: 'dark', contrast: 'more' }],
    ['forced colours', { forcedColors: 'active' }],
  ])('has no barriers above what was found, on a small phone and at a desk: %s', async (_, look) => {
    const own = await chromium.newContext({ baseURL: world.url, bypassCSP: true, ...look });
    const sought = `#narrow/dm-including/${ana.id},${bo.id}-group/-has/link/topic/${'long'.repeat(12)}/search/שלום`;
    const { page: tab } = await openClient(own, bo, sought);
    const faults: string[] = [];
    for (const width of [320, 1280]) {
      await tab.setViewportSize({ width, height: 640 });
      await termsIn(tab).locator('bdi').getByText('שלום').waitFor();
      await tab.getByText('No messages found.').or(tab.getByRole('alert')).waitFor();
      faults.push(...(await barriersIn(tab)).map((fault) => `${width}: ${fault}`));
      await termsIn(tab).getByRole('button').last().hover();
      faults.push(...(await paleIn(tab, 'main')).map((fault) => `${width}, below the pointer: ${fault}`));
    }
    await tab.setViewportSize({ width: 320, height: 640 });
    const rows = await termsIn(tab)
      .getByRole('listitem')
      .evaluateAll((items) => items.map((one) => one.getBoundingClientRect().top));
    await own.close();
    expect(faults).toEqual([]);
    expect(new Set(rows).size).toBeGreaterThan(1);
  });

  it('names its terms and their buttons in the language of the user', async () => {
    await goTo(page, `#narrow/channel/${await bo.channelId('plans')}/-has/link/topic//sender/me/search/apples`);
    await hasTerms('channel: plans', 'not has: link', 'topic: general chat', 'sender: Bo Example', 'apples');
    await bo.ok('PATCH', 'settings', { default_language: 'de' });
    const terms = page.getByRole('main').getByRole('list', { name: 'Suchbegriffe' });
    await terms.waitFor();
    const buttons = terms.getByRole('button');
    const names = await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
    const hints = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    await bo.ok('PATCH', 'settings', { default_language: 'en' });
    await termsIn(page).waitFor();
    const german = ['channel: plans', 'nicht has: link', 'topic: Allgemeines', 'sender: Bo Example', 'apples'];
    expect(names).toEqual(german.flatMap((name) => [name, `${name} entfernen`]));
    expect(hints).toEqual(german.flatMap((name) => ['Suche bearbeiten', `${name} entfernen`]));
  });

  it('says what was searched for where nothing is found', async () => {
    await type('channel:plans -topic:roof pears');
    await page.keyboard.press('Escape');
    await field().press('Enter');
    const feed = page.getByRole('feed');
    await feed.getByText('No messages found.').waitFor();
    await feed.getByText('You searched for: pears').waitFor();
    expect(await feed.getByRole('listitem').allInnerTexts()).toEqual(['channel:plans', '-topic:roof']);
    const endless = 'x'.repeat(300);
    await type(endless);
    await field().press('Enter');
    const said = feed.getByText(`You searched for: ${endless}`);
    await said.waitFor();
    expect(await said.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
  });

  it('says that a wrong operator finds no messages, and keeps the words', async () => {
    await type('is:unheard-of');
    await field().press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await field().inputValue()).toBe('is:unheard-of');
  });
});
