import type { Browser as Chromium, BrowserContext, Locator, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('What is half written in a dialog or a form', () => {
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

  it.each(['Escape', 'Control+['])('leaves by the key, as all that opens above a view: %s', async (key) => {
    await bo.send('plans', 'closing', 'my own');
    ({ page } = await openClient(context, bo, `#narrow/channel/${await bo.channelId('plans')}/topic/closing`));
    const closes = async (opening: string, opened: Locator): Promise<void> => {
      await page.getByRole('article').filter({ hasText: 'my own' }).last().focus();
      await page.keyboard.press(opening);
      await opened.waitFor();
      await page.keyboard.press(key);
      await opened.waitFor({ state: 'detached' });
    };
    await closes('?', dialog('Keyboard shortcuts'));
    await closes('i', page.getByRole('menu', { name: 'Message actions' }));
    await closes(':', dialog('Add reaction'));
    await closes('e', page.getByRole('form', { name: 'Edit message' }));
  });

  it('is kept in the form of a new channel while another view is shown, until the channel is there', async () => {
    ({ page } = await openClient(context, bo, '#channels/all'));
    const form = page.getByRole('form', { name: 'Create channel' });
    const name = form.getByRole('textbox', { name: 'Channel name' });
    const isThere = async (words: string) => {
      await goTo(page, '#recent');
      await form.waitFor({ state: 'detached' });
      await page.goBack();
      await form.waitFor();
      expect(await name.inputValue()).toBe(words);
    };
    await name.fill('garden');
    await form.getByRole('textbox', { name: 'Description' }).fill('for seeds');
    await isThere('garden');
    await form.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: 'garden' }).waitFor();
    await until(async () => (await name.inputValue()) === '');
    const { streams } = await bo.ok('GET', 'streams');
    expect(streams).toContainEqual(expect.objectContaining({ name: 'garden', description: 'for seeds' }));
    await isThere('');
  });

  it('is kept in the forms of the settings, with the terms of an invitation', async () => {
    const own = await chromium.newContext({ baseURL: world.url });
    ({ page } = await openClient(own, world.owner, '#organization/invitations'));
    const emails = page.getByRole('textbox', { name: 'Emails, separated by commas or lines' });
    const role = page.getByLabel('Role', { exact: true });
    await emails.fill('nina@example.org');
    await role.selectOption('Moderator');
    await goTo(page, '#organization/channels');
    const channel = page.getByRole('main').getByRole('textbox', { name: 'Name', exact: true });
    await channel.fill('half a name');
    await goTo(page, '#organization/invitations');
    expect([await emails.inputValue(), await role.inputValue()]).toEqual(['nina@example.org', '300']);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await until(async () => (await emails.inputValue()) === '');
    await goTo(page, '#organization/channels');
    expect(await channel.inputValue()).toBe('half a name');
    await goTo(page, '#organization/invitations');
    expect([await emails.inputValue(), await role.inputValue()]).toEqual(['', '400']);
    await own.close();
  });
});
