import type { Browser as Chromium, Locator, Page } from 'playwright-core';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The menus of the rows in the sidebar', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let cy: Person;
  let chromium: Chromium;
  let page: Page;
  let bread: number;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo, cy] = [await world.admin('ana'), await world.member('bo'), await world.member('cy')];
    await ana.subscribe('bread', { principals: [ana.id, bo.id, cy.id] });
    await ana.subscribe('secret', { invite_only: true, principals: [ana.id, bo.id] });
    bread = await bo.channelId('bread');
    await ana.send('bread', 'rye', 'is ready');
    await ana.sendTo([bo], 'hello');
    await ana.sendTo([bo, cy], 'hello, both');
    chromium = await startChromium();
    page = await pageOf(bo, '#recent');
  });
  afterAll(async () => {
    await chromium?.close();
    await world?.stop();
  });

  const pageOf = async (person: Person, hash: string): Promise<Page> => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const context = await chromium.newContext({
      baseURL: world.url,
      viewport: { width: 1280, height: 800 },
      permissions,
    });
    return (await openClient(context, person, hash)).page;
  };
  const row = (list: 'Channels' | 'Direct messages' | 'Views', name: string | RegExp, of = page): Locator =>
    of
      .getByRole('navigation', { name: list })
      .getByRole('listitem')
      .filter({ has: of.getByRole('link', { name }) })
      .last();
  const item = (name: string | RegExp, of = page): Locator => of.getByRole('menuitem', { name });
  const open = async (
    list: 'Channels' | 'Direct messages' | 'Views',
    name: string | RegExp,
    of = page,
  ): Promise<void> => {
    await row(list, name, of).hover();
    await row(list, name, of).getByRole('button', { name: 'Options' }).click();
    await of.getByRole('menu').waitFor();
  };
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const ownOf = async (person: Person, name: string): Promise<Record<string, unknown> | undefined> => {
    const { subscriptions } = await person.ok('GET', 'users/me/subscriptions');
    return (subscriptions as { name: string }[]).find((one) => one.name === name) as
      Record<string, unknown> | undefined;
  };

  it('mark a channel as read, pin it and mute it', async () => {
    await open('Channels', /^bread/);
    await item('Mark all as read').click();
    await row('Channels', 'bread').getByRole('link', { name: 'bread', exact: true }).waitFor();
    await open('Channels', 'bread');
    expect(await item('Mark all as read').count()).toBe(0);
    await item('Pin channel to top').click();
    await until(async () => (await ownOf(bo, 'bread'))?.pin_to_top === true);
    await open('Channels', 'bread');
    await item('Unpin channel from top').waitFor();
    await item('Mute channel').click();
    await until(async () => (await ownOf(bo, 'bread'))?.is_muted === true);
    await open('Channels', 'bread');
    await item('Unmute channel').click();
    await until(async () => (await ownOf(bo, 'bread'))?.is_muted === false);
  });

  it('copy the link of a channel, change its colour, and lead to its topics and settings', async () => {
    await open('Channels', 'bread');
    await item('Copy link to channel').click();
    await until(async () => (await copied()) === `${world.url}/#narrow/channel/${bread}-bread`);
    await open('Channels', 'bread');
    await item('Change color').click();
    await page.getByLabel('Color', { exact: true }).fill('#123456');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await until(async () => (await ownOf(bo, 'bread'))?.color === '#123456');
    await open('Channels', 'bread');
    await item('List of topics').click();
    await page.getByRole('heading', { name: 'Topics of bread' }).waitFor();
    await open('Channels', 'bread');
    await item('Channel settings').click();
    await page.getByRole('main').getByRole('heading', { name: 'bread' }).first().waitFor();
  });

  it('take the user out of a channel, which is asked first where others are needed to come back', async () => {
    await open('Channels', 'bread');
    await item('Unsubscribe').click();
    await until(async () => (await ownOf(bo, 'bread')) === undefined);
    await page.getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await ownOf(bo, 'bread')) !== undefined);
    await open('Channels', 'secret');
    await item('Unsubscribe').click();
    await page.getByRole('dialog').getByText('This channel is private').waitFor();
    await page.keyboard.press('Escape');
    await open('Channels', 'secret');
    await item('Unsubscribe').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click();
    await until(async () => (await ownOf(bo, 'secret')) === undefined);
  });

  it('are opened, used and left by keys, and the focus goes back', async () => {
    await goTo(page, '#recent');
    await row('Channels', 'bread').getByRole('link').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'Channel actions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await until(async () => (await focused()) === 'Options');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('bread');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Options');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await until(async () => (await ownOf(bo, 'bread'))?.is_muted === true);
    await bo.ok('POST', 'users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: bread, property: 'is_muted', value: false }],
    });
  });

  it('follow, mute and resolve a topic, and copy its link, as the user is allowed to', async () => {
    await goTo(page, `#narrow/channel/${bread}-bread`);
    await open('Channels', 'rye');
    expect(await item('Delete rye').count()).toBe(0);
    await item('Follow rye').click();
    await open('Channels', 'rye');
    await item('Unfollow rye').click();
    await open('Channels', 'rye');
    await item('Copy link to topic').click();
    await until(async () => (await copied()) === `${world.url}/#narrow/channel/${bread}-bread/topic/rye`);
    await open('Channels', 'rye');
    await item('Mark rye as resolved').click();
    await row('Channels', '✔ rye').waitFor();
    await open('Channels', '✔ rye');
    await item('Mark ✔ rye as unresolved').click();
    await row('Channels', /^rye/).waitFor();
    await open('Channels', /^rye/);
    await item('Move rye').click();
    await page.getByRole('dialog', { name: 'Move topic' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('unmute a topic of a muted channel', async () => {
    const mute = (value: boolean) =>
      bo.ok('POST', 'users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: bread, property: 'is_muted', value }],
      });
    await mute(true);
    await goTo(page, `#narrow/channel/${bread}-bread`);
    await open('Channels', /^rye/);
    await item('Unmute rye').click();
    await until(async () => {
      const { user_topics: all } = await bo.ok('POST', 'register', { event_types: ['user_topic'] });
      return (all as { visibility_policy: number }[]).some(({ visibility_policy: policy }) => policy === 2);
    });
    await mute(false);
  });

  it('let an administrator delete a topic', async () => {
    await ana.send('bread', 'mould', 'is not ready');
    const anas = await pageOf(ana, `#narrow/channel/${bread}-bread`);
    await open('Channels', 'mould', anas);
    await item('Delete mould', anas).click();
    await anas.getByRole('dialog', { name: 'Delete topic' }).getByRole('button', { name: 'Delete' }).click();
    await row('Channels', 'mould', anas).waitFor({ state: 'detached' });
    await anas.close();
  });

  it('mark direct messages as read, show who the other is, and copy the link', async () => {
    await goTo(page, '#recent');
    await open('Direct messages', 'Ana Example, 1 unread');
    await item('Mark all as read').click();
    await row('Direct messages', 'Ana Example').getByRole('link', { name: 'Ana Example', exact: true }).waitFor();
    await open('Direct messages', 'Ana Example');
    await item('Copy link to conversation').click();
    await until(async () => (await copied()) === `${world.url}/#narrow/dm/${ana.id}-Ana-Example`);
    await open('Direct messages', /^Ana Example$/);
    await item('View profile').click();
    await page.getByRole('dialog', { name: 'Ana Example' }).waitFor();
    await page.keyboard.press('Escape');
    await open('Direct messages', /^Ana Example, Cy Example/);
    await item('Copy link to conversation').waitFor();
    expect(await item('View profile').count()).toBe(0);
    expect(await item('Mute user').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('mute the other of a direct conversation, whose row goes, and comes back with the undo', async () => {
    await goTo(page, '#recent');
    await open('Direct messages', /^Ana Example$/);
    await item('Mute user').click();
    await row('Direct messages', /^Ana Example$/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await open('Direct messages', /^Ana Example$/);
    await item('Mute user').waitFor();
    await page.keyboard.press('Escape');
  });

  const settingsOf = async (person: Person): Promise<Record<string, unknown>> => {
    const { user_settings: all } = await person.ok('POST', 'register', { event_types: ['user_settings'] });
    return all as Record<string, unknown>;
  };
  const undo = () => page.getByRole('button', { name: 'Undo' }).click();
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });

  it('make a view the home view, and mark all messages or all mentions as read', async () => {
    await goTo(page, '#recent');
    await open('Views', /^Recent/);
    await item('Set as home view').click();
    await until(async () => (await settingsOf(bo)).web_home_view === 'recent_topics');
    await open('Views', /^Recent/);
    await item('Move to “More views”').waitFor();
    expect(await item('Set as home view').count()).toBe(0);
    await page.keyboard.press('Escape');
    await undo();
    await until(async () => (await settingsOf(bo)).web_home_view === 'inbox');
    await bo.ok('POST', 'mark_all_as_read');
    await link('Inbox').waitFor();
    await ana.send('bread', 'rye', `@**Bo Example** taste`);
    await ana.send('bread', 'rye', 'and tell');
    await link('Inbox, 2 unread').waitFor();
    await open('Views', /^Mentions/);
    await item('Mark all mentions as read').click();
    await link('Inbox, 1 unread').waitFor();
    await open('Views', 'Combined feed');
    await item('Mark all messages as read').click();
    await link('Inbox').waitFor();
  });

  it('take the stars from all messages, hide their number, and delete all drafts, which can be undone', async () => {
    const messages = [await ana.send('bread', 'rye', 'one'), await ana.send('bread', 'rye', 'two')];
    await bo.ok('POST', 'messages/flags', { messages, op: 'add', flag: 'starred' });
    await link('Starred messages, 2 messages').waitFor();
    await open('Views', /^Starred/);
    await item('Unstar all messages').click();
    await link('Starred messages').waitFor();
    await undo();
    await link('Starred messages, 2 messages').waitFor();
    await open('Views', /^Starred/);
    await item('Hide the number of starred messages').click();
    await link('Starred messages').waitFor();
    await open('Views', /^Starred/);
    await item('Show the number of starred messages').click();
    await link('Starred messages, 2 messages').waitFor();
    const draft = { type: 'stream', to: [bread], topic: 'rye', timestamp: 1_700_000_000 };
    await bo.ok('POST', 'drafts', { drafts: ['one', 'two'].map((content) => ({ ...draft, content })) });
    await link('Drafts, 2 messages').waitFor();
    await open('Views', /^Drafts/);
    await item('Delete all drafts').click();
    await page.getByText('2 drafts were deleted.').waitFor();
    expect((await bo.ok('GET', 'drafts')).drafts).toEqual([]);
    await undo();
    await until(async () => {
      const { drafts } = await bo.ok('GET', 'drafts');
      return (drafts as { content: string }[]).map(({ content }) => content).join() === 'one,two';
    });
  });

  it('move a view below "More views", and back', async () => {
    await goTo(page, '#recent');
    await open('Views', 'Reactions');
    await item('Move to “More views”').click();
    await link('Reactions').waitFor({ state: 'detached' });
    await undo();
    await open('Views', 'Reactions');
    await page.keyboard.press('Escape');
  });

  it('are there for fingers, without anything to point with', async () => {
    const context = await chromium.newContext({
      ...{ baseURL: world.url, viewport: { width: 1280, height: 800 }, hasTouch: true, isMobile: true },
    });
    const { page: phone } = await openClient(context, bo, '#recent');
    await phone.setViewportSize({ width: 390, height: 800 });
    await phone.getByRole('button', { name: 'Menu' }).tap();
    const button = row('Channels', 'bread', phone).getByRole('button', { name: 'Options' });
    expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    await button.tap();
    await item('Mute channel', phone).waitFor();
    await context.close();
  });
});
