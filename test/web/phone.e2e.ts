import type { Browser as Chromium, BrowserContext, Locator, Page } from 'playwright-core';
import { cutOffInFront } from '../support/barriers';
import { describeInChromium, openTab, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { World } from '../support/world';

const WIDTHS = [375, 320];
const CHANNEL = 'a channel with a name that is longer than a phone is wide';

/** Boxes that reach beyond what is shown of what is around them, where nothing can be scrolled to them. */
const cutOffIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(input, textarea, select, button, h1, p)')]
      .filter((one) => one.checkVisibility() && !one.closest('[role=group], dialog'))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
      .map((one) => `${one.tagName} ${one.textContent || one.getAttribute('aria-label') || one.outerHTML}`),
  );

describeInChromium('The browser client on a phone', () => {
  let world: World;
  let ana: Person;
  let chromium: Chromium;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    world = await World.start();
    ana = await world.member('ana');
    await world.setRole(ana, 'admin');
    await ana.subscribe(CHANNEL);
    chromium = await startChromium();
    context = await chromium.newContext({
      ...{ baseURL: world.url, viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    });
    ({ page } = await openTab(context));
    await page.goto('/login/');
    await page.getByLabel('Email').fill(ana.email);
    await page.getByLabel('Password').fill('a long enough secret');
    await page.getByRole('button', { name: 'Log in' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const channel = async () => `#narrow/channel/${await ana.channelId(CHANNEL)}`;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const views = () => page.getByRole('navigation', { name: 'Views' });
  const go = async (place: string) => {
    await page.goto(`/${place}`);
    await page.locator('main h1').waitFor();
  };

  it('opens the sidebar over the view, and closes it by a link, beside it or by Escape', async () => {
    await go('#recent');
    const open = async () => {
      await page.getByRole('button', { name: 'Menu' }).tap();
      await views().waitFor();
    };
    await open();
    await views().getByRole('link', { name: 'Inbox' }).tap();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await views().waitFor({ state: 'hidden' });
    await open();
    await page.touchscreen.tap(370, 400);
    await views().waitFor({ state: 'hidden' });
    await open();
    await views().getByRole('link', { name: 'Inbox' }).press('Escape');
    await views().waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Menu');
  });

  it('closes the sidebar by Escape wherever the focus is, and by the back gesture', async () => {
    await go('#recent');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await views().waitFor();
    await page.keyboard.press('Escape');
    await views().waitFor({ state: 'hidden' });
    expect(await focused()).toBe('Menu');
    await page.evaluate(() => {
      const { CloseWatcher: Real } = window as unknown as { CloseWatcher: new () => object };
      class CloseWatcher extends Real {
        constructor() {
          super();
          Object.assign(window, { watcher: this });
        }
      }
      Object.assign(window, { CloseWatcher });
    });
    await page.getByRole('button', { name: 'Menu' }).tap();
    await views().waitFor();
    // As the browser does at that gesture.
    await page.evaluate(() => (window as unknown as { watcher: { requestClose(): void } }).watcher.requestClose());
    await views().waitFor({ state: 'hidden' });
    expect(page.url()).toContain('#recent');
  });

  it('closes a menu by a tap beside it, which presses nothing else', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await go(`${await channel()}/topic/menus`);
    const menu = page.getByRole('menu');
    const [link, field] = [page.locator('main h1 a'), page.getByRole('textbox', { name: 'Message' })];
    const tap = async (target: Locator) => {
      const { x, y, height } = (await target.boundingBox())!;
      await page.touchscreen.tap(x + 5, y + height / 2);
    };
    for (const target of [link, field]) {
      await page.getByRole('button', { name: 'Topic actions' }).tap();
      await menu.waitFor();
      await tap(target);
      await menu.waitFor({ state: 'detached' });
      expect(await focused()).toBe('Topic actions');
    }
    expect(page.url()).toContain('/topic/menus');
    await tap(field);
    expect(await focused()).toBe('Message');
    await tap(link);
    await page.waitForURL((url) => !url.hash.includes('topic'));
  });

  it('shows a section of the settings first, and all sections on request', async () => {
    await go('#settings/preferences');
    await page.getByRole('heading', { name: 'Preferences' }).waitFor();
    await until(() =>
      page.getByRole('heading', { name: 'Preferences' }).evaluate((it) => it.getBoundingClientRect().top < 400),
    );
    const link = page.getByRole('link', { name: 'Notifications', exact: true });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Settings sections' }).tap();
    await link.tap();
    await page.getByRole('heading', { name: 'Notifications' }).first().waitFor();
    await link.waitFor({ state: 'hidden' });
  });

  it('names the channels of a table of settings in words, also while it is scrolled', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await go('#settings/notifications');
    const name = page.getByRole('rowheader', { name: CHANNEL });
    const mails = page.getByRole('checkbox', { name: `Wildcard mentions: ${CHANNEL}` });
    await mails.scrollIntoViewIfNeeded();
    const { x, width, height } = (await name.boundingBox())!;
    expect([x >= 0, width > 100, height < 160]).toEqual([true, true, true]);
  });

  it.each(WIDTHS)('cuts nothing off at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 568 });
    const id = (await channel()).split('/').at(-1);
    const faults: string[] = [];
    for (const place of [
      ...['#inbox', '#recent', '#feed', await channel(), `#topics/channel/${id}`, '#channels/all', '#drafts'],
      ...['#settings/profile', '#settings/notifications', '#organization/users', `#organization/channels/${id}`],
    ]) {
      await go(place);
      faults.push(...(await cutOffIn(page)).map((fault) => `${place}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it('has room for long words of other languages beside buttons', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await world.owner.send(CHANNEL, 'unread', 'Hello');
    await ana.ok('PATCH', 'settings', { default_language: 'de' });
    await go('#inbox');
    const heading = page.getByRole('heading', { name: 'Posteingang' });
    await heading.waitFor();
    const words = await heading.evaluate((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getBoundingClientRect();
    });
    const mark = (await page.getByRole('button', { name: 'Alles als gelesen markieren' }).boundingBox())!;
    expect(words.bottom <= mark.y || words.right <= mark.x).toBe(true);
    const [first, second] = await page
      .locator('main > :last-child button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    expect(first).toBe(second);
    await ana.ok('PATCH', 'settings', { default_language: 'en' });
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('shows the name of a channel in a line of its own', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await go(await channel());
    const heights = await page.locator('main header').evaluate((head) =>
      [head.querySelector('h1')!, head.querySelector('h1 ~ a')!].map((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    expect(heights[1]!.top).toBeGreaterThanOrEqual(heights[0]!.bottom - 1);
  });

  it.each(WIDTHS)('shows the name of a topic and all its tools in two rows at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 568 });
    await go(`${await channel()}/topic/${'a topic with a long name '.repeat(2).trim()}`);
    const head = page.locator('main header');
    const name = (await head.locator('h1 > :last-child').boundingBox())!;
    expect(name.width).toBeGreaterThan(width * 0.75);
    expect((await head.boundingBox())!.height).toBeLessThan(3 * name.height);
    for (const [role, tool] of [
      ['button', 'Topic actions'],
      ['link', CHANNEL],
      ['link', 'Topics'],
      ['link', 'Channel settings'],
    ] as const) {
      const found = head.getByRole(role, { name: tool });
      await found.tap({ trial: true });
      expect((await found.boundingBox())!.width).toBeGreaterThan(23);
    }
  });

  it('has room in every dialog for what it contains, with its buttons in sight', async () => {
    await page.setViewportSize({ width: 320, height: 480 });
    const id = await ana.send(CHANNEL, 'x'.repeat(60), 'before');
    await ana.ok('PATCH', `messages/${id}`, { content: `${'y'.repeat(300)}\n\n\`${'z'.repeat(300)}\`` });
    await go(`${await channel()}/topic/${'x'.repeat(60)}`);
    const article = page.locator(`article[data-id="${id}"]`);
    const dialog = page.locator('dialog[open]');
    const faults: string[] = [];
    const note = async (name: string) => {
      await dialog.waitFor();
      await dialog.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      faults.push(...(await page.evaluate(cutOffInFront)).map((fault) => `${name}: ${fault}`));
      const isInSight = await dialog
        .getByRole('button')
        .last()
        .evaluate((it) => {
          const { left, top, width, height } = it.getBoundingClientRect();
          return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      if (!isInSight) faults.push(`${name}: its last button is out of sight`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    for (const item of [
      ...['Move message', 'Delete message', 'Forward message', 'View read receipts', 'Remind me', 'View source'],
      'View edit history',
    ]) {
      await article.tap();
      await article.getByRole('button', { name: 'Message actions' }).tap();
      faults.push(...(await page.evaluate(cutOffInFront)));
      await page.getByRole('menuitem', { name: item }).tap();
      await note(item);
    }
    for (const item of ['Move', 'Delete']) {
      await page.getByRole('button', { name: 'Topic actions' }).tap();
      faults.push(...(await page.evaluate(cutOffInFront)));
      await page.getByRole('menuitem', { name: item }).tap();
      await note(`${item} topic`);
    }
    await page.getByRole('textbox', { name: 'Message' }).fill('later');
    await page.getByRole('button', { name: 'Schedule message' }).tap();
    await note('send later');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    expect(faults).toEqual([]);
  });

  it('lets a wide table scroll in itself', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    const cells = Array.from({ length: 8 }, (_, at) => `column-${at}`).join(' | ');
    await ana.send(CHANNEL, 'table', `${cells}\n${'--|'.repeat(7)}--\n${cells}`);
    await go(`${await channel()}/topic/table`);
    const table = page.getByRole('article').locator('table');
    await table.waitFor();
    const { inside, around } = await table.evaluate((it) => ({ inside: it.scrollWidth, around: it.clientWidth }));
    expect(inside).toBeGreaterThan(around);
    const cell = await table.getByText('column-7').first().boundingBox();
    expect(cell!.height).toBeLessThan(60);
    await table.focus();
    expect(await table.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('leaves room for messages above a keyboard, and enlarges no page at a field', async () => {
    await page.setViewportSize({ width: 360, height: 340 });
    await go(`${await channel()}/topic/table`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.tap();
    await page.getByRole('searchbox').waitFor({ state: 'hidden' });
    const feed = await page.getByRole('feed').boundingBox();
    expect(feed!.height).toBeGreaterThan(80);
    expect(await field.evaluate((it) => parseFloat(getComputedStyle(it).fontSize))).toBeGreaterThanOrEqual(16);
    await page.setViewportSize({ width: 839, height: 200 }); // on its side
    for (const control of [field, page.getByRole('button', { name: 'Preview' })]) {
      const { y, height } = (await control.boundingBox())!;
      expect([y > 0, y + height <= 200]).toEqual([true, true]);
    }
    await page.setViewportSize({ width: 360, height: 340 });
    expect(await page.locator('meta[name=viewport]').getAttribute('content')).toContain('resizes-content');
  });

  it('shows the buttons that change words when there is a place for words', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await go(`${await channel()}/topic/table`);
    const bold = page.getByRole('button', { name: 'Bold' });
    const field = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('button', { name: 'Attach files' }).waitFor();
    await field.blur();
    await bold.waitFor({ state: 'hidden' });
    await field.tap();
    await bold.tap();
    expect(await field.inputValue()).toBe('****');
    expect(await focused()).toBe('Message');
    await field.fill('');
  });

  it('takes a tap on a button although the field loses the focus by it', async () => {
    await page.setViewportSize({ width: 360, height: 340 });
    const id = await ana.send(CHANNEL, 'taps', 'before');
    await go(`${await channel()}/topic/taps`);
    const article = page.locator(`article[data-id="${id}"]`);
    await article.tap();
    await article.getByRole('button', { name: 'Edit message' }).tap();
    const editor = article.getByRole('textbox', { name: 'Message' });
    await until(async () => (await editor.inputValue()) === 'before');
    await editor.fill('after');
    await article.getByRole('button', { name: 'Save', exact: true }).tap();
    await article.getByText('after').waitFor();
    await editor.waitFor({ state: 'detached' });
  });

  it('keeps the focus in the field, and with it the keyboard, when a message is sent', async () => {
    await go(`${await channel()}/topic/taps`);
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.tap();
    await field.fill('sent by a finger');
    await field.evaluate((it) => it.addEventListener('blur', () => (it.dataset.left = 'yes')));
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await page.getByRole('article').getByText('sent by a finger').waitFor();
    const undo = (await page.getByRole('button', { name: 'Undo' }).boundingBox())!;
    const preview = (await page.getByRole('button', { name: 'Preview' }).boundingBox())!;
    expect(undo.y).toBeLessThan(preview.y + preview.height); // no row of its own
    expect(await field.inputValue()).toBe('');
    expect(await field.getAttribute('data-left')).toBeNull();
  });

  it('shows above a keyboard whom the filter of the sidebar has found', async () => {
    await go('#recent');
    await page.getByRole('button', { name: 'Menu' }).tap();
    const filter = page.getByRole('textbox', { name: 'Filter people' });
    await filter.tap();
    await filter.fill('ana');
    const found = page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: 'Ana Example' });
    const { y, height } = (await found.boundingBox())!;
    expect(y + height).toBeLessThan(340);
    await found.tap();
    await page.getByRole('main').getByRole('heading', { name: 'Ana Example' }).waitFor();
  });

  it('keeps the field and the button that sends in sight, whatever else is said above a keyboard', async () => {
    await page.setViewportSize({ width: 320, height: 320 });
    await world.owner.subscribe('elsewhere');
    await world.owner.send('elsewhere', '✔ done', 'So it was');
    await go(`#narrow/channel/${await world.owner.channelId('elsewhere')}/topic/✔ done`);
    await page.getByRole('article').filter({ hasText: 'So it was' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.tap();
    await field.fill('one more thing\n'.repeat(12));
    await page.getByRole('alert').getByText('This topic is resolved.').waitFor();
    await context.setOffline(true);
    await page.getByRole('status').getByText('The server cannot be reached.').waitFor();
    for (const control of [field, page.getByRole('button', { name: 'Send', exact: true })]) {
      const { y, height } = (await control.boundingBox())!;
      expect([y > 0, y + height < 320]).toEqual([true, true]);
    }
    await page.getByRole('button', { name: 'Send', exact: true }).tap({ trial: true });
    expect((await page.getByRole('feed').boundingBox())!.height).toBeGreaterThan(30);
    await context.setOffline(false);
    await field.fill('');
  });
});
