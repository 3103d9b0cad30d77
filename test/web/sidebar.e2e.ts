import type { Browser as Chromium, Page } from 'playwright-core';
import { ChannelActivities } from '../../libs/channels/src/activity/channel-activities.service';
import { describeInChromium, startChromium } from '../support/chromium';
import type { Parameters, Person } from '../support/person';
import { until } from '../support/until';
import { goTo, openClient } from '../support/web-client';
import { World } from '../support/world';

describeInChromium('The sidebar of the browser client', () => {
  let world: World;
  let ana: Person;
  let bo: Person;
  let chromium: Chromium;
  let page: Page;
  let ids: Record<string, number>;

  beforeAll(async () => {
    world = await World.start();
    [ana, bo] = [await world.admin('ana'), await world.member('bo')];
    const { subscriptions } = await bo.ok('GET', 'users/me/subscriptions');
    const before = (subscriptions as { name: string }[]).map(({ name }) => name);
    await bo.ok('DELETE', 'users/me/subscriptions', { subscriptions: before });
    const names = ['attic', 'bread', 'cakes', 'door'];
    await ana.subscribe(names, { principals: [ana.id, bo.id] });
    await bo.ok('POST', 'mark_all_as_read');
    ids = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bo.channelId(name)])));
    chromium = await startChromium();
    const context = await chromium.newContext({ baseURL: world.url, viewport: { width: 1280, height: 800 } });
    ({ page } = await openClient(context, bo));
  });
  afterAll(async () => {
    await chromium.close();
    await world.stop();
  });

  const channels = () => page.getByRole('navigation', { name: 'Channels' });
  const shows = (...names: string[]) =>
    until(
      async () =>
        (await channels().getByRole('link').allInnerTexts()).map((text) => text.trim()).join() === names.join(),
    );

  const foldersOf = async (): Promise<Record<string, number>> => {
    const { channel_folders: all } = await ana.ok('GET', 'channel_folders');
    return Object.fromEntries((all as { name: string; id: number }[]).map(({ name, id }) => [name, id]));
  };

  it('groups channels by folders in their order, pinned ones first', async () => {
    await shows('attic', 'bread', 'cakes', 'door');
    const folder = async (name: string, ...inIt: string[]) => {
      const { channel_folder_id: id } = await ana.ok('POST', 'channel_folders/create', { name, description: '' });
      for (const channel of inIt) await ana.ok('PATCH', `streams/${ids[channel]}`, { folder_id: id as number });
    };
    await folder('Sales', 'cakes');
    await folder('Kitchen', 'bread');
    const pinned = { stream_id: ids.door, property: 'pin_to_top', value: true };
    await bo.ok('POST', 'users/me/subscriptions/properties', { subscription_data: [pinned] });
    await shows('door', 'cakes', 'bread', 'attic');
    for (const name of ['Pinned', 'Sales', 'Kitchen', 'Other channels'])
      await channels().getByRole('button', { name, exact: true }).waitFor();
    await goTo(page, `#narrow/channel/${ids.cakes}`);
    await page.keyboard.press('D');
    await page.getByRole('main').getByRole('heading', { name: 'bread' }).waitFor();
  });

  it('folds a folder away over a reload, but nothing unread or shown', async () => {
    await goTo(page, '#recent');
    await channels().getByRole('button', { name: 'Kitchen' }).click();
    await shows('door', 'cakes', 'attic');
    await page.reload();
    await shows('door', 'cakes', 'attic');
    await ana.send('bread', 'rye', 'is ready');
    await channels().getByRole('link', { name: 'bread, 1 unread' }).waitFor();
    await bo.ok('POST', 'mark_all_as_read');
    await shows('door', 'cakes', 'attic');
    await page.getByRole('textbox', { name: 'Filter the sidebar' }).fill('bre');
    await shows('bread');
    await page.keyboard.press('Escape');
    await channels().getByRole('button', { name: 'Kitchen' }).click();
    await shows('door', 'cakes', 'bread', 'attic');
  });

  it('shows the topics of the channel that is open, and how much is unread in each', async () => {
    await ana.send('bread', 'oats', 'are ready');
    await ana.send('bread', 'rye', 'is gone');
    await goTo(page, `#narrow/channel/${ids.bread}/topic/oats`);
    const topics = channels().getByRole('list', { name: 'Topics of bread' });
    await topics.getByRole('link', { name: 'oats', exact: true }).waitFor();
    await topics.getByRole('link', { name: 'rye, 1 unread' }).click();
    await page.getByRole('main').getByRole('heading', { name: 'rye' }).waitFor();
    await topics.getByRole('link', { name: 'rye', exact: true }).waitFor();
    expect(await topics.locator('[aria-current]').innerText()).toContain('rye');
    await ana.send('bread', 'spelt', 'is new');
    await topics.getByRole('link', { name: 'spelt, 1 unread' }).waitFor();
    await goTo(page, '#recent');
    await topics.waitFor({ state: 'detached' });
    await bo.ok('POST', 'mark_all_as_read');
  });

  it('sums what is unread in a folder, and leaves out what is muted, as the user wants', async () => {
    const sums = (name: string) => channels().getByRole('button', { name, exact: true }).waitFor();
    const set = (settings: Parameters) => bo.ok('PATCH', 'settings', settings);
    await ana.ok('PATCH', `streams/${ids.attic}`, { folder_id: (await foldersOf()).Kitchen });
    await ana.send('bread', 'rye', 'one');
    await ana.send('attic', 'boxes', 'two');
    await ana.send('attic', 'noise', 'three');
    await sums('Kitchen, 3 unread');
    await bo.ok('POST', 'user_topics', { stream_id: ids.attic, topic: 'noise', visibility_policy: 1 });
    await sums('Kitchen, 2 unread');
    await channels().getByRole('link', { name: 'attic, 1 unread', exact: true }).waitFor();
    await set({ web_stream_unreads_count_display_policy: 1 });
    await sums('Kitchen, 3 unread');
    await set({ web_stream_unreads_count_display_policy: 3 });
    await sums('Kitchen');
    await channels().getByRole('link', { name: 'attic', exact: true }).waitFor();
    await set({ web_stream_unreads_count_display_policy: 2, web_left_sidebar_unreads_count_summary: false });
    await channels().getByRole('link', { name: 'attic, 1 unread', exact: true }).waitFor();
    await sums('Kitchen');
    await set({ web_left_sidebar_unreads_count_summary: true });
    await sums('Kitchen, 2 unread');
  });

  it('has its folders in the inbox, too, in their order, for users who want them there', async () => {
    await ana.send('cakes', 'plum', 'for sale');
    await ana.sendTo([bo], 'hello');
    await goTo(page, '#inbox');
    const main = page.getByRole('main');
    const order = (...names: string[]) =>
      until(async () => {
        const text = await main.innerText();
        const places = names.map((name) => text.indexOf(`${name}\n`));
        return places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1));
      });
    await order('Direct messages', 'Sales', 'cakes', 'Kitchen', 'attic');
    await bo.ok('PATCH', 'settings', { web_inbox_show_channel_folders: false });
    await main.getByText('Kitchen').waitFor({ state: 'detached' });
    await main.getByRole('heading', { name: 'attic' }).waitFor();
    await bo.ok('PATCH', 'settings', { web_inbox_show_channel_folders: true });
    await order('Sales', 'Kitchen');
    await ana.ok('PATCH', `streams/${ids.attic}`, { folder_id: null });
    await bo.ok('POST', 'mark_all_as_read');
    await main.getByRole('heading', { name: 'You have read everything.' }).waitFor();
  });

  it('keeps inactive channels apart for users with that setting', async () => {
    await world.withoutWorkers();
    await bo.ok('PATCH', 'settings', { demote_inactive_streams: 2 });
    await world.sql("UPDATE channel SET created_at = now() - interval '400 days' WHERE id = $1", [ids.attic]);
    await world.sql("UPDATE message SET sent_at = now() - interval '400 days' WHERE channel_id = $1", [ids.attic]);
    await world.sql("UPDATE pass SET due_at = now() WHERE job = 'channel_activity'");
    await world.service(ChannelActivities).work(new AbortController().signal);
    await shows('door', 'cakes', 'bread');
    await channels().getByRole('button', { name: '1 inactive channel' }).click();
    await shows('door', 'cakes', 'bread', 'attic');
  });

  it('folds views away that the user has unpinned, and shows views of the user', async () => {
    const views = page.getByRole('navigation', { name: 'Views' });
    await bo.ok('POST', 'navigation_views', { fragment: 'narrow/is/starred', is_pinned: false });
    await bo.ok('POST', 'navigation_views', { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' });
    await views.getByRole('link', { name: 'Links' }).waitFor();
    await views.getByRole('link', { name: 'Starred messages' }).waitFor({ state: 'detached' });
    await views.getByRole('button', { name: 'More views' }).click();
    await views.getByRole('link', { name: 'Starred messages' }).click();
    await page.getByRole('heading', { name: 'Starred messages' }).waitFor();
  });

  it('keeps the channels in sight when many direct messages are unread, and says how many are left out', async () => {
    await bo.ok('POST', 'mark_all_as_read');
    const writers = await Promise.all([...'abcdefghijkl'].map((letter) => world.member(`writer${letter}`)));
    for (const one of writers) await one.sendTo([bo], 'hello');
    await goTo(page, '#recent');
    const direct = page.getByRole('navigation', { name: 'Direct messages' });
    const links = direct.getByRole('link');
    const rest = (name: string) => direct.getByRole('button', { name, exact: true });
    await rest('Show all conversations (13), 8 unread').waitFor();
    expect(await links.count()).toBe(4);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await rest('Show all conversations (13), 4 unread').waitFor();
    expect(await links.count()).toBe(8);
    await direct.getByRole('link', { name: 'Writerl Example, 1 unread' }).waitFor();
    await goTo(page, `#narrow/dm/${writers[0]!.id}`);
    await direct.getByRole('link', { name: /^Writera Example/ }).waitFor();
    await rest('Show all conversations (13), 4 unread').waitFor();
    expect(await links.count()).toBe(8);
    await rest('Show all conversations (13), 4 unread').click();
    await until(async () => (await links.count()) === 13);
    await direct.getByRole('button', { name: 'Show fewer' }).click();
    await until(async () => (await links.count()) === 8);
    await direct.getByRole('button', { name: 'Direct messages' }).click();
    await rest('Show all conversations (13), 4 unread').click();
    await until(async () => (await links.count()) === 13);
    await direct.getByRole('button', { name: 'Direct messages', expanded: true }).waitFor();
    await bo.ok('POST', 'mark_all_as_read');
  });
});
