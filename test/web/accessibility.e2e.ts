import type { Browser as Chromium, BrowserContextOptions, Page } from 'playwright-core';
import { barriersIn, collisionsIn, looseWordsIn } from '../support/barriers';
import { describeInChromium, openTab, startChromium } from '../support/chromium';
import { uploaded } from '../support/files';
import type { Person } from '../support/person';
import { png } from '../support/picture-uploads';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

/** How people look at it. At 200 % zoom a window of 1280 pixels has 640, of twice the size. */
const LOOKS: [string, BrowserContextOptions][] = [
  ['light, 1280 pixels', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['dark, 320 pixels', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
  [
    'high contrast, 1280 pixels at 200 %',
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, contrast: 'more' },
  ],
  ['forced colours, 320 pixels', { viewport: { width: 320, height: 640 }, forcedColors: 'active' }],
];
/** Pixels up to which the sidebar is a drawer. */
const NARROW = 640;
const PAGES = ['/login/', '/accounts/password/reset/', '/register/', '/no/such/page', '/join/unknown/'];
const LUNCH = '@**Bo Example** `code`\n\n> quoted\n\n```spoiler Where?\nHere\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |';
const HEBREW = 'נועה לוי';

const inMenu =
  (item: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('article').first().getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
const field = (page: Page) => page.getByRole('form', { name: 'Compose' }).getByRole('textbox', { name: 'Message' });

/** What was written before may have come back as a draft. */
async function suggest(page: Page): Promise<void> {
  await field(page).fill('');
  await field(page).pressSequentially('@');
}

/** What opens above a conversation, and where it is in the page. */
const OPENED: [string, (page: Page) => Promise<void>, string][] = [
  ['menu', (page) => page.getByRole('button', { name: 'Message actions' }).first().click(), '[role=menu]'],
  ['emoji picker', (page) => page.getByRole('button', { name: 'Add reaction' }).first().click(), '[role=dialog]'],
  ['card', (page) => page.getByRole('article').getByRole('button', { name: HEBREW }).click(), '[role=dialog]'],
  ['keys', (page) => page.keyboard.press('?'), 'dialog'],
  ['move', inMenu('Move message'), 'dialog'],
  ['delete', inMenu('Delete message'), 'dialog'],
  ['forward', inMenu('Forward message'), 'dialog'],
  ['readers', inMenu('View read receipts'), 'dialog'],
  ['remind', inMenu('Remind me'), 'dialog'],
  ['report', inMenu('Report message'), 'dialog'],
  ['source', inMenu('View source'), 'dialog'],
  ['history', inMenu('View edit history'), 'dialog'],
  [
    'send later',
    async (page) => {
      await field(page).fill('not now');
      await page.getByRole('button', { name: 'Schedule message' }).click();
    },
    'dialog[open]',
  ],
  ['picture', (page) => page.locator('.message_inline_image a').first().click(), 'dialog[open]'],
  [
    'status',
    async (page) => {
      await page.getByRole('button', { name: 'Bo Example' }).click();
      await page.getByRole('menuitem', { name: 'Set status' }).click();
    },
    'dialog[open]',
  ],
  ['account menu', (page) => page.getByRole('button', { name: 'Bo Example' }).click(), '[role=menu]'],
  ['suggestions', (page) => suggest(page), '[role=listbox]'],
];

describeInChromium('The browser client for everybody', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let topic: string;
  let places: string[];

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.member('ana'), await world.member('bo')];
    await world.setRole(bo, 'admin');
    await ana.ok('PATCH', 'settings', { full_name: HEBREW });
    await ana.subscribe(['plans', 'תוכניות'], { principals: [ana.id, bo.id] });
    const picture = await uploaded(ana, 'menu.png', await png(300));
    const lunch = await ana.send('plans', 'lunch', LUNCH);
    await ana.ok('PATCH', `messages/${lunch}`, { content: `${LUNCH}\n\n[the menu](${picture})` });
    await ana.send('תוכניות', 'ארוחה', 'שלום (hello)!');
    await ana.sendTo([bo], 'A word without an end: '.concat('x'.repeat(300)));
    await ana.ok('POST', 'users/me/status', { status_text: 'At lunch', emoji_name: 'tada' });
    await world.owner.subscribe('reports', { invite_only: true });
    await world.owner.ok('PATCH', 'realm', {
      invite_required: false,
      moderation_request_channel_id: await world.owner.channelId('reports'),
    });
    const channel = `#narrow/channel/${await bo.channelId('plans')}`;
    topic = `${channel}/topic/lunch`;
    const ofMany = [
      '#feed',
      channel,
      '#narrow/is/mentioned',
      `${channel}/topic/quiet`,
      '#drafts',
      '#scheduled',
      '#channels',
    ];
    places = ['#inbox', '#recent', topic, `#narrow/dm/${ana.id}`, ...ofMany];
    chromium = await startChromium();
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  /** The client of Bo. The page's policy takes no scripts of others, so the browser is told to let axe in. */
  async function open(look: BrowserContextOptions, hash = ''): Promise<Page> {
    const { viewport, ...others } = look;
    const context = await chromium.newContext({ baseURL: world.url, bypassCSP: true, ...others });
    const { page } = await openClient(context, bo, hash);
    if (viewport) await page.setViewportSize(viewport);
    return page;
  }

  async function go(page: Page, place: string): Promise<void> {
    await goTo(page, place);
    await page.locator('main h1').first().waitFor();
    await page.locator('main [aria-busy=true]:not([role=feed])').waitFor({ state: 'detached' });
  }

  it.each(LOOKS)('has no barriers in any view, nor in what opens above it: %s', async (_, look) => {
    const faults: string[] = [];
    const note = async (where: string, page: Page, part?: string) =>
      faults.push(...(await barriersIn(page, part)).map((fault) => `${where}: ${fault}`));
    const page = await open(look);
    for (const place of places) {
      await go(page, place);
      await note(place, page);
    }
    await go(page, topic);
    for (const [name, openIt, part] of OPENED) {
      // The drawer stays open for the account menu, which comes next.
      if (name === 'status' && look.viewport!.width <= NARROW)
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await openIt(page);
      await page.locator(part).waitFor();
      await note(name, page, part);
      await page.keyboard.press('Escape');
      await page.locator(part).waitFor({ state: 'detached' });
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it.each(LOOKS)('has no barriers before the login: %s', async (_, look) => {
    const context = await chromium.newContext({ baseURL: world.url, bypassCSP: true, ...look });
    const { page } = await openTab(context);
    const faults: string[] = [];
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      faults.push(...(await barriersIn(page)).map((fault) => `${path}: ${fault}`));
    }
    await context.close();
    expect(faults).toEqual([]);
  });

  it('has room for everything from right to left, and keeps words of either direction to themselves', async () => {
    const faults: string[] = [];
    const page = await open({});
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      for (const place of ['#inbox', '#recent', topic, '#channels']) {
        await go(page, place);
        faults.push(...(await collisionsIn(page)).map((fault) => `${place} at ${width}: ${fault}`));
      }
    }
    await page.evaluate(() => (document.documentElement.dir = 'ltr'));
    for (const place of ['#inbox', '#recent', '#feed', '#channels']) {
      await go(page, place);
      faults.push(...(await looseWordsIn(page)).map((fault) => `${place}: ${fault}`));
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });

  it('mirrors icons that point onwards, and no others, in pages from right to left', async () => {
    const page = await open({}, topic);
    const mirrored = (directed: boolean) =>
      page
        .locator(`svg[aria-hidden=true]${directed ? '[data-directed]' : ':not([data-directed])'}`)
        .evaluateAll((icons) => [...new Set(icons.map((icon) => getComputedStyle(icon).scale))]);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await mirrored(true)).toEqual(['none']);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await mirrored(true)).toEqual(['-1 1']);
    expect(await mirrored(false)).toEqual(['none']);
    for (const icon of ['Send', 'Quote', 'Bulleted list'])
      expect(await page.getByRole('button', { name: icon }).locator('svg[data-directed]').count()).toBe(1);
    await page.context().close();
  });

  it('keeps the focus where it is while messages arrive, change and go', async () => {
    const ids: number[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await ana.send('plans', 'focus', text));
    const page = await open({}, topic.replace('lunch', 'focus'));
    const article = (id: number) => page.locator(`article[data-id="${id}"]`);
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id);
    await article(ids[1]).focus();
    const late = await ana.send('plans', 'focus', 'four');
    await article(late).waitFor();
    expect(await focused()).toBe(String(ids[1]));
    await ana.ok('PATCH', `messages/${ids[1]}`, { content: 'changed [here](https://example.com)' });
    await article(ids[1]).getByText('changed').waitFor();
    await ana.ok('POST', `messages/${ids[1]}/reactions`, { emoji_name: 'tada' });
    await article(ids[1]).getByRole('button', { name: 'tada, 1 person' }).waitFor();
    expect(await focused()).toBe(String(ids[1]));
    await article(ids[1]).getByRole('link', { name: 'here' }).focus();
    await ana.ok('PATCH', `messages/${ids[1]}`, { content: 'changed again' });
    await article(ids[1]).getByText('changed again').waitFor();
    await until(async () => (await focused()) === String(ids[1]));
    await world.owner.ok('DELETE', `messages/${ids[1]}`);
    await article(ids[1]).waitFor({ state: 'detached' });
    await until(async () => (await focused()) === String(ids[2]));
    await page.context().close();
  });

  it('says what arrives in one polite live region, and moves nothing for those who ask for less motion', async () => {
    const page = await open({ reducedMotion: 'reduce' }, topic.replace('lunch', 'live'));
    await page.getByRole('feed').waitFor();
    expect(await page.locator('[role=status], [role=log], [aria-live=polite]').count()).toBe(1);
    await ana.send('plans', 'live', 'hear, hear');
    await page.getByRole('status').getByText(`New message from ${HEBREW}`).waitFor();
    const moving = await page.evaluate(() =>
      Array.from(document.querySelectorAll('*'), (one) => [one, getComputedStyle(one)] as const)
        .filter(([, style]) => parseFloat(style.transitionDuration) > 0 || parseFloat(style.animationDuration) > 0)
        .map(([one]) => one.outerHTML.slice(0, 100)),
    );
    expect(moving).toEqual([]);
    await page.context().close();
  });
});
