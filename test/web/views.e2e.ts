import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import { uploaded } from '../support/files';
import type { Person } from '../support/person';
import { png } from '../support/picture-uploads';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The views of the browser client', () => {
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
    await ana.subscribe(['plans', 'places'], { principals: [ana.id, bo.id] });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const plans = async (topic: string) => `#narrow/channel/${await bo.channelId('plans')}/topic/${topic}`;
  const open = async (hash: string): Promise<void> => {
    ({ page } = await openClient(context, bo, hash));
  };
  const article = (words: string) => page.getByRole('article').filter({ hasText: words });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const isRead = async (id: number) => {
    const { message } = await bo.ok('GET', `messages/${id}`);
    return (message as { flags: string[] }).flags.includes('read');
  };

  it('shows pictures large, moves through those of the view by arrow keys, and restores the focus', async () => {
    const paths = [await uploaded(ana, 'one.png', await png(300)), await uploaded(ana, 'two.png', await png(40, 1200))];
    for (const [at, path] of paths.entries()) await ana.send('plans', 'pictures', `picture ${at} [p${at}](${path})`);
    await open(await plans('pictures'));
    await article('picture 1').locator('img').waitFor();
    await article('picture 0').locator('.message_inline_image a').click();
    const box = page.locator('dialog[open]');
    await box.getByText('1 of 2').waitFor();
    await until(() => box.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth === 300));
    await page.keyboard.press('ArrowRight');
    await box.getByText('2 of 2').waitFor();
    await until(() => box.locator('img').evaluate((image: HTMLImageElement) => image.naturalHeight === 1200));
    const { y, height } = (await box.locator('img').boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(800);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    const link = article('picture 1').locator('.message_inline_image a');
    await until(() => link.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('k');
    await page.keyboard.press('v');
    await box.getByText('1 of 2').waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await until(async () => (await focusedName()).includes('Ana Example'));
    await goTo(page, '#inbox');
    await goTo(page, await plans('pictures'));
    await article('picture 0').locator('.message_inline_image a').click();
    await box.getByText('1 of 2').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await box.waitFor({ state: 'detached' });
  });

  it('opens a playground for code in a configured language', async () => {
    const playground = { name: 'Try it', pygments_language: 'Python', url_template: `${world.url}/none?code={code}` };
    await ana.ok('POST', 'realm/playgrounds', playground);
    await ana.send('plans', 'code', '```python\nprint("a & b")\n```\n\n```js\n1\n```');
    await open(await plans('code'));
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'View in Try it' }).click();
    const tab = await opened;
    expect(new URL(tab.url()).searchParams.get('code')).toBe('print("a & b")\n');
    await tab.close();
    expect(await page.getByRole('button', { name: 'View in Try it' }).count()).toBe(1);
  });

  it('marks all messages as read, and supports undo', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    const ids = [await ana.send('plans', 'first', 'a'), await ana.send('places', 'second', 'b')];
    await open('#inbox');
    const inbox = page.getByRole('main');
    await inbox.getByRole('link', { name: 'first, 1 unread' }).waitFor();
    await inbox.getByRole('button', { name: 'Mark first as read' }).click();
    await inbox.getByRole('link', { name: 'first, 1 unread' }).waitFor({ state: 'detached' });
    await until(() => isRead(ids[0]!)); // it is shown before the server has stored it
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await inbox.getByRole('link', { name: 'first, 1 unread' }).waitFor();
    await until(async () => !(await isRead(ids[0]!)));
    await inbox.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('2 messages were marked as read.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await inbox.getByRole('link', { name: 'second, 1 unread' }).waitFor();
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('filters the sidebar and the list of users by keys, and opens the first by Enter', async () => {
    await open('#inbox');
    await page.keyboard.press('q');
    await until(async () => (await focusedName()) === 'Filter the sidebar');
    await page.keyboard.type('plac');
    const channels = page.getByRole('navigation', { name: 'Channels' });
    await until(async () => (await channels.getByRole('link').count()) === 1);
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('heading', { name: 'places' }).waitFor();
    await page.keyboard.press('w');
    await page.keyboard.type('ana');
    await page
      .getByRole('navigation', { name: 'Direct messages' })
      .getByRole('link', { name: 'Ana Example' })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('main').getByRole('heading', { name: 'Ana Example' }).waitFor();
    await page.keyboard.press('q');
    await page.keyboard.type('nothing has this');
    await page.keyboard.press('Escape');
    await channels.getByRole('link', { name: /^plans/ }).waitFor();
  });

  it('starts messages by keys in views without a form', async () => {
    await open('#inbox');
    await page.keyboard.press('x');
    await page.getByRole('combobox', { name: 'People' }).waitFor();
    await page.close();
    await open('#recent');
    await page.keyboard.press('c');
    await page.getByRole('combobox', { name: 'Channel' }).waitFor();
  });

  it('moves a whole topic from the list of topics', async () => {
    await world.setRole(bo, 'admin');
    await bo.send('plans', 'old name', 'a');
    await bo.send('plans', 'old name', 'b');
    await open(`#topics/channel/${await bo.channelId('plans')}`);
    await page.getByRole('button', { name: 'Move old name' }).click();
    await dialog('Move topic').getByRole('textbox', { name: 'Topic' }).fill('new name');
    await dialog('Move topic').getByRole('button', { name: 'Move' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^new name/ })
      .waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^old name/ })
      .waitFor({ state: 'detached' });
    await world.setRole(bo, 'member');
  });

  it('has a line and a menu for each topic of the list on a phone', async () => {
    await ana.send('plans', 'on a phone', 'Hello');
    await open(`#topics/channel/${await bo.channelId('plans')}`);
    await page.setViewportSize({ width: 320, height: 640 });
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'on a phone' });
    for (const item of ['Mute on a phone', 'Unmute on a phone']) {
      await row.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    }
    expect((await row.boundingBox())!.height).toBeLessThan(64);
  });

  it('follows a topic that is renamed while it is shown, with the text that was begun', async () => {
    const id = await ana.send('plans', 'first name', 'what do you think?');
    await open(`#narrow/channel/${await bo.channelId('plans')}/topic/first.20name`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('article').getByText('what do you think?').waitFor();
    await field.fill('I think');
    await ana.ok('PATCH', `messages/${id}`, { topic: 'second name', propagate_mode: 'change_all' });
    await page.getByRole('main').getByRole('heading', { name: 'second name' }).waitFor();
    await page.getByRole('article').getByText('what do you think?').waitFor();
    await until(async () => (await field.inputValue()) === 'I think');
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark second name as resolved' }).click();
    await page.getByRole('main').getByRole('heading', { name: '✔ second name' }).waitFor();
    expect(await field.inputValue()).toBe('I think');
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Mute ✔ second name' }).click();
    await page.getByRole('button', { name: 'Topic actions' }).click();
    await page.getByRole('menuitem', { name: 'Unmute ✔ second name' }).click();
    await field.fill('');
  });

  it('asks before the user leaves a private channel', async () => {
    await ana.subscribe('cellar', { invite_only: true, principals: [bo.id] });
    await open('#channels');
    const leave = page.getByRole('button', { name: 'Unsubscribe from cellar' });
    await leave.click();
    await dialog('Unsubscribe from cellar').getByRole('button', { name: 'Cancel' }).click();
    await until(() => leave.evaluate((element) => element === document.activeElement));
    await leave.click();
    await dialog('Unsubscribe from cellar').getByRole('button', { name: 'Unsubscribe' }).click();
    await leave.waitFor({ state: 'detached' });
    const { subscriptions } = await bo.ok('GET', 'users/me/subscriptions');
    expect((subscriptions as { name: string }[]).map(({ name }) => name)).not.toContain('cellar');
  });

  it('opens the card of a user whom the address names, above the view', async () => {
    await open(`#user/${ana.id}`);
    await dialog('Ana Example').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('says on the card of a user what the fields of the organization say, and leads to the messages', async () => {
    const text = { field_type: 1, hint: '' };
    const { id: room } = await ana.ok('POST', 'realm/profile_fields', { ...text, name: 'Room' });
    const options = JSON.stringify({ x: { text: 'Sales', order: '1' } });
    const select = { name: 'Team', field_type: 3, hint: '', field_data: options };
    const { id: team } = await ana.ok('POST', 'realm/profile_fields', select);
    const data = [
      { id: room, value: 'B 12' },
      { id: team, value: 'x' },
    ];
    await ana.ok('PATCH', 'users/me/profile_data', { data: JSON.stringify(data) });
    await ana.ok('PATCH', 'settings', { timezone: 'Asia/Tokyo' });
    await ana.send('plans', 'cards', 'who am I?');
    await open(await plans('cards'));
    await article('who am I?').getByRole('button', { name: 'Ana Example' }).click();
    const card = dialog('Ana Example');
    await card.getByText('B 12').waitFor();
    await card.getByText('Sales').waitFor();
    await card.getByText(/^Local time: /).waitFor();
    await card.getByRole('link', { name: 'View messages sent' }).click();
    await page
      .getByRole('main')
      .getByRole('heading', { name: /^Search: sender:/ })
      .waitFor();
    await article('who am I?').waitFor();
  });

  it('says in a feed of several conversations which one the uppermost message is of', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`);
    await ana.send('plans', 'a long story', lines.join('\n'));
    await open('#feed');
    await page.getByRole('article').first().waitFor();
    await page.keyboard.press('End');
    await page.getByRole('feed').locator('> [aria-hidden=true]').getByText('a long story').waitFor();
  });

  it('lets those without an account read what is public on the web, and nothing else', async () => {
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: true });
    await world.owner.subscribe('garden', { is_web_public: true });
    await world.owner.send('garden', 'tulips', 'They *bloom*');
    await world.owner.send('garden', 'tulips', '/poll When?\nnow\nlater');
    const others = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    page = await others.newPage();
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'garden' }).click();
    const message = page.getByRole('feed').getByRole('article').filter({ hasText: 'They bloom' });
    await message.waitFor();
    // What browsers without scripts are shown.
    expect(await page.getByText('Use an app').count()).toBe(0);
    expect(await page.getByRole('form', { name: 'Compose' }).count()).toBe(0);
    expect(await message.getByRole('button', { name: 'Message actions' }).count()).toBe(0);
    // The server tells them nothing about who is there.
    await message.getByRole('button').first().click();
    const card = page.getByRole('dialog');
    await card.getByText('Owner').first().waitFor();
    expect(await card.getByText('away').count()).toBe(0);
    await page.keyboard.press('Escape');
    const poll = page.getByRole('group', { name: 'When?' });
    await poll.getByText('Log in to take part.').waitFor();
    expect(await poll.getByRole('button', { name: 'now, 0 votes' }).isDisabled()).toBe(true);
    expect(await poll.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Direct messages' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Recent conversations' }).click();
    await page.getByRole('main').getByRole('link', { name: 'tulips' }).click();
    await message.waitFor();
    const shown = page.url();
    await page.goto(`/#narrow/channel/${await bo.channelId('plans')}`);
    await page.getByRole('alert').getByText('This is not public.').waitFor();
    for (const hash of ['#settings/profile', '#drafts', '#scheduled', '#starred']) {
      await page.goto(`/${hash}`);
      const login = page.getByRole('main').getByRole('link', { name: 'Log in' });
      const target = `/login/?next=${encodeURIComponent(`/${hash === '#starred' ? '#narrow/is/starred' : hash}`)}`;
      await until(async () => (await login.getAttribute('href')) === target);
    }
    await page.goto(shown);
    await message.waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('Email').fill(bo.email);
    await page.getByLabel('Password').fill('a long enough secret');
    await page.getByRole('button', { name: 'Log in' }).click();
    await message.waitFor();
    await page.getByRole('form', { name: 'Compose' }).waitFor();
    await others.close();
    const german = await chromium.newContext({ baseURL: world.url, locale: 'de-AT' });
    page = await german.newPage();
    await page.goto(shown);
    await page.getByRole('main').getByRole('link', { name: 'Anmelden' }).waitFor();
    await page.locator('html[lang=de]').waitFor();
    await german.close();
    await world.owner.ok('PATCH', 'realm', { enable_spectator_access: false });
  });

  it('plays the sound that the user has chosen', async () => {
    await bo.ok('PATCH', 'settings', { notification_sound: 'chime' });
    await open(await plans('sounds'));
    await page.bringToFront();
    await page.getByRole('textbox', { name: 'Message' }).click();
    const sound = page.waitForRequest('**/static/audio/notification_sounds/chime.wav');
    await ana.sendTo([bo], 'listen');
    const answer = (await (await sound).response())!;
    expect(answer.headers()['content-type']).toContain('audio/wav');
    await bo.ok('PATCH', 'settings', { notification_sound: 'none' });
  });

  it('mutes a user from the card, hides who wrote and what, and supports undo', async () => {
    const gus = await world.guest('gus');
    await ana.subscribe('plans', { principals: [gus.id] });
    await gus.send('plans', 'guests', 'from a guest');
    await open(await plans('guests'));
    await article('from a guest').getByText('guest', { exact: true }).waitFor();
    await article('from a guest').getByRole('button', { name: 'Gus Example' }).click();
    await dialog('Gus Example').getByRole('button', { name: 'Mute user', exact: true }).click();
    const hidden = page.getByRole('article', { name: /^Muted user, / });
    await hidden.getByText('This message is hidden').waitFor();
    expect(
      await page
        .getByRole('article')
        .getByText(/Gus|from a guest/)
        .count(),
    ).toBe(0);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await article('from a guest').getByRole('button', { name: 'Gus Example' }).click();
    await dialog('Gus Example').getByRole('button', { name: 'Mute user', exact: true }).click();
    await hidden.getByRole('button', { name: 'Show message' }).click();
    await article('from a guest').getByRole('button', { name: 'Gus Example' }).click();
    await dialog('Gus Example').getByRole('button', { name: 'Unmute user' }).click();
    await page.getByRole('status').getByText('Gus Example is not muted any more.').waitFor();
    expect((await bo.ok('POST', 'register', { event_types: ['muted_users'] })).muted_users).toEqual([]);
  });
});
