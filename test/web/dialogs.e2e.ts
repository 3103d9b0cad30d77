import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('A dialog about a message', () => {
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
    await world.owner.subscribe('reports', { invite_only: true });
    const reports = await world.owner.channelId('reports');
    await world.owner.ok('PATCH', 'realm', { moderation_request_channel_id: reports });
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });
  afterEach(() => page.close());

  const dialog = (name: string) => page.getByRole('dialog', { name });
  /** Chooses from the menu of a message. */
  const choose = async (words: string, item: string): Promise<void> => {
    const article = page.getByRole('article').filter({ hasText: words });
    await article.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it.each([
    ['Report message', 'What is wrong with it?'],
    ['Remind me', 'Note'],
    ['Forward message', 'Topic'],
  ])('keeps what was written in the dialog "%s" over Escape', async (name, field) => {
    await ana.send('plans', 'half-written', `for ${name}`);
    const hash = `#narrow/channel/${await bo.channelId('plans')}/topic/half-written`;
    ({ page } = await openClient(context, bo, hash));
    const words = dialog(name).getByRole('textbox', { name: field });
    await choose(`for ${name}`, name);
    await words.fill('half written');
    await page.keyboard.press('Escape');
    await dialog(name).waitFor({ state: 'detached' });
    await choose(`for ${name}`, name);
    expect(await words.inputValue()).toBe('half written');
  });
});
