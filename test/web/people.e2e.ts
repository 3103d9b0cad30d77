import type { Browser as Chromium, BrowserContext, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { png, upload } from '../support/picture-uploads';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The people in the browser client', () => {
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
    await ana.sendTo([bo], 'Hello');
    await bo.ok('POST', 'mark_all_as_read');
    chromium = await startChromium();
    context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    // Writes down what would be shown on the desktop.
    await context.addInitScript(() => {
      const shown: string[] = [];
      const fake = class {
        static readonly permission = 'granted';
        constructor(title: string, { body }: { body: string }) {
          shown.push(`${title}: ${body}`);
        }
      };
      Object.assign(window, { Notification: fake, shownOnDesktop: shown });
    });
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
  const shown = () => page.evaluate(() => (window as unknown as { shownOnDesktop: string[] }).shownOnDesktop);
  const anasLink = () =>
    page.getByRole('navigation', { name: 'Direct messages' }).getByRole('link', { name: 'Ana Example' });

  it('shows who is typing, and sends typing notifications', async () => {
    await open(await plans('typing'));
    const where = { type: 'channel', stream_id: await ana.channelId('plans'), topic: 'typing' };
    await ana.ok('POST', 'typing', { op: 'start', ...where });
    await page.getByText('Ana Example is typing').waitFor();
    await ana.ok('POST', 'typing', { op: 'stop', ...where });
    await until(async () => (await page.getByText('is typing').count()) === 0);
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/json/typing')) told.push(new URLSearchParams(request.postData() ?? '').get('op')!);
    });
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Well');
    await until(() => told[0] === 'start');
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await until(() => told.at(-1) === 'stop');
  });

  it.each(['direct', 'private'])('shows who is typing in direct messages of the type %s', async (type) => {
    await open(`#narrow/dm/${ana.id}-Ana-Example`);
    const line = page.getByRole('main').getByText('Ana Example is typing', { exact: true });
    for (const to of [JSON.stringify([bo.id]), JSON.stringify([ana.id, bo.id])]) {
      await ana.ok('POST', 'typing', { op: 'start', type, to });
      await line.waitFor();
      await ana.ok('POST', 'typing', { op: 'stop', type, to });
      await line.waitFor({ state: 'detached' });
    }
  });

  it('shows who is typing in a group, however a link names it, and in the view of all direct messages', async () => {
    const cy = await world.member('cy');
    const all = [ana, bo, cy].map(({ id }) => id);
    for (const hash of [
      `#narrow/dm/${cy.id},${ana.id}-group`,
      `#narrow/pm-with/${all.join()}-group`,
      '#narrow/is/dm',
    ]) {
      await open(hash);
      await cy.ok('POST', 'typing', { op: 'start', type: 'direct', to: all });
      await page.getByRole('main').getByText('Cy Example is typing').waitFor();
      await page.close();
      await cy.ok('POST', 'typing', { op: 'stop', type: 'direct', to: all });
    }
    await open('#inbox');
  });

  it('shows who is typing where the newest messages are far below, and where a link has the name of the channel', async () => {
    const channel = await ana.channelId('plans');
    const old = await ana.send('plans', 'Long Way', 'the first one');
    for (let count = 0; count < 170; count++) await ana.send('plans', 'Long Way', `way ${count}`);
    for (const hash of [
      `#narrow/channel/${channel}-plans/topic/Long.20Way/near/${old}`,
      '#narrow/stream/plans/subject/long.20way',
    ]) {
      await open(hash);
      await page.getByRole('article').getByText('the first one').waitFor();
      await ana.ok('POST', 'typing', { op: 'start', type: 'stream', to: [channel], topic: 'LONG WAY' });
      await page.getByText('Ana Example is typing').waitFor();
      await ana.ok('POST', 'typing', { op: 'stop', type: 'stream', to: [channel], topic: 'long way' });
      await page.getByText('Ana Example is typing').waitFor({ state: 'detached' });
      await page.close();
    }
    await open('#inbox');
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('keeps in mind who is typing in a view that is opened later, until a reload', async () => {
    await open('#inbox');
    const where = { type: 'channel', stream_id: await ana.channelId('plans'), topic: 'later' };
    await ana.ok('POST', 'typing', { op: 'start', ...where });
    await ana.send('plans', 'other', 'a mark of the queue');
    await page.getByRole('link', { name: 'plans, 1 unread' }).waitFor();
    await goTo(page, await plans('later'));
    await page.getByText('Ana Example is typing').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'plans, 1 unread' }).waitFor();
    await page.getByText('No messages yet.').waitFor();
    expect(await page.getByText('is typing').count()).toBe(0);
  });

  it('shows that a message is being edited, and tells others of own edits', async () => {
    const id = await ana.send('plans', 'edits', 'from Ana');
    const own = await bo.send('plans', 'edits', 'from Bo');
    await open(await plans('edits'));
    const article = page.getByRole('article').filter({ hasText: 'from Ana' });
    await article.waitFor();
    await ana.ok('POST', `messages/${id}/typing`, { op: 'start' });
    await article.getByText('is being edited').waitFor();
    await ana.ok('POST', `messages/${id}/typing`, { op: 'stop' });
    await article.getByText('is being edited').waitFor({ state: 'detached' });
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/json/messages/${own}/typing`))
        told.push(new URLSearchParams(request.postData() ?? '').get('op')!);
    });
    await page.getByRole('button', { name: 'Edit message' }).click();
    const field = page.getByRole('form', { name: 'Edit message' }).getByRole('textbox', { name: 'Message' });
    await until(async () => (await field.inputValue()) === 'from Bo');
    await field.fill('changed by Bo');
    await until(() => told[0] === 'start');
    await page.keyboard.press('Escape');
    await until(() => told.at(-1) === 'stop');
  });

  it('shows presence and statuses in words', async () => {
    await ana.ok('POST', 'users/me/presence', { status: 'active', new_user_input: true });
    await ana.ok('POST', 'users/me/status', { status_text: 'At lunch', emoji_name: 'tada' });
    await open('#inbox');
    await until(async () => (await anasLink().getAttribute('title')) === 'active now, At lunch');
  });

  it('lists the bots, groups and channels of a user, as far as the reader sees them, and the owner of a bot', async () => {
    await ana.ok('POST', 'bots', { full_name: 'Helper', short_name: 'helper' });
    const { group_id: millers } = await world.owner.ok('POST', 'user_groups/create', {
      ...{ name: 'millers', description: '', members: [ana.id] },
    });
    await world.owner.ok('POST', 'user_groups/create', {
      ...{ name: 'bakers', description: '', members: [bo.id], subgroups: [millers as number] },
    });
    await ana.subscribe('hidden place', { invite_only: true });
    await open(`#narrow/dm/${ana.id}-Ana-Example`);
    await page
      .getByRole('article', { name: /^Ana Example/ })
      .getByRole('button', { name: 'Ana Example' })
      .first()
      .click();
    const card = (name: string) => page.getByRole('dialog', { name });
    const texts = async (name: string) => {
      await card('Ana Example').getByRole('button', { name, exact: true }).click();
      const list = card('Ana Example').getByRole('list', { name, exact: true });
      return list.getByRole('listitem').allInnerTexts();
    };
    expect(await texts('2 groups')).toEqual(['bakers', 'millers']);
    await card('Ana Example').getByRole('button', { name: 'Channels', exact: true }).click();
    const channels = card('Ana Example').getByRole('list', { name: /channels?$/ });
    await channels.getByRole('link', { name: 'plans' }).waitFor();
    expect(await channels.getByRole('link', { name: 'hidden place' }).count()).toBe(0);
    expect(await texts('1 bot')).toEqual(['Helper']);
    await card('Ana Example').getByRole('button', { name: 'Helper' }).click();
    await card('Helper').getByRole('button', { name: 'Owner: Ana Example' }).click();
    await card('Ana Example').getByRole('button', { name: 'Channels', exact: true }).click();
    await channels.getByRole('link', { name: 'plans' }).click();
    await page.getByRole('main').getByRole('heading', { name: 'plans' }).waitFor();
  });

  it('sets a status, and keeps what was written over Escape', async () => {
    await bo.send('plans', 'own', 'written by Bo');
    await open(await plans('own'));
    // The only button of this name.
    await page.getByRole('article').getByRole('link', { name: 'Bo Example' }).press('Enter');
    await page.getByRole('dialog', { name: 'Bo Example' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Set status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set status' });
    const words = dialog.getByLabel('What others should know');
    await words.fill('On the road');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Bo Example' }).click();
    await page.getByRole('menuitem', { name: 'Set status' }).click();
    expect(await words.inputValue()).toBe('On the road');
    await dialog.getByLabel('Emoji').selectOption('bus');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Bo Example' }).getByRole('img', { name: 'bus' }).waitFor();
    const { status } = await ana.ok('GET', `users/${bo.id}/status`);
    expect(status).toMatchObject({ status_text: 'On the road', emoji_name: 'bus' });
    await page.getByRole('button', { name: 'Bo Example' }).getByText('On the road').waitFor();
    await upload(ana, 'realm/emoji/parrot', [await png(16)]);
    await bo.ok('POST', 'users/me/status', { status_text: '', emoji_name: 'parrot' });
    await page.getByRole('button', { name: 'Bo Example' }).getByRole('img', { name: 'parrot' }).waitFor();
    await page.getByText('On the road').waitFor({ state: 'detached' });
  });

  it('shows desktop notifications by the settings for messages that are not visible', async () => {
    await open(await plans('seen'));
    await page.bringToFront();
    await ana.send('plans', 'seen', '@**Bo Example** look');
    await page.getByRole('article').getByText('look').waitFor();
    await ana.send('plans', 'unmentioned', 'for all');
    await ana.send('plans', 'elsewhere', '@**Bo Example** <b> & there');
    await ana.sendTo([bo], 'in **private**');
    await until(async () => (await shown()).some((words) => words.includes('private')));
    expect(await shown()).toEqual(['Ana Example (elsewhere): @Bo Example <b> & there', 'Ana Example: in private']);
    await until(async () => (await page.title()).startsWith('(2) '));
    const inIcon = async () => /%3E(\d+)%3C/.exec((await page.locator('link[rel=icon]').getAttribute('href'))!)?.[1];
    await until(async () => Number(await inIcon()) > 2);
    await bo.ok('PATCH', 'settings', { desktop_icon_count_display: 3 });
    await until(async () => (await inIcon()) === '2');
    await bo.ok('PATCH', 'settings', { desktop_icon_count_display: 1 });
    await bo.ok('POST', 'mark_all_as_read');
    await until(async () => !(await page.title()).startsWith('('));
  });

  it('shows the text of a /me message after the name of its sender', async () => {
    await ana.send('plans', 'deeds', '/me waves');
    await open(await plans('deeds'));
    const article = page.getByRole('article', { name: /^Ana Example/ });
    await article.getByText('waves', { exact: true }).waitFor();
    expect(await article.textContent()).not.toContain('/me');
  });

  it('shows German to users with that setting, at once', async () => {
    await open(await plans('languages'));
    await bo.ok('PATCH', 'settings', { default_language: 'de' });
    await page
      .getByRole('navigation', { name: 'Ansichten' })
      .getByRole('link', { name: /^Posteingang/ })
      .waitFor();
    await page.getByRole('form', { name: 'Verfassen' }).getByRole('button', { name: 'Senden' }).waitFor();
    await page.locator('html[lang=de]').waitFor();
    await bo.ok('PATCH', 'settings', { default_language: 'en' });
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
  });
});
